import { tenantContext, withAllAccess } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import type { MailQueue } from '../queue/mail-queue.ts';
import { lockBatch, setBatchStatus } from './sql/batches.ts';

/** Thrown when a person must look at a batch before it can continue. The message is the reason. */
export class BatchStopped extends Error {}

/** Pauses a batch automatically, with a reason that its page shows. */
export async function pauseBatch(services: Services, queue: MailQueue, reason: string): Promise<void> {
  const { tenantId, accountKey, batchId } = queue;
  const context = await tenantContext(services, { tenantId, accountKey });
  const paused = await inTransaction(context, async (within) => {
    const batch = await lockBatch(within.tx, tenantId, String(batchId));
    if (batch?.status !== 'sending') return false;
    await setBatchStatus(within.tx, tenantId, batch.id, 'paused', reason);
    const record = { status: 'paused' };
    await invoke(withAllAccess(within), operations.update, emailSnapshots(within), { id: batch.id, record });
    return true;
  });
  if (paused) services.log.warn({ tenantId, batchId }, `a batch of mail was paused: ${reason}`);
}
