import type { Database } from '#db/database.ts';

/** Statements of the job `schema.retention`, which removes models and fields that can no longer be restored. */

/** The maximum of rows in one transaction, so that no request waits for it. */
const batchSize = 1000;

/** SQL of the condition. `retention` is the parameter that has EVENT_RETENTION in milliseconds. */
const isExpired = (retention: string) =>
  `(discarded or deleted_at < now() - make_interval(secs => ${retention}::float8 / 1000))`;

export async function tenantsWithExpiredSchema(db: Database, retentionMs: number): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx.query<{ id: string }>(
      `select tenant_id as id from deleted_models where ${isExpired('$1')}
         union select tenant_id from deleted_fields where ${isExpired('$1')}`,
      [retentionMs],
    ),
  );
  return rows.map(({ id }) => id);
}

interface ExpiredField {
  readonly id: string;
  /** The name of the field's model. */
  readonly model: string;
  /** True when the field was deleted together with its model. */
  readonly withModel: boolean;
}

export const readExpiredFields = (db: Database, tenantId: string, retentionMs: number): Promise<ExpiredField[]> =>
  db.transaction(tenantId, (tx) =>
    tx.query<ExpiredField>(
      `select id, module_key || '.' || slug as model, with_model as "withModel" from deleted_fields
       where tenant_id = $1::bigint and ${isExpired('$2')}`,
      [tenantId, retentionMs],
    ),
  );

export async function deleteExpiredField(db: Database, tenantId: string, id: string): Promise<void> {
  await db.transaction(tenantId, (tx) =>
    tx.query('delete from deleted_fields where tenant_id = $1::bigint and id = $2::uuid', [tenantId, id]),
  );
}

/** Deletes models together with their rules. */
export async function deleteExpiredModels(db: Database, tenantId: string, retentionMs: number): Promise<void> {
  await db.transaction(tenantId, (tx) =>
    tx.query(
      `with expired as (
        delete from deleted_models where tenant_id = $1::bigint and ${isExpired('$2')} returning id
      )
      delete from model_rules where tenant_id = $1::bigint and model_id in (select id from expired)`,
      [tenantId, retentionMs],
    ),
  );
}

/** Removes the values of a deleted field. This is not a change of the records, so it writes no version and no event. */
export async function removeFieldValues(
  db: Database,
  tenantId: string,
  table: string,
  fieldId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    signal.throwIfAborted();
    const from: string = after;
    const rows = await db.transaction(tenantId, (tx) =>
      tx.query<{ id: string }>(
        `update ${table} t set custom = t.custom - $2::text where t.tenant_id = $1::bigint and t.id in (
           select s.id from ${table} s where s.tenant_id = $1::bigint and s.id > $3::uuid and s.custom ? $2::text
           order by s.id limit ${batchSize})
         returning t.id`,
        [tenantId, fieldId, from],
      ),
    );
    after = rows
      .map(({ id }) => id)
      .sort()
      .at(-1);
  }
}

/** Deletes the unique values of a deleted field. */
export async function deleteUniques(
  db: Database,
  tenantId: string,
  fieldId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let deleted = batchSize; deleted > 0; ) {
    signal.throwIfAborted();
    const rows = await db.transaction(tenantId, (tx) =>
      tx.query(
        `delete from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid and value in (
           select value from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid limit ${batchSize})
         returning 1`,
        [tenantId, fieldId],
      ),
    );
    deleted = rows.length;
  }
}

/** Deletes the counters of a deleted field, if it was an autonumber. */
export const deleteCounters = (db: Database, tenantId: string, fieldId: string): Promise<unknown> =>
  db.transaction(tenantId, (tx) =>
    tx.query('delete from number_counters where tenant_id = $1::bigint and field = $2::text', [tenantId, fieldId]),
  );
