import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelExport, type ExportFormat, startExport } from '~/api/exports.ts';
import { type Job, watchJob } from '~/api/jobs.ts';
import type { Filter } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { notifyDone, notifyError, notifyProblem } from '~/ui/notify.ts';
import { download } from './download.ts';

export interface ExportList {
  readonly model: Model;
  readonly columns: readonly Field[];
  readonly filter?: Filter | undefined;
  readonly q?: string | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly title: string;
}

const number = (value: number): string => value.toLocaleString(i18next.language);

/** A name that the server and every operating system accept. */
const fileName = (title: string): string =>
  `${title.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'export'} ${new Date().toISOString().slice(0, 10)}`.slice(
    -200,
  );

/** The titles of columns and the labels of choices in the language of the console, because the server has English ones. */
function textsOf(columns: readonly Field[]): Record<string, unknown> {
  const choices = columns.flatMap(({ key, options }) =>
    options?.length ? [[key, Object.fromEntries(options.map(({ value, label }) => [value, label]))] as const] : [],
  );
  return {
    titles: Object.fromEntries(columns.map(({ key, label }) => [key, label])),
    choices: Object.fromEntries(choices),
  };
}

/** Has the server export records, shows the progress with a button to cancel, and downloads the file when it is done. */
export function useExport(): (list: ExportList, format: ExportFormat) => Promise<void> {
  const { t } = useTranslation('records');
  return useCallback(
    async ({ model, columns, filter, q, sort, title }, format) => {
      const notice = { loading: true, autoClose: false, withCloseButton: false } as const;
      const id = notifications.show({ ...notice, message: <ExportProgress /> });
      try {
        const started = await startExport({
          model: `${model.moduleKey}.${model.slug}`,
          format,
          ...(filter && Object.keys(filter).length > 0 && { filter: filter as Record<string, unknown> }),
          ...(q && { q }),
          ...(sort?.length && { sort: [...sort] }),
          fields: columns.map(({ key }) => key),
          name: fileName(title),
          options: textsOf(columns),
        });
        const { state, done, lastError } = await watchJob(started.jobId, (job) =>
          notifications.update({ ...notice, id, message: <ExportProgress exportId={started._id} job={job} /> }),
        );
        const rows = done ?? 0;
        if (state === 'completed') {
          download(started);
          notifyDone(t('export.done', { count: rows, rows: number(rows) }));
        } else if (state === 'failed') notifyProblem(lastError ?? '', t('export.failed'));
      } catch (error) {
        notifyError(error, t('export.failed'));
      } finally {
        notifications.hide(id);
      }
    },
    [t],
  );
}

/** A bar without a visible filled part does not look like a progress bar. */
const leastPercent = 3;

interface ExportProgressProps {
  readonly exportId?: string;
  readonly job?: Job;
}

function ExportProgress({ exportId, job }: ExportProgressProps) {
  const { t } = useTranslation('records');
  const { done, total } = job ?? {};
  const isWaiting = total === null || total === undefined;
  const text = isWaiting
    ? t('export.waiting')
    : t('export.progress', { rows: number(done ?? 0), total: number(total) });
  const percent = total ? (100 * (done ?? 0)) / total : 0;
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        {exportId && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => void cancelExport(exportId).catch((error) => notifyError(error))}
          >
            {t('export.stop')}
          </Button>
        )}
      </Group>
      <Progress value={Math.max(leastPercent, percent)} size="sm" aria-label={text} />
    </Stack>
  );
}
