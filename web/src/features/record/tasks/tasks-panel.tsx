import { Button, Skeleton, Stack } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import type { Link } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { useLinkedRecords } from '../linked-records.ts';
import { taskTarget } from '../panel-links.ts';
import { MoreRecords } from '../parts/more-records.tsx';
import { TaskAdd } from './task-add.tsx';
import { TaskRow } from './task-row.tsx';
import { byDueDate, dateIn, isClosed } from './task-state.ts';
import classes from './tasks.module.css';
import { tasksInput } from './tasks-input.ts';

interface TasksPanelProps {
  readonly links: readonly Link[];
  readonly id: string;
}

export function TasksPanel({ links, id }: TasksPanelProps) {
  const { t } = useTranslation('record');
  const can = useCan();
  const { user } = useMe();
  const [limit, setLimit] = useState(tasksInput.limit);
  const [shown, setShown] = useState<boolean>();
  const tasks = useLinkedRecords(links, id, { ...tasksInput, limit });
  const target = taskTarget(links, can.write);
  const rows = tasks.rows.toSorted((a, b) => byDueDate(a.record, b.record));
  const open = rows.filter(({ record }) => !isClosed(record));
  const closed = rows.filter(({ record }) => isClosed(record));
  // Without open tasks, the closed ones are shown at once.
  const showClosed = shown ?? open.length === 0;
  const today = dateIn(new Date(), user.timeZone);
  return (
    <Stack gap="sm" maw={860}>
      {target && <TaskAdd link={target} id={id} />}
      {tasks.error !== null && <ErrorState error={tasks.error} onRetry={tasks.retry} />}
      {tasks.isPending && <Skeleton h={90} />}
      {!tasks.isPending && tasks.error === null && rows.length === 0 && (
        <EmptyState icon={IconCheckbox} title={t('tasks.empty')} text={target ? t('tasks.emptyText') : undefined} />
      )}
      {open.length > 0 && (
        <ul className={classes.list} aria-label={t('tasks.open')}>
          {open.map(({ link, record }) => (
            <TaskRow key={record._id} model={link.model} record={record} today={today} />
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            fw={500}
            aria-expanded={showClosed}
            onClick={() => setShown(!showClosed)}
          >
            {t(showClosed ? 'tasks.hideClosed' : 'tasks.showClosed', { count: closed.length })}
          </Button>
        </div>
      )}
      {showClosed && (
        <ul className={classes.list} aria-label={t('tasks.closed')}>
          {closed.map(({ link, record }) => (
            <TaskRow key={record._id} model={link.model} record={record} today={today} />
          ))}
        </ul>
      )}
      <MoreRecords links={links} id={id} records={tasks} limit={limit} onLimit={setLimit} />
    </Stack>
  );
}
