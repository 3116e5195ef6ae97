import { Type } from 'typebox';
import { type Context, queryable } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { readBatchCounts } from './sql/batch-counts.ts';

export const batchPath = { batchId: Type.String({ format: 'uuid' }) };

const count = (description: string) => Type.Integer({ description });

export const batchView = Type.Object({
  batchId: Type.String({ format: 'uuid' }),
  status: Type.Enum(['sending', 'paused', 'sent', 'cancelled']),
  accepted: count('Recipients that were accepted. Those of a list or segment are counted as they are frozen.'),
  sent: count('Mails that a mail server took.'),
  delivered: count(
    'Mails that were reported as delivered, or were sent and did not bounce: many providers report nothing.',
  ),
  failed: count('Mails that could not be sent, and those of which nobody knows (`unconfirmed`).'),
  bounced: count('Mails that were refused, at once or later.'),
  skipped: count('Recipients who are suppressed, and mails that were cancelled.'),
  duplicates: count('Recipients that the list or segment had more than once.'),
  startedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  pauseReason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the server paused the batch; null when it is not paused, or a person paused it.',
  }),
});

export async function viewBatch(context: Context, batchId: string) {
  const counts = await readBatchCounts(queryable(context), context.caller.tenantId, batchId);
  if (!counts) throw notFound(`Batch ${batchId}`);
  const { startedAt, finishedAt, pauseReason, ...rest } = counts;
  const times = { startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
  return { batchId, ...rest, ...times, pauseReason };
}
