import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import type { Database } from '#db/database.ts';

/** Few enough that no request waits for it. */
const batch = 1000;

/** `retention` is the parameter that holds EVENT_RETENTION in milliseconds. */
const isPast = (retention: string) =>
  `(discarded or deleted_at < now() - make_interval(secs => ${retention}::float8 / 1000))`;

/** What can no longer be restored is removed: definitions, values in the records, and bookings of unique values. */
export const schemaRetention = defineJob({
  name: 'schema.retention',
  summary: 'Removes deleted custom models and fields that can no longer be restored, with their values',
  input: Type.Object({}),
  cron: '47 3 * * *',
  async run(context, _input, { signal }) {
    const { db, settings } = context.services;
    const tenants = await db.platform((tx) =>
      tx.query<{ id: string }>(
        `select tenant_id as id from deleted_models where ${isPast('$1')}
         union select tenant_id from deleted_fields where ${isPast('$1')}`,
        [settings.eventRetentionMs],
      ),
    );
    for (const { id } of tenants) await removePast(context, id, signal);
  },
});

interface PastField {
  readonly id: string;
  readonly name: string;
  readonly with_model: boolean;
}

async function removePast({ services }: Context, tenantId: string, signal: AbortSignal): Promise<void> {
  const { db, directory, settings } = services;
  const fields = await db.transaction(tenantId, (tx) =>
    tx.query<PastField>(
      `select id, module_key || '.' || slug as name, with_model from deleted_fields
       where tenant_id = $1::bigint and ${isPast('$2')}`,
      [tenantId, settings.eventRetentionMs],
    ),
  );
  const registry = await directory.registry(tenantId);
  for (const { id, name, with_model } of fields) {
    // The records of a deleted model are gone already.
    const table = with_model ? undefined : registry.named(name)?.table;
    if (table !== undefined) await removeValues(db, tenantId, table, id, signal);
    await removeBookings(db, tenantId, id, signal);
    signal.throwIfAborted();
    await db.transaction(tenantId, (tx) =>
      tx.query('delete from deleted_fields where tenant_id = $1::bigint and id = $2::uuid', [tenantId, id]),
    );
  }
  await db.transaction(tenantId, (tx) =>
    tx.query(`delete from deleted_models where tenant_id = $1::bigint and ${isPast('$2')}`, [
      tenantId,
      settings.eventRetentionMs,
    ]),
  );
}

/** Not a change of the records: no version, no event. */
async function removeValues(db: Database, tenantId: string, table: string, fieldId: string, signal: AbortSignal) {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    signal.throwIfAborted();
    const from: string = after;
    const rows = await db.transaction(tenantId, (tx) =>
      tx.query<{ id: string }>(
        `update ${table} t set custom = t.custom - $2::text where t.tenant_id = $1::bigint and t.id in (
           select s.id from ${table} s where s.tenant_id = $1::bigint and s.id > $3::uuid and s.custom ? $2::text
           order by s.id limit ${batch})
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

async function removeBookings(db: Database, tenantId: string, fieldId: string, signal: AbortSignal) {
  for (let removed = batch; removed > 0; ) {
    signal.throwIfAborted();
    const rows = await db.transaction(tenantId, (tx) =>
      tx.query(
        `delete from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid and value in (
           select value from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid limit ${batch})
         returning 1`,
        [tenantId, fieldId],
      ),
    );
    removed = rows.length;
  }
}
