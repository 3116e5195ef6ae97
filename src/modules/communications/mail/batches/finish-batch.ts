import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import type { MailQueue } from '../queue/mail-queue.ts';
import { endBatch } from './sql/batches.ts';

/** Ends a batch when all its mails have a result. */
export async function finishBatch(services: Services, { tenantId, accountKey, batchId }: MailQueue): Promise<void> {
  if (batchId === null) return;
  const context = await tenantContext(services, { tenantId, accountKey });
  await inTransaction(context, async (within) => {
    if (!(await endBatch(within.tx, tenantId, batchId))) return;
    const now = new Date().toISOString();
    const record = { status: 'sent', sentAt: now, finishedAt: now };
    await invoke(within, operations.update, emailSnapshots(within), { id: batchId, record });
  });
}
