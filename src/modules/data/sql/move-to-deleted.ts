import type { TransactionContext } from '#core/context.ts';
import { currentPosition } from '#core/events/events.ts';
import type { CustomField } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';

/** Statements that move definitions to `deleted_models` and `deleted_fields`, from which they can be restored. */

export async function moveFieldsOfModel({ tx, caller }: TransactionContext, model: Model): Promise<void> {
  await tx.query(
    `with moved as (
      delete from custom_fields where tenant_id = $1::bigint and module_key = $2::text and slug = $3::text returning *
    )
    insert into deleted_fields (tenant_id, id, module_key, slug, key, model_id, definition, created_at, deleted_by, with_model)
    select tenant_id, id, module_key, slug, key, $4::uuid, definition, created_at, $5::uuid, true from moved`,
    [caller.tenantId, model.moduleKey, model.slug, model.customId, caller.userId],
  );
}

export async function moveModel({ tx, caller, requestId }: TransactionContext, model: Model): Promise<void> {
  await tx.query(
    `with moved as (delete from custom_models where tenant_id = $1::bigint and id = $2::uuid returning *)
    insert into deleted_models (tenant_id, id, module_key, slug, definition, created_at, deleted_by, xid, request_id)
    select tenant_id, id, module_key, slug, definition, created_at, $3::uuid, ${currentPosition}, $4::text from moved`,
    [caller.tenantId, model.customId, caller.userId, requestId],
  );
}

export async function moveField(
  { tx, caller }: TransactionContext,
  model: Model,
  field: CustomField,
  wasTitle: boolean,
): Promise<void> {
  await tx.query(
    `with moved as (delete from custom_fields where tenant_id = $1::bigint and id = $2::uuid returning *)
    insert into deleted_fields (tenant_id, id, module_key, slug, key, model_id, definition, created_at, deleted_by, was_title)
    select tenant_id, id, module_key, slug, key, $3::uuid, definition, created_at, $4::uuid, $5::boolean from moved`,
    [caller.tenantId, field.id, model.customId ?? null, caller.userId, wasTitle],
  );
}

/** Keeps only the newest `max` restorable, so that repeated creates and deletes stay bounded. */
export async function discardOldest(
  { tx, caller }: TransactionContext,
  table: 'deleted_models' | 'deleted_fields',
  max: number,
): Promise<void> {
  const restorable = table === 'deleted_fields' ? 'not discarded and not with_model' : 'not discarded';
  await tx.query(
    `update ${table} set discarded = true where tenant_id = $1::bigint and ${restorable} and id in (
      select id from ${table} where tenant_id = $1::bigint and ${restorable} order by deleted_at desc, id desc offset $2::int)`,
    [caller.tenantId, max],
  );
}

const sameName = 'tenant_id = $1::bigint and module_key = $2::text and slug = $3::text and not discarded';

/** Makes a deleted model of this name, and its fields, unrestorable. */
export async function discardModelsNamed(
  { tx, caller }: TransactionContext,
  { moduleKey, slug }: { moduleKey: string; slug: string },
): Promise<void> {
  for (const table of ['deleted_fields', 'deleted_models'])
    await tx.query(`update ${table} set discarded = true where ${sameName}`, [caller.tenantId, moduleKey, slug]);
}

/** Makes a deleted field of this name unrestorable. */
export async function discardFieldsNamed(
  { tx, caller }: TransactionContext,
  { moduleKey, slug }: Model,
  key: string,
): Promise<void> {
  await tx.query(`update deleted_fields set discarded = true where ${sameName} and not with_model and key = $4::text`, [
    caller.tenantId,
    moduleKey,
    slug,
    key,
  ]);
}
