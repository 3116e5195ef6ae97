import { Button, Chip, Group, Stack } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { type Due, dueChoices, useMyTasks } from './my-tasks.ts';
import classes from './my-work.module.css';
import { TaskLine } from './task-line.tsx';

const pageSize = 50;

/** All open tasks of the person, of all models. */
export function TasksPage() {
  const { t } = useTranslation('home');
  const [due, setDue] = useState<Due>('all');
  const tasks = useMyTasks(due, pageSize);
  return (
    <Page title={t('tasks')} description={t('tasksText')} width={900}>
      <Stack gap="md">
        <Chip.Group value={due} onChange={(chosen) => setDue(chosen as Due)}>
          <Group gap={6} role="group" aria-label={t('dueFilter')}>
            {dueChoices.map((choice) => (
              <Chip key={choice} value={choice} size="xs" variant="light">
                {t(`due.${choice}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {tasks.isError && <ErrorState error={tasks.error} onRetry={() => tasks.refetch()} />}
        {tasks.isSuccess && tasks.rows.length === 0 && <EmptyState icon={IconCheckbox} title={t('noTasks')} />}
        {tasks.rows.length > 0 && (
          <ul className={classes.list}>
            {tasks.rows.map((task) => (
              <TaskLine key={task._id} task={task} />
            ))}
          </ul>
        )}
        {tasks.hasNextPage && (
          <Group justify="center">
            <Button
              size="xs"
              variant="default"
              loading={tasks.isFetchingNextPage}
              onClick={() => tasks.fetchNextPage()}
            >
              {t('moreTasks')}
            </Button>
          </Group>
        )}
      </Stack>
    </Page>
  );
}
