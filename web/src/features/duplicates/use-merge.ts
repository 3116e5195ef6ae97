import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { duplicates, type MergeInput } from '~/api/duplicates.ts';
import { keys } from '~/api/keys.ts';
import { refreshQueries } from '~/api/refresh.ts';
import { notifyJob } from '~/ui/job-notice.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';

interface MergeOptions {
  /** Called when the merge is done, or has begun in the background. */
  readonly onDone: () => unknown;
}

/** A merge that moved much is undone a while later, so the offer stays longer than others. */
const offeredMs = 20_000;

/** Merges records, reports how far a large merge is, and offers to undo. */
export function useMerge({ onDone }: MergeOptions) {
  const { t } = useTranslation('duplicates');
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, keys.records);
  const undo = async (mergeId: string) => {
    const { jobId } = await duplicates.undoMerge(mergeId);
    if (jobId !== undefined) await notifyJob(jobId, { running: t('undo.running'), done: t('undo.done') });
    await refresh();
  };
  return useMutation({
    mutationFn: (input: MergeInput) => duplicates.merge(input),
    onSuccess: async (answer, { loserIds }) => {
      const done = t('done', { count: loserIds.length + 1 });
      const { jobId, mergeId } = answer;
      if (jobId !== undefined) {
        await onDone();
        if (!(await notifyJob(jobId, { running: t('running'), done }))) return;
        await refresh();
      } else {
        await refresh();
        await onDone();
      }
      notifyUndo(done, () => undo(mergeId), offeredMs);
    },
  });
}
