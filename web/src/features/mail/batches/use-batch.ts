import { useQuery } from '@tanstack/react-query';
import { type RecordData, records } from '~/api/records.ts';
import { growingPause } from '~/lib/growing-pause.ts';
import { type Batch, mailApi, mailKeys, paths } from '../mail-api.ts';

/** The state of a batch, read again while it runs and the tab is shown. Null when the mailing was not sent as a batch, such as an imported one. */
export const useBatch = (mailing: RecordData | undefined) => {
  const id = mailing?._id ?? '';
  return useQuery({
    queryKey: mailKeys.batch(id),
    queryFn: async ({ signal }): Promise<Batch | null> =>
      mailing && (await isBatch(mailing, signal)) ? mailApi.batch(id, signal) : null,
    enabled: mailing !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? growingPause(state.dataUpdateCount) : false),
  });
};

/** A batch that has ended has mails; one that runs may not have any yet. */
async function isBatch({ _id, status }: RecordData, signal: AbortSignal): Promise<boolean> {
  if (status === 'sending' || status === 'paused') return true;
  const input = { filter: { batchId: _id }, limit: 1, fields: ['_id'], count: 'none' as const };
  return (await records.list(paths.emails, input, signal)).data.length > 0;
}

/** Recipients of whom nothing more is to be expected: a bounced mail was sent, or was refused at once. */
export const doneOf = ({ accepted, sent, failed, bounced, skipped, status }: Batch): number =>
  status === 'sent' ? accepted : Math.min(accepted, Math.max(sent, bounced) + failed + skipped);
