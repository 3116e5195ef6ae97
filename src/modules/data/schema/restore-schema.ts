import type { TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { bindField, type Field } from '#core/fields/field.ts';
import { type CustomFieldDefinition, type CustomModelDefinition, declareCustom } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import { kebab, type Registry } from '#core/models/registry.ts';
import type { Deletion } from '#core/operations/deletion.ts';
import { maxDependants } from '#core/operations/dependants.ts';
import { relinkRecords, restoreRecords } from '#core/operations/model-records.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { parseJson } from '#lib/json.ts';
import { tooManyRecords } from './delete-schema.ts';

interface Place {
  readonly moduleKey: string;
  readonly slug: string;
}

/** Whether a deleted model or field can still be restored, by its age. `$2` is EVENT_RETENTION in milliseconds. */
const stillKept = 'deleted_at >= now() - make_interval(secs => $2::float8 / 1000)';

const conflict = (message: string): AppError => new AppError('conflict', message);

interface DeletedModel extends Place, Deletion {
  readonly id: string;
  readonly definition: CustomModelDefinition;
}

/** Brings a model back with the fields that it had. Returns the delete by which its records are found. */
export async function bringModelBack(writing: TransactionContext, place: Place): Promise<Deletion> {
  const { tx, caller, registry } = writing;
  const model = await findDeletedModel(writing, place);
  const name = `${model.moduleKey}.${model.slug}`;
  const { modelKey } = model.definition;
  const other = registry.models.find(({ key }) => key === modelKey);
  if (other) throw conflict(`${name} cannot be restored: its model key ${modelKey} is that of ${other.name} by now.`);
  const fields = await tx.query<{ key: string; definition: string }>(
    `select key, definition::text as definition from deleted_fields
     where tenant_id = $1::bigint and model_id = $2::uuid and with_model`,
    [caller.tenantId, model.id],
  );
  for (const { key, definition } of fields)
    requireTarget(registry, `${name}.${key}`, parseJson(definition) as CustomFieldDefinition, name);
  await tx.query(
    `with back as (delete from deleted_models where tenant_id = $1::bigint and id = $2::uuid returning *)
     insert into custom_models (tenant_id, id, module_key, slug, definition, created_at)
     select tenant_id, id, module_key, slug, definition, created_at from back`,
    [caller.tenantId, model.id],
  );
  await tx.query(
    `with back as (delete from deleted_fields where tenant_id = $1::bigint and model_id = $2::uuid and with_model returning *)
     insert into custom_fields (tenant_id, id, module_key, slug, key, definition, created_at)
     select tenant_id, id, module_key, slug, key, definition, created_at from back`,
    [caller.tenantId, model.id],
  );
  return { xid: model.xid, request: model.request };
}

async function findDeletedModel(
  { tx, caller, registry, services }: TransactionContext,
  place: Place,
): Promise<DeletedModel> {
  const { moduleKey, slug } = place;
  const rows = await tx.query<DeletedModel & { discarded: boolean }>(
    `select id, module_key as "moduleKey", slug, definition, xid::text as xid, request_id as request, discarded
     from deleted_models where tenant_id = $1::bigint and ${stillKept} and module_key = $3::text
     order by discarded, deleted_at desc`,
    [caller.tenantId, services.settings.eventRetentionMs, moduleKey],
  );
  const found = rows.find((row) => row.slug === slug || kebab(row.slug) === slug);
  const existing = registry.find(moduleKey, slug);
  const name = existing?.name ?? `${moduleKey}.${found?.slug ?? slug}`;
  if (existing && !found) throw conflict(`The model ${name} is not deleted.`);
  if (!found) throw notFound(`A deleted model ${slug} of the module ${moduleKey}`);
  if (existing || found.discarded) throw discarded(`model ${name}`, existing !== undefined);
  return found;
}

const discarded = (what: string, nameTaken: boolean): AppError => {
  const others = nameTaken ? '' : ', or too many others were deleted after it';
  return conflict(`The deleted ${what} cannot be restored any more: another one of that name was made since${others}.`);
};

/** A reference cannot come back before the model that it refers to. */
function requireTarget(registry: Registry, name: string, { reference }: CustomFieldDefinition, own?: string): void {
  if (!reference || registry.find(reference.moduleKey, reference.slug)) return;
  const target = `${reference.moduleKey}.${reference.slug}`;
  if (target !== own)
    throw conflict(`${name} refers to ${target}, which does not exist any more; restore or make that model first.`);
}

/** Restores what was deleted together with the model, as far as one request may. */
export async function bringRecordsBack(writing: TransactionContext, model: Model, deletion: Deletion): Promise<void> {
  const admit = (count: number) => {
    if (count > maxDependants)
      throw tooManyRecords(model, 'restores', 'Restore it with ?async=true, which makes a background job.');
  };
  await restoreRecords(writing, model, deletion, { limit: maxDependants + 1, admit });
  let { last } = await relinkRecords(writing, deletion, maxDependants, undefined);
  while (last) ({ last } = await relinkRecords(writing, deletion, maxDependants, last));
}

/** Brings a field back with the values that records still have. */
export async function bringFieldBack(writing: TransactionContext, model: Model, key: string): Promise<void> {
  const { tx, caller, registry, services } = writing;
  const { name, moduleKey, slug } = model;
  const rows = await tx.query<{ id: string; definition: string; was_title: boolean; discarded: boolean }>(
    `select id, definition::text as definition, was_title, discarded from deleted_fields
     where tenant_id = $1::bigint and ${stillKept} and module_key = $3::text and slug = $4::text and key = $5::text
       and model_id is not distinct from $6::uuid and not with_model
     order by discarded, deleted_at desc limit 1`,
    [caller.tenantId, services.settings.eventRetentionMs, moduleKey, slug, key, model.customId ?? null],
  );
  const found = caller.access.hiddenFields(model).has(key) ? undefined : rows[0];
  if (!found) {
    if (model.fields.get(key)?.customId !== undefined && !caller.access.hiddenFields(model).has(key))
      throw conflict(`The field ${key} of ${name} is not deleted.`);
    throw notFound(`A deleted field ${key} of ${name}`);
  }
  const nameTaken = model.fields.has(key);
  if (found.discarded || nameTaken) throw discarded(`field ${key} of ${name}`, nameTaken);
  const definition = parseJson(found.definition) as CustomFieldDefinition;
  requireTarget(registry, `${name}.${key}`, definition);
  await tx.query(
    `with back as (delete from deleted_fields where tenant_id = $1::bigint and id = $2::uuid returning *)
     insert into custom_fields (tenant_id, id, module_key, slug, key, definition, created_at)
     select tenant_id, id, module_key, slug, key, definition, created_at from back`,
    [caller.tenantId, found.id],
  );
  if (found.was_title)
    await tx.query(
      `update custom_models set definition = definition || jsonb_build_object('titleField', $3::text)
       where tenant_id = $1::bigint and id = $2::uuid and not definition ? 'titleField'`,
      [caller.tenantId, model.customId ?? null, key],
    );
  const field = bindField(key, declareCustom(definition), { customId: found.id });
  if (field.unique) await releaseGoneValues(writing, model, found.id);
  if (field.declared.to !== undefined) await clearGoneReferences(writing, model, registry.target(field), field);
}

/** Records were deleted, or restored without their value, while the field was: their values are free again. */
async function releaseGoneValues({ tx, caller }: TransactionContext, model: Model, fieldId: string): Promise<void> {
  await tx.query(
    `delete from custom_uniques u where u.tenant_id = $1::bigint and u.field_id = $2::uuid and not exists (
       select from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = u.record_id
         and t.custom->>($2::uuid::text) is not null)`,
    [caller.tenantId, fieldId],
  );
}

/**
 * References to records that were deleted while the field was. They are taken out without an event: no answer has shown
 * them since.
 */
async function clearGoneReferences(
  { tx, caller }: TransactionContext,
  model: Model,
  target: Model,
  field: Field,
): Promise<void> {
  const exists = (id: string) =>
    `exists (select from ${tableAs(target, 'x')} where ${tenantRows(target, 'x')} and x.id = ${id})`;
  const value = field.sql('t');
  const [left, dangling] = field.type.array
    ? [
        `(select coalesce(jsonb_agg(u.e order by u.n), '[]') from unnest(${value}) with ordinality u(e, n) where ${exists('u.e')})`,
        `exists (select from unnest(${value}) u(e) where not ${exists('u.e')})`,
      ]
    : [`'null'::jsonb`, `${value} is not null and not ${exists(value)}`];
  await tx.query(
    `update ${tableAs(model, 't')} set custom = t.custom || jsonb_build_object('${field.customId}', ${left})
     where ${tenantRows(model, 't')} and t.custom ? '${field.customId}' and ${dangling}`,
    [caller.tenantId],
  );
}
