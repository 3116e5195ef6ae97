import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { CustomField } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import type { InboundReference, Registry } from '#core/models/registry.ts';
import { countRecords, removeRecords } from '#core/operations/custom-model-records.ts';
import { maxDependants } from '#core/operations/dependants.ts';
import { clearTitleField, lockCustomModel } from '../sql/custom-models.ts';
import { discardOldest, moveField, moveFieldsOfModel, moveModel } from '../sql/move-to-deleted.ts';
import type { ModelPath } from './api-schemas.ts';
import { maxDeleted } from './schema-limits.ts';
import { findModel } from './schema-store.ts';

/** The id of a custom model. Throws for a model of the product. */

export function requireCustomId(model: Model): string {
  if (model.customId !== undefined) return model.customId;
  throw new AppError('conflict', `${model.name} belongs to the product; only its custom fields can be changed.`);
}

/** Throws when a field of another model refers to the model, or is computed of its records. */
export function requireUnreferenced(registry: Registry, model: Model): void {
  const holder =
    registry.inbound(model).find((inbound) => inbound.model.name !== model.name) ?? rollupOver(registry, model);
  if (!holder) return;
  throw new AppError(
    'still_referenced',
    `${model.name} is still referenced by the field ${holder.field.key} of ${holder.model.name}; delete that field first.`,
  );
}

function rollupOver(registry: Registry, model: Model): InboundReference | undefined {
  for (const other of registry.models) {
    const field = other.behaviours?.derived.find(({ declared }) => declared.rollup?.model === model.name);
    if (field && other.name !== model.name) return { model: other, field };
  }
  return undefined;
}

/**
 * Deletes a model. `records`: `none` refuses a model that has records, `limited` deletes as many as one request may,
 * `all` is for a job. Returns the number of record events that it wrote.
 */
export async function removeModel(
  txContext: TransactionContext,
  path: ModelPath,
  records: 'none' | 'limited' | 'all',
): Promise<number> {
  const model = findModel(txContext.registry, path);
  requireUnreferenced(txContext.registry, model);
  await lockCustomModel(txContext, requireCustomId(model));
  if (records === 'none') await requireNoRecords(txContext, model);
  if (records === 'limited' && (await countRecords(txContext, model, maxDependants + 1)) > maxDependants)
    throw tooManyRecords(
      model,
      'deletes',
      'Delete it with ?withRecords=true&async=true, which makes a background job.',
    );
  let written = 0;
  for (let events = 1; events > 0; written += events) events = await removeRecords(txContext, model, maxDependants);
  await moveFieldsOfModel(txContext, model);
  await moveModel(txContext, model);
  await discardOldest(txContext, 'deleted_models', maxDeleted.models);
  return written;
}

export const tooManyRecords = (model: Model, verb: string, remedy: string): AppError => {
  const number = new Intl.NumberFormat('en');
  const message = `${model.label} has more records than the ${number.format(maxDependants)} that one request ${verb}. ${remedy}`;
  return new AppError('too_many_dependants', message, [{ code: 'too_many_dependants', message }]);
};

async function requireNoRecords(txContext: TransactionContext, model: Model): Promise<void> {
  const maxCounted = 10_000;
  const count = await countRecords(txContext, model, maxCounted + 1);
  if (count === 0) return;
  throw new AppError(
    'conflict',
    `${model.name} has ${describeCount(txContext, model, count, maxCounted)}; delete the model with ?withRecords=true, which moves them to the trash.`,
  );
}

/** Shows the number of records only to callers who may read all of them. */
function describeCount({ caller: { access } }: Context, model: Model, count: number, maxCounted: number): string {
  if (access.reach(model.scopes.read) !== 'all') return 'records';
  const number = new Intl.NumberFormat('en');
  const amount = count > maxCounted ? `more than ${number.format(maxCounted)}` : number.format(count);
  return `${amount} ${count === 1 ? 'record' : 'records'}`;
}

/** Deletes a field. Its values stay in the records, where nothing reads them. */
export async function removeField(txContext: TransactionContext, model: Model, field: CustomField): Promise<void> {
  const wasTitle = await clearTitleField(txContext, model.customId ?? null, field.key);
  await moveField(txContext, model, field, wasTitle);
  await discardOldest(txContext, 'deleted_fields', maxDeleted.fields);
}
