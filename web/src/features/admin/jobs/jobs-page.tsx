import { Box, Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { backoffMs } from '~/lib/backoff.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { type Tone, ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { UserName } from '../parts/user-name.tsx';
import { canRetry, hasEnded, type Job, type JobState, jobStates, jobs, jobsKey } from './jobs.ts';

const tones: Readonly<Record<JobState, Tone>> = {
  running: 'busy',
  queued: 'plain',
  scheduled: 'plain',
  retrying: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

export function JobsPage() {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('data:admin');
  const client = useQueryClient();
  const [{ state }, setState] = useUrlTexts();
  const pages = usePages<Job>({
    queryKey: [...jobsKey, state],
    read: (cursor, signal) => jobs.list(state, cursor, signal),
    // Jobs are not records, so the change feed does not report them, and the page polls.
    pause: backoffMs,
  });
  const refresh = () => client.invalidateQueries({ queryKey: jobsKey });
  const cancel = useAction({ run: ({ _id }: Job) => jobs.cancel(_id), refresh, done: () => t('jobs.cancelled') });
  const retry = useAction({ run: ({ _id }: Job) => jobs.retry(_id), refresh, done: () => t('jobs.retried') });
  const askCancel = (job: Job) =>
    confirm({
      title: t('jobs.cancelTitle'),
      text: t('jobs.cancelText'),
      action: t('jobs.cancel'),
      danger: true,
      run: () => cancel.run(job),
    });
  const columns: Column<Job>[] = [
    { key: 'name', title: t('jobs.name'), cell: (job) => <JobName job={job} /> },
    {
      key: 'state',
      title: t('users.status'),
      cell: ({ state: current }) => <ToneBadge tone={tones[current]}>{t(`jobs.states.${current}`)}</ToneBadge>,
    },
    { key: 'progress', title: t('jobs.progress'), wide: true, width: 160, cell: (job) => <JobProgress job={job} /> },
    { key: 'by', title: t('jobs.by'), wide: true, cell: ({ createdBy }) => <UserName id={createdBy} /> },
    { key: 'created', title: t('webhooks.created'), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { key: 'ended', title: t('webhooks.finished'), wide: true, cell: ({ finishedAt }) => <Moment time={finishedAt} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (job) =>
        isAdmin &&
        (canRetry(job) ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => retry.run(job)}
            loading={retry.isRunning && retry.input?._id === job._id}
          >
            {t('jobs.retry')}
          </Button>
        ) : (
          !hasEnded(job) && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => askCancel(job)}
              loading={cancel.isRunning && cancel.input?._id === job._id}
            >
              {t('jobs.cancel')}
            </Button>
          )
        )),
    },
  ];
  return (
    <Page title={t('sections.jobs.name')} description={t('jobs.text')}>
      <Box mb="sm" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          aria-label={t('jobs.byState')}
          value={state ?? ''}
          onChange={(next) => setState({ state: next || undefined })}
          data={[
            { value: '', label: t('table.filterAll') },
            ...jobStates.map((value) => ({ value, label: t(`jobs.states.${value}`) })),
          ]}
        />
      </Box>
      <ListTable
        label={t('sections.jobs.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconActivity} title={t('jobs.none')} text={t('jobs.noneText')} />}
      />
    </Page>
  );
}

function JobName({ job }: { readonly job: Job }) {
  const { t } = useTranslation('admin');
  return (
    <Box>
      <Text size="sm">{t(`jobs.names.${job.name}`, job.name)}</Text>
      {job.attempts > 1 && (
        <Text size="xs" c="dimmed">
          {t('jobs.attempts', { count: job.attempts })}
        </Text>
      )}
      {job.lastError && (
        <Text size="xs" c="red" lineClamp={3} title={job.lastError} style={{ overflowWrap: 'anywhere' }}>
          {job.lastError}
        </Text>
      )}
    </Box>
  );
}

/** The progress of a job that counts its work. It stays visible after the job has ended. */
function JobProgress({ job }: { readonly job: Job }) {
  const { t, i18n } = useTranslation('admin');
  if (job.total === null && hasEnded(job)) return '–';
  const percent = Math.round(job.progress * 100);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={percent} flex={1} size="sm" aria-label={t('jobs.progress')} />
      <Text size="xs" c="dimmed" className="tabular">
        {job.done !== null && job.total !== null
          ? `${number.format(job.done)} / ${number.format(job.total)}`
          : `${percent} %`}
      </Text>
    </Group>
  );
}
