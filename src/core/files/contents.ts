import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/**
 * The statements for contents of files. A content is stored once for each tenant, regardless of how many records use
 * it: `file_contents` has it by hash, `file_uses` lists the records that use it, `file_usage` counts the bytes of a
 * tenant. `file_uploads` lists objects in storage that no content owns: running uploads, and objects to remove.
 */

export interface Content {
  readonly sha256: string;
  readonly size: number;
  readonly storageKey: string;
}

/** Registers an upload before the first byte is stored, so that the database knows every object. */
export const addUpload = (tx: Transaction, tenantId: string, storageKey: string) =>
  tx.query('insert into file_uploads (tenant_id, storage_key) values ($1::bigint, $2::text)', [tenantId, storageKey]);

/**
 * True when no content owns the object. False also while an open transaction makes it a content: that may be the one of
 * the caller. If it fails, the cleaning job finds the object.
 */
export async function lockUpload(tx: Transaction, tenantId: string, storageKey: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from file_uploads where tenant_id = $1::bigint and storage_key = $2::text for update skip locked',
    [tenantId, storageKey],
  );
  return rows.length > 0;
}

/** Returns the objects that no content owns, including those that another transaction is about to make a content. */
export async function listedUploads(
  tx: Transaction,
  tenantId: string,
  storageKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ storageKey: string }>(
    'select storage_key as "storageKey" from file_uploads where tenant_id = $1::bigint and storage_key = any($2::text[])',
    [tenantId, storageKeys],
  );
  return new Set(rows.map(({ storageKey }) => storageKey));
}

export const deleteUpload = (tx: Transaction, tenantId: string, storageKey: string) =>
  tx.query('delete from file_uploads where tenant_id = $1::bigint and storage_key = $2::text', [tenantId, storageKey]);

export async function bytesInUse(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>('select bytes from file_usage where tenant_id = $1::bigint', [
    tenantId,
  ]);
  return Number(row?.bytes ?? 0);
}

/**
 * Makes an upload a content, unless the tenant already has the same content. Returns the key of the object that stores
 * the content. The row stays locked until the transaction ends, so that cleaning cannot remove it meanwhile.
 */
export async function addContent(tx: Transaction, tenantId: string, content: Content): Promise<string> {
  const { sha256, size, storageKey } = content;
  const [row] = await tx.query<{ storageKey: string }>(
    `insert into file_contents as c (tenant_id, sha256, size, storage_key)
     values ($1::bigint, $2::text, $3::bigint, $4::text)
     on conflict (tenant_id, sha256) do update set size = c.size
     returning storage_key as "storageKey"`,
    [tenantId, sha256, size, storageKey],
  );
  return row?.storageKey ?? storageKey;
}

/**
 * Counts the bytes of a new content; false when they would exceed the quota. The row lock serializes uploads of a
 * tenant.
 */
export async function reserveBytes(tx: Transaction, tenantId: string, size: number, quota: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into file_usage as u (tenant_id, bytes) select $1::bigint, $2::bigint where $2::bigint <= $3::bigint
     on conflict (tenant_id) do update set bytes = u.bytes + excluded.bytes where u.bytes + excluded.bytes <= $3::bigint
     returning 1`,
    [tenantId, size, quota],
  );
  return rows.length > 0;
}

/** Prevents cleaning from removing a content until the transaction has committed its use. */
export const lockContent = (tx: Transaction, tenantId: string, sha256: string) =>
  tx.query('select 1 from file_contents where tenant_id = $1::bigint and sha256 = $2::text for key share', [
    tenantId,
    sha256,
  ]);

/** The content of a record, regardless of which of its fields the caller may see. */
export async function findContent(
  db: Queryable,
  tenantId: string,
  model: string,
  recordId: string,
): Promise<Content | undefined> {
  const [row] = await db.query<Content & { size: string }>(
    `select c.* from ${scoped(
      'c',
      `select c.sha256, c.size, c.storage_key as "storageKey" from file_uses u
       join file_contents c on c.tenant_id = u.tenant_id and c.sha256 = u.sha256
       where ${inTenant('u')} and ${inTenant('c')} and u.model = $2::text and u.record_id = $3::uuid and u.deleted_at is null`,
    )}`,
    [tenantId, model, recordId],
  );
  return row && { ...row, size: Number(row.size) };
}

/** Makes a record use this content. */
export const addUse = (tx: Transaction, tenantId: string, model: string, recordId: string, sha256: string) =>
  tx.query(
    `insert into file_uses as u (tenant_id, model, record_id, sha256) values ($1::bigint, $2::text, $3::uuid, $4::text)
     on conflict (tenant_id, model, record_id) do update set sha256 = excluded.sha256, deleted_at = null`,
    [tenantId, model, recordId, sha256],
  );

/** Marks the uses of deleted records as ended. The content is kept as long as the records can be restored. */
export const endUses = (tx: Transaction, tenantId: string, model: string, ids: readonly string[]) =>
  tx.query(
    `update file_uses set deleted_at = now()
     where tenant_id = $1::bigint and model = $2::text and record_id = any($3::uuid[]) and deleted_at is null`,
    [tenantId, model, ids],
  );

/** Removes the uses of records that cannot be restored, so that the next cleaning removes the content. */
export const removeUses = (tx: Transaction, tenantId: string, model: string, ids: readonly string[]) =>
  tx.query('delete from file_uses where tenant_id = $1::bigint and model = $2::text and record_id = any($3::uuid[])', [
    tenantId,
    model,
    ids,
  ]);

/** The tenants with contents or objects to remove. Runs as the platform and reads the three tables once a day. */
export async function tenantsToClean(tx: Transaction, retentionMs: number, uploadMs: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select tenant_id as id from file_uses where deleted_at < now() - $1::float8 * interval '1 millisecond'
     union select tenant_id from file_uploads where started_at < now() - $2::float8 * interval '1 millisecond'
     union select tenant_id from file_contents c where not exists (
       select from file_uses u where u.tenant_id = c.tenant_id and u.sha256 = c.sha256)
     order by 1`,
    [retentionMs, uploadMs],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the uses of deleted records that can no longer be restored. */
export const deleteEndedUses = (tx: Transaction, tenantId: string, retentionMs: number) =>
  tx.query(
    `delete from file_uses where tenant_id = $1::bigint and deleted_at < now() - $2::float8 * interval '1 millisecond'`,
    [tenantId, retentionMs],
  );

const batch = 500;

/**
 * Deletes the rows of contents that no record uses, and lists their objects for removal. One statement locks them and
 * the next one checks them, because it sees the uses that an upload committed while it held the lock.
 */
export async function deleteUnusedContents(tx: Transaction, tenantId: string): Promise<number> {
  const locked = await tx.query<{ sha256: string }>(
    `select sha256 from file_contents c where tenant_id = $1::bigint and not exists (
       select from file_uses u where u.tenant_id = c.tenant_id and u.sha256 = c.sha256)
     order by sha256 limit ${batch} for update skip locked`,
    [tenantId],
  );
  if (locked.length === 0) return 0;
  const [row] = await tx.query<{ count: number }>(
    `with gone as (
       delete from file_contents c where tenant_id = $1::bigint and sha256 = any($2::text[]) and not exists (
         select from file_uses u where u.tenant_id = c.tenant_id and u.sha256 = c.sha256)
       returning size, storage_key
     ), listed as (
       insert into file_uploads (tenant_id, storage_key, started_at)
       select $1::bigint, storage_key, '-infinity' from gone
     ), counted as (
       update file_usage set bytes = greatest(0, bytes - (select coalesce(sum(size), 0) from gone))
       where tenant_id = $1::bigint
     )
     select count(*)::int as count from gone`,
    [tenantId, locked.map(({ sha256 }) => sha256)],
  );
  return row?.count ?? 0;
}

/** Objects that no content owns and that no running upload can still be writing. */
export async function findLeftObjects(tx: Transaction, tenantId: string, uploadMs: number): Promise<string[]> {
  const rows = await tx.query<{ storageKey: string }>(
    `select storage_key as "storageKey" from file_uploads
     where tenant_id = $1::bigint and started_at < now() - $2::float8 * interval '1 millisecond'
     order by started_at limit ${batch}`,
    [tenantId, uploadMs],
  );
  return rows.map(({ storageKey }) => storageKey);
}
