import { useQuery } from '@tanstack/react-query';
import { type RecordData, records } from '~/api/records.ts';
import { backoffMs } from '~/lib/backoff.ts';
import { type Batch, mailApi, mailKeys, paths } from '../mail-api.ts';

/**
 * The state of a batch, polled while the batch runs and the tab is visible. Null when the mailing was not sent as a
 * batch, such as an imported mailing.
 */
export const useBatch = (mailing: RecordData | undefined) => {
  const id = mailing?._id ?? '';
  return useQuery({
    queryKey: mailKeys.batch(id),
    queryFn: async ({ signal }): Promise<Batch | null> =>
      mailing && (await isBatch(mailing, signal)) ? mailApi.batch(id, signal) : null,
    enabled: mailing !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? backoffMs(state.dataUpdateCount) : false),
  });
};

/** True when the mailing was sent as a batch. A finished batch has mails; a running one may have none yet. */
async function isBatch({ _id, status }: RecordData, signal: AbortSignal): Promise<boolean> {
  if (status === 'sending' || status === 'paused') return true;
  const input = { filter: { batchId: _id }, limit: 1, fields: ['_id'], count: 'none' as const };
  return (await records.list(paths.emails, input, signal)).data.length > 0;
}

/**
 * The number of recipients that are done. A mail that was rejected at once counts as bounced but not as sent, so the
 * larger of both counts is used.
 */
export const doneOf = ({ accepted, sent, failed, bounced, skipped, status }: Batch): number =>
  status === 'sent' ? accepted : Math.min(accepted, Math.max(sent, bounced) + failed + skipped);
