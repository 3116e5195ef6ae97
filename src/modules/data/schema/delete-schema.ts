import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { currentPosition } from '#core/events/events.ts';
import type { CustomField } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { maxDependants } from '#core/operations/dependants.ts';
import { countRecords, removeRecords } from '#core/operations/model-records.ts';
import { maxDeleted } from './schema-limits.ts';

/** Custom models and fields that are deleted go to tables of their own, from which they can be restored. */

export function customIdOf(model: Model): string {
  if (model.customId !== undefined) return model.customId;
  throw new AppError('conflict', `${model.name} belongs to the product; only its custom fields can be changed.`);
}

/** A model that fields of other models refer to stays. */
export function requireUnreferenced(registry: Registry, model: Model): void {
  const holder = registry.inbound(model).find((inbound) => inbound.model.name !== model.name);
  if (!holder) return;
  throw new AppError(
    'still_referenced',
    `${model.name} is still referenced by the field ${holder.field.key} of ${holder.model.name}; delete that field first.`,
  );
}

/** Records that are being written are waited for; later ones find no model. */
async function lockModel({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query('select from custom_models where tenant_id = $1::bigint and id = $2::uuid for update', [
    caller.tenantId,
    id,
  ]);
}

/** Deletes the records that the model still has, within the limit of a request, unless a job does it. */
export async function removeModel(
  writing: TransactionContext,
  { moduleKey, slug }: { moduleKey: string; slug: string },
  records: 'refuse' | 'few' | 'all',
): Promise<number> {
  const model = writing.registry.find(moduleKey, slug);
  if (!model) throw notFound(`The model ${slug} of the module ${moduleKey}`);
  requireUnreferenced(writing.registry, model);
  await lockModel(writing, customIdOf(model));
  if (records === 'refuse') await requireNoRecords(writing, model);
  if (records === 'few' && (await countRecords(writing, model, maxDependants + 1)) > maxDependants)
    throw tooManyRecords(
      model,
      'deletes',
      'Delete it with ?withRecords=true&async=true, which makes a background job.',
    );
  let written = 0;
  for (let events = 1; events > 0; written += events) events = await removeRecords(writing, model, maxDependants);
  await keepModel(writing, model);
  return written;
}

export const tooManyRecords = (model: Model, does: string, remedy: string): AppError => {
  const number = new Intl.NumberFormat('en');
  const message = `${model.label} has more records than the ${number.format(maxDependants)} that one request ${does}. ${remedy}`;
  return new AppError('too_many_dependants', message, [{ code: 'too_many_dependants', message }]);
};

async function requireNoRecords(writing: TransactionContext, model: Model): Promise<void> {
  const most = 10_000;
  const count = await countRecords(writing, model, most + 1);
  if (count === 0) return;
  throw new AppError(
    'conflict',
    `${model.name} has ${told(writing, model, count, most)}; delete the model with ?withRecords=true, which moves them to the trash.`,
  );
}

/** Shows the number of records only to callers who may read all of them. */
function told({ caller: { access } }: Context, model: Model, count: number, most: number): string {
  if (access.reach(model.scopes.read) !== 'all') return 'records';
  const number = new Intl.NumberFormat('en');
  const amount = count > most ? `more than ${number.format(most)}` : number.format(count);
  return `${amount} ${count === 1 ? 'record' : 'records'}`;
}

/** Moves the model with its fields to what can be restored. Its records are gone by now. */
async function keepModel({ tx, caller, requestId }: TransactionContext, model: Model): Promise<void> {
  const { tenantId, userId } = caller;
  await tx.query(
    `with gone as (
      delete from custom_fields where tenant_id = $1::bigint and module_key = $2::text and slug = $3::text returning *
    )
    insert into deleted_fields (tenant_id, id, module_key, slug, key, model_id, definition, created_at, deleted_by, with_model)
    select tenant_id, id, module_key, slug, key, $4::uuid, definition, created_at, $5::uuid, true from gone`,
    [tenantId, model.moduleKey, model.slug, model.customId, userId],
  );
  await tx.query(
    `with gone as (delete from custom_models where tenant_id = $1::bigint and id = $2::uuid returning *)
    insert into deleted_models (tenant_id, id, module_key, slug, definition, created_at, deleted_by, xid, request_id)
    select tenant_id, id, module_key, slug, definition, created_at, $3::uuid, ${currentPosition}, $4::text from gone`,
    [tenantId, model.customId, userId, requestId],
  );
  await discardOldest({ tx, caller }, 'deleted_models', maxDeleted.models);
}

/** Moves a field to what can be restored. Its values stay in the records, where nothing reads them. */
export async function keepField({ tx, caller }: TransactionContext, model: Model, field: CustomField): Promise<void> {
  const { tenantId, userId } = caller;
  // A model that was named by it is named by its id again.
  const untitled = await tx.query(
    `update custom_models set definition = definition - 'titleField'
     where tenant_id = $1::bigint and id = $2::uuid and definition->>'titleField' = $3::text returning 1`,
    [tenantId, model.customId ?? null, field.key],
  );
  await tx.query(
    `with gone as (delete from custom_fields where tenant_id = $1::bigint and id = $2::uuid returning *)
    insert into deleted_fields (tenant_id, id, module_key, slug, key, model_id, definition, created_at, deleted_by, was_title)
    select tenant_id, id, module_key, slug, key, $3::uuid, definition, created_at, $4::uuid, $5::boolean from gone`,
    [tenantId, field.id, model.customId ?? null, userId, untitled.length > 0],
  );
  await discardOldest({ tx, caller }, 'deleted_fields', maxDeleted.fields);
}

/** Bounds what a tenant can keep by making and deleting: the oldest can no longer be restored. */
async function discardOldest(
  { tx, caller }: Pick<TransactionContext, 'tx' | 'caller'>,
  table: 'deleted_models' | 'deleted_fields',
  most: number,
): Promise<void> {
  const kept = table === 'deleted_fields' ? 'not discarded and not with_model' : 'not discarded';
  await tx.query(
    `update ${table} set discarded = true where tenant_id = $1::bigint and ${kept} and id in (
      select id from ${table} where tenant_id = $1::bigint and ${kept} order by deleted_at desc, id desc offset $2::int)`,
    [caller.tenantId, most],
  );
}

/** Something new of that name was made: what had the name before can no longer be restored. */
export async function discardNamesake(
  { tx, caller }: TransactionContext,
  { moduleKey, slug, key }: { moduleKey: string; slug: string; key?: string },
): Promise<void> {
  const named = 'tenant_id = $1::bigint and module_key = $2::text and slug = $3::text and not discarded';
  const place = [caller.tenantId, moduleKey, slug];
  if (key === undefined) {
    await tx.query(`update deleted_fields set discarded = true where ${named}`, place);
    await tx.query(`update deleted_models set discarded = true where ${named}`, place);
  } else
    await tx.query(`update deleted_fields set discarded = true where ${named} and not with_model and key = $4::text`, [
      ...place,
      key,
    ]);
}
