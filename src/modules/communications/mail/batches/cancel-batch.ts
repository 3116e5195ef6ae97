import { tenantContext, withAllAccess } from '#core/access/platform.ts';
import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import type { MailQueue } from '../queue/mail-queue.ts';
import { cancelMails } from './cancel-mails.ts';
import { lockBatch, setBatchStatus } from './sql/batches.ts';

/** Cancels a batch. No further mail starts; a job marks the unsent mails. */
export async function cancelInTransaction(context: TransactionContext, batchId: string): Promise<void> {
  const { tx, caller, services } = context;
  await setBatchStatus(tx, caller.tenantId, batchId, 'cancelled');
  const record = { status: 'cancelled', finishedAt: new Date().toISOString() };
  await invoke(withAllAccess(context), operations.update, emailSnapshots(context), { id: batchId, record });
  await services.jobs.enqueue(context, cancelMails, { batchId });
}

/** Cancels a batch whose recipients can no longer be read. */
export async function cancelBatch(services: Services, queue: MailQueue, reason: string): Promise<void> {
  const { tenantId, accountKey, batchId } = queue;
  const context = await tenantContext(services, { tenantId, accountKey });
  await inTransaction(context, async (within) => {
    const batch = await lockBatch(within.tx, tenantId, String(batchId));
    if (batch?.status !== 'sending') return;
    await cancelInTransaction(within, batch.id);
  });
  services.log.warn({ tenantId, batchId }, `a batch of mail was cancelled: ${reason}`);
}
