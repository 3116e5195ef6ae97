import type { TransactionContext } from '#core/context.ts';
import type { CustomFieldDefinition, CustomModelDefinition } from '#core/models/custom.ts';
import type { Deletion } from '#core/operations/deletion-events.ts';
import { parseJson } from '#lib/json.ts';

/** Statements that find deleted models and fields and move them back. */

/** `$2` is EVENT_RETENTION in milliseconds. */
const withinRetention = 'deleted_at >= now() - make_interval(secs => $2::float8 / 1000)';

export interface DeletedModel extends Deletion {
  readonly id: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly definition: CustomModelDefinition;
  /** True when the model can no longer be restored. */
  readonly discarded: boolean;
}

/** Deleted models of a module, restorable ones first. */
export const readDeletedModels = (
  { tx, caller, services }: TransactionContext,
  moduleKey: string,
): Promise<DeletedModel[]> =>
  tx.query<DeletedModel>(
    `select id, module_key as "moduleKey", slug, definition, xid::text as xid, request_id as request, discarded
     from deleted_models where tenant_id = $1::bigint and ${withinRetention} and module_key = $3::text
     order by discarded, deleted_at desc`,
    [caller.tenantId, services.settings.eventRetentionMs, moduleKey],
  );

/** The fields that were deleted together with a model. */
export async function readFieldsOfDeletedModel(
  { tx, caller }: TransactionContext,
  modelId: string,
): Promise<{ key: string; definition: CustomFieldDefinition }[]> {
  const rows = await tx.query<{ key: string; definition: string }>(
    `select key, definition::text as definition from deleted_fields
     where tenant_id = $1::bigint and model_id = $2::uuid and with_model`,
    [caller.tenantId, modelId],
  );
  return rows.map(({ key, definition }) => ({ key, definition: parseJson(definition) as CustomFieldDefinition }));
}

export async function moveModelBack({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(
    `with back as (delete from deleted_models where tenant_id = $1::bigint and id = $2::uuid returning *)
     insert into custom_models (tenant_id, id, module_key, slug, definition, created_at)
     select tenant_id, id, module_key, slug, definition, created_at from back`,
    [caller.tenantId, id],
  );
}

export async function moveFieldsOfModelBack({ tx, caller }: TransactionContext, modelId: string): Promise<void> {
  await tx.query(
    `with back as (delete from deleted_fields where tenant_id = $1::bigint and model_id = $2::uuid and with_model returning *)
     insert into custom_fields (tenant_id, id, module_key, slug, key, definition, created_at)
     select tenant_id, id, module_key, slug, key, definition, created_at from back`,
    [caller.tenantId, modelId],
  );
}

interface DeletedField {
  readonly id: string;
  readonly definition: CustomFieldDefinition;
  readonly wasTitle: boolean;
  /** True when the field can no longer be restored. */
  readonly discarded: boolean;
}

/** The deleted field of a model: a restorable one if there is any, else the last deleted. */
export async function readDeletedField(
  { tx, caller, services }: TransactionContext,
  { moduleKey, slug, customId = null }: { moduleKey: string; slug: string; customId?: string | null | undefined },
  key: string,
): Promise<DeletedField | undefined> {
  const [row] = await tx.query<Omit<DeletedField, 'definition'> & { definition: string }>(
    `select id, definition::text as definition, was_title as "wasTitle", discarded from deleted_fields
     where tenant_id = $1::bigint and ${withinRetention} and module_key = $3::text and slug = $4::text and key = $5::text
       and model_id is not distinct from $6::uuid and not with_model
     order by discarded, deleted_at desc limit 1`,
    [caller.tenantId, services.settings.eventRetentionMs, moduleKey, slug, key, customId],
  );
  return row && { ...row, definition: parseJson(row.definition) as CustomFieldDefinition };
}

export async function moveFieldBack({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(
    `with back as (delete from deleted_fields where tenant_id = $1::bigint and id = $2::uuid returning *)
     insert into custom_fields (tenant_id, id, module_key, slug, key, definition, created_at)
     select tenant_id, id, module_key, slug, key, definition, created_at from back`,
    [caller.tenantId, id],
  );
}
