import type { TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { bindField } from '#core/fields/bind-field.ts';
import { type CustomFieldDefinition, declareCustom } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import { kebab, type Registry } from '#core/models/registry.ts';
import { restoreRecordReferences, restoreRecords } from '#core/operations/custom-model-records.ts';
import type { Deletion } from '#core/operations/deletion-events.ts';
import { maxDependants } from '#core/operations/dependants.ts';
import { setTitleField } from '../sql/custom-models.ts';
import {
  type DeletedModel,
  moveFieldBack,
  moveFieldsOfModelBack,
  moveModelBack,
  readDeletedField,
  readDeletedModels,
  readFieldsOfDeletedModel,
} from '../sql/restore-deleted.ts';
import { deleteUnusedUniques, removeDanglingReferences } from '../sql/restored-values.ts';
import type { ModelPath } from './api-schemas.ts';
import { tooManyRecords } from './delete-schema.ts';

const conflict = (message: string): AppError => new AppError('conflict', message);

/** Restores a model with the fields that it had. Returns its deletion, which identifies its records. */
export async function restoreModelDefinition(txContext: TransactionContext, path: ModelPath): Promise<Deletion> {
  const { registry } = txContext;
  const model = await findDeletedModel(txContext, path);
  const name = `${model.moduleKey}.${model.slug}`;
  const { modelKey } = model.definition;
  const other = registry.models.find(({ key }) => key === modelKey);
  if (other) throw conflict(`${name} cannot be restored: its model key ${modelKey} is that of ${other.name} by now.`);
  for (const { key, definition } of await readFieldsOfDeletedModel(txContext, model.id))
    requireTarget(registry, `${name}.${key}`, definition, name);
  await moveModelBack(txContext, model.id);
  await moveFieldsOfModelBack(txContext, model.id);
  return { xid: model.xid, request: model.request };
}

async function findDeletedModel(txContext: TransactionContext, { moduleKey, slug }: ModelPath): Promise<DeletedModel> {
  const models = await readDeletedModels(txContext, moduleKey);
  const found = models.find((model) => model.slug === slug || kebab(model.slug) === slug);
  const existing = txContext.registry.find(moduleKey, slug);
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

/** A reference field can be restored only when the model that it refers to exists, or is the model being restored (`own`). */
function requireTarget(registry: Registry, name: string, { reference }: CustomFieldDefinition, own?: string): void {
  if (!reference || registry.find(reference.moduleKey, reference.slug)) return;
  const target = `${reference.moduleKey}.${reference.slug}`;
  if (target !== own)
    throw conflict(`${name} refers to ${target}, which does not exist any more; restore or make that model first.`);
}

/** Restores the records that were deleted together with the model, up to the limit of one request. */
export async function restoreModelRecords(
  txContext: TransactionContext,
  model: Model,
  deletion: Deletion,
): Promise<void> {
  const admit = (count: number) => {
    if (count > maxDependants)
      throw tooManyRecords(model, 'restores', 'Restore it with ?async=true, which makes a background job.');
  };
  await restoreRecords(txContext, model, deletion, { limit: maxDependants + 1, admit });
  let { last } = await restoreRecordReferences(txContext, deletion, maxDependants, undefined);
  while (last) ({ last } = await restoreRecordReferences(txContext, deletion, maxDependants, last));
}

/** Restores a field with the values that are still in the records. Returns its definition. */
export async function restoreFieldDefinition(
  txContext: TransactionContext,
  model: Model,
  key: string,
): Promise<CustomFieldDefinition> {
  const { caller, registry } = txContext;
  const { name } = model;
  const isHidden = caller.access.hiddenFields(model).has(key);
  const deleted = await readDeletedField(txContext, model, key);
  const found = isHidden ? undefined : deleted;
  if (!found) {
    if (model.fields.get(key)?.customId !== undefined && !isHidden)
      throw conflict(`The field ${key} of ${name} is not deleted.`);
    throw notFound(`A deleted field ${key} of ${name}`);
  }
  const nameTaken = model.fields.has(key);
  if (found.discarded || nameTaken) throw discarded(`field ${key} of ${name}`, nameTaken);
  requireTarget(registry, `${name}.${key}`, found.definition);
  await moveFieldBack(txContext, found.id);
  if (found.wasTitle) await setTitleField(txContext, model.customId ?? null, key);
  const field = bindField(key, declareCustom(found.definition), { customId: found.id });
  if (field.unique) await deleteUnusedUniques(txContext, model, found.id);
  if (field.declared.to !== undefined) await removeDanglingReferences(txContext, model, registry.target(field), field);
  return found.definition;
}
