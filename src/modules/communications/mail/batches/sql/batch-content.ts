import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { BatchContent } from '../../queue/batch.ts';

export async function readBatchContent(db: Queryable, tenantId: string, batchId: string): Promise<BatchContent> {
  const [row] = await db.query<{ content: BatchContent }>(
    `select b.content from ${scoped('b', `select b.content from mail_batches b where ${inTenant('b')} and b.id = $2::uuid`)}`,
    [tenantId, batchId],
  );
  if (!row) throw new Error('the batch of the mail was deleted');
  return row.content;
}
