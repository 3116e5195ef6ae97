import type { Transaction } from '#db/database.ts';
import type { BatchContent, BatchStatus, Recipient, Source } from '../../queue/batch.ts';

export interface NewBatch {
  readonly id: string;
  readonly content: BatchContent;
  readonly source: Source;
  readonly accepted: number;
  readonly actorId: string | null;
}

export const insertBatch = (tx: Transaction, tenantId: string, batch: NewBatch): Promise<unknown> =>
  tx.query(
    `insert into mail_batches (tenant_id, id, content, source, accepted, actor_id)
     values ($1::bigint, $2::uuid, $3::jsonb, $4::jsonb, $5::int, $6::uuid)`,
    [tenantId, batch.id, JSON.stringify(batch.content), JSON.stringify(batch.source), batch.accepted, batch.actorId],
  );

export const insertRecipients = (
  tx: Transaction,
  tenantId: string,
  batchId: string,
  parts: readonly (readonly Recipient[])[],
): Promise<unknown> =>
  tx.query(
    `insert into mail_recipients (tenant_id, batch_id, part, recipients)
     select $1::bigint, $2::uuid, p.n - 1, p.part from jsonb_array_elements($3::jsonb) with ordinality p(part, n)`,
    [tenantId, batchId, JSON.stringify(parts)],
  );

/** Deletes a stored part of the recipients of a request, and returns it. */
export async function takeRecipients(
  tx: Transaction,
  tenantId: string,
  batchId: string,
  part: number,
): Promise<Recipient[]> {
  const [row] = await tx.query<{ recipients: Recipient[] }>(
    `delete from mail_recipients where tenant_id = $1::bigint and batch_id = $2::uuid and part = $3::int returning recipients`,
    [tenantId, batchId, part],
  );
  return row?.recipients ?? [];
}

export interface BatchRow {
  readonly id: string;
  readonly status: BatchStatus;
  readonly frozen: boolean;
  readonly source: Source;
  readonly content: BatchContent;
  readonly actorId: string | null;
  readonly accepted: number;
  readonly skipped: number;
  readonly duplicates: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

/** Reads a batch and locks it until the transaction ends. */
export async function lockBatch(tx: Transaction, tenantId: string, id: string): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `select id, status, frozen, source, content, actor_id as "actorId", accepted, skipped, duplicates, started_at as "startedAt",
       finished_at as "finishedAt"
     from mail_batches where tenant_id = $1::bigint and id = $2::uuid for update`,
    [tenantId, id],
  );
  return row;
}

interface Frozen {
  readonly source: Source;
  readonly done: boolean;
  readonly accepted: number;
  readonly skipped: number;
  readonly duplicates: number;
}

export const saveFrozen = (tx: Transaction, tenantId: string, id: string, frozen: Frozen): Promise<unknown> =>
  tx.query(
    `update mail_batches set source = $3::jsonb, frozen = $4::boolean, accepted = accepted + $5::int, skipped = skipped + $6::int,
       duplicates = duplicates + $7::int
     where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, id, JSON.stringify(frozen.source), frozen.done, frozen.accepted, frozen.skipped, frozen.duplicates],
  );

/** Sets the status. A person who resumes a batch makes it try again, whatever happened before. */
export const setBatchStatus = (
  tx: Transaction,
  tenantId: string,
  id: string,
  status: BatchStatus,
  pauseReason: string | null = null,
): Promise<unknown> =>
  tx.query(
    `update mail_batches set status = $3::text, pause_reason = $4::text,
       preparing = case when $3::text = 'sending' then '{}' else preparing end,
       finished_at = case when $3::text in ('sent', 'cancelled') then clock_timestamp() end
     where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, id, status, pauseReason],
  );

/** Ends a batch whose mails all have a result. False when some do not, or the batch is not being sent. */
export async function endBatch(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  // Lock in a separate statement, so that the next one sees mails that another transaction added while it held the lock.
  await tx.query(`select from mail_batches where tenant_id = $1::bigint and id = $2::uuid for update`, [tenantId, id]);
  const rows = await tx.query(
    `update mail_batches b set status = 'sent', finished_at = clock_timestamp()
     where b.tenant_id = $1::bigint and b.id = $2::uuid and b.status = 'sending' and b.frozen
       and not exists (select from mail_outbox o where o.tenant_id = $1::bigint and o.batch_id = b.id and o.claim is null)
       and not exists (select from mail_outbox o where o.tenant_id = $1::bigint and o.claim is not null and o.batch_id = b.id)
     returning 1`,
    [tenantId, id],
  );
  return rows.length > 0;
}
