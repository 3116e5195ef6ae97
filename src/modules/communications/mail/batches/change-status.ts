import { withAllAccess } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { notifyOutbox } from '#core/mail/outbox.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import { viewBatch } from './batch-view.ts';
import { type BatchRow, lockBatch, setBatchStatus } from './sql/batches.ts';

/** Locks a batch, changes it, and returns its new view. */
export const changeBatch = (
  context: Context,
  batchId: string,
  change: (within: TransactionContext, batch: BatchRow) => Promise<void>,
) =>
  inTransaction(context, async (within) => {
    const batch = await lockBatch(within.tx, within.caller.tenantId, batchId);
    if (!batch) throw notFound(`Batch ${batchId}`);
    await change(within, batch);
    await notifyOutbox(within.tx);
    return { body: (await viewBatch(within, batchId)) as never };
  });

/** A batch that has ended cannot be paused or resumed. */
export async function setStatus(
  within: TransactionContext,
  batch: BatchRow,
  status: 'sending' | 'paused',
): Promise<void> {
  if (batch.status === status) return;
  if (batch.status === 'sent' || batch.status === 'cancelled')
    throw new AppError('conflict', `The batch is ${batch.status} already.`);
  await setBatchStatus(within.tx, within.caller.tenantId, batch.id, status);
  await invoke(withAllAccess(within), operations.update, emailSnapshots(within), { id: batch.id, record: { status } });
}
