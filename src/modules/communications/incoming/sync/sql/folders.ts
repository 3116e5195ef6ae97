import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The progress of reading a folder. */
export interface FolderCursor {
  readonly id: string;
  readonly path: string;
  readonly role: 'inbox' | 'sent' | 'other';
  readonly uidValidity: bigint;
  readonly uidNext: number;
  readonly modSeq: bigint | undefined;
  readonly backfilled: boolean;
}

interface Row extends Omit<FolderCursor, 'uidValidity' | 'uidNext' | 'modSeq'> {
  readonly uidValidity: string;
  readonly uidNext: string;
  readonly modSeq: string | null;
}

export async function readFolders(db: Queryable, tenantId: string, connectionId: string): Promise<FolderCursor[]> {
  const rows = await db.query<Row>(
    `select f.* from ${scoped(
      'f',
      `select f.id, f.path, f.role, f.uid_validity::text as "uidValidity", f.uid_next::text as "uidNext",
        f.mod_seq::text as "modSeq", f.backfilled
       from mailbox_folders f where ${inTenant('f')} and f.connection_id = $2::uuid`,
    )}`,
    [tenantId, connectionId],
  );
  return rows.map((row) => ({
    ...row,
    uidValidity: BigInt(row.uidValidity),
    uidNext: Number(row.uidNext),
    modSeq: row.modSeq === null ? undefined : BigInt(row.modSeq),
  }));
}

export const insertFolder = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  { id, path, role, uidValidity, uidNext, modSeq }: Omit<FolderCursor, 'backfilled'>,
): Promise<unknown> =>
  tx.query(
    `insert into mailbox_folders (tenant_id, connection_id, id, path, role, uid_validity, uid_next, mod_seq)
     values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, $6::bigint, $7::bigint, $8::bigint)`,
    [
      tenantId,
      connectionId,
      id,
      path,
      role,
      String(uidValidity),
      uidNext,
      modSeq === undefined ? null : String(modSeq),
    ],
  );

export const deleteFolder = (tx: Transaction, tenantId: string, connectionId: string, id: string): Promise<unknown> =>
  tx.query('delete from mailbox_folders where tenant_id = $1::bigint and connection_id = $2::uuid and id = $3::uuid', [
    tenantId,
    connectionId,
    id,
  ]);

export interface FolderChange {
  readonly uidValidity?: bigint;
  readonly uidNext?: number;
  readonly modSeq?: bigint | undefined;
  readonly backfilled?: boolean;
  readonly backfillTotal?: number;
  /** Added to the number of old messages that were read. */
  readonly backfillMore?: number;
}

export const changeFolder = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  id: string,
  change: FolderChange,
): Promise<unknown> =>
  tx.query(
    `update mailbox_folders set uid_validity = coalesce($4::bigint, uid_validity), uid_next = coalesce($5::bigint, uid_next),
       mod_seq = coalesce($6::bigint, mod_seq), backfilled = coalesce($7::boolean, backfilled),
       backfill_total = coalesce(backfill_done + $8::int, backfill_total), backfill_done = backfill_done + $9::int
     where tenant_id = $1::bigint and connection_id = $2::uuid and id = $3::uuid`,
    [
      tenantId,
      connectionId,
      id,
      change.uidValidity === undefined ? null : String(change.uidValidity),
      change.uidNext ?? null,
      change.modSeq === undefined ? null : String(change.modSeq),
      change.backfilled ?? null,
      change.backfillTotal ?? null,
      change.backfillMore ?? 0,
    ],
  );

export interface BackfillProgress {
  readonly total: number;
  readonly done: number;
  readonly finished: boolean;
}

export async function readProgress(db: Queryable, tenantId: string, connectionId: string): Promise<BackfillProgress> {
  const [row] = await db.query<BackfillProgress>(
    `select p.* from ${scoped(
      'p',
      `select coalesce(sum(f.backfill_total), 0)::int as total, coalesce(sum(f.backfill_done), 0)::int as done,
         coalesce(bool_and(f.backfilled), false) as finished
       from mailbox_folders f where ${inTenant('f')} and f.connection_id = $2::uuid`,
    )}`,
    [tenantId, connectionId],
  );
  return row ?? { total: 0, done: 0, finished: false };
}
