import type { Caller } from '#core/access/caller.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { viewModel } from '#core/derive/registry-view.ts';
import { notFound } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { type CustomField, type CustomSchema, extendRegistry, readCustomSchema } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { keepIndexes } from '../formula-indexes/keep-indexes.ts';
import { requireIndexable } from '../formula-indexes/wanted-indexes.ts';
import { lockSchema } from '../sql/custom-models.ts';
import { readSchemaUsage } from '../sql/schema-usage.ts';
import type { ModelPath } from './api-schemas.ts';
import { requireFittingDerived } from './fitting-derived.ts';
import { requireFittingRules } from './fitting-rules.ts';
import { modelEvents } from './model-events.ts';
import { checkSchemaUsage } from './schema-limits.ts';

/**
 * Changes the tenant's own schema, one change at a time for each tenant. The resulting registry is built before the
 * transaction commits, so that an inconsistent schema is refused as a whole. The event contains the model before and
 * after.
 */
export function changeSchema(
  context: Context,
  path: ModelPath,
  change: (txContext: TransactionContext, schema: CustomSchema) => Promise<void>,
): Promise<Registry> {
  return inTransaction(context, async (txContext) => {
    const { tx, services, caller } = txContext;
    const { base } = services.directory;
    await lockSchema(txContext);
    const schema = await readCustomSchema(tx, caller.tenantId);
    const before = extendRegistry(base, schema);
    const usageBefore = await readSchemaUsage(txContext);
    await change({ ...txContext, registry: before }, schema);
    checkSchemaUsage(usageBefore, await readSchemaUsage(txContext));
    const changed = await withCalendar(txContext, await readCustomSchema(tx, caller.tenantId));
    requireFittingRules(before, changed);
    requireFittingDerived(before, changed);
    requireIndexable(before, changed);
    const after = (await keepIndexes(txContext, changed))
      ? await withCalendar(txContext, await readCustomSchema(tx, caller.tenantId))
      : changed;
    await services.derivedEvents.follow(txContext, after);
    await appendModelEvent(txContext, path, before, after);
    tx.afterCommit(() => services.directory.invalidate(caller.tenantId));
    return after;
  });
}

/** Builds the registry of a changed schema. Indexes of formulas depend on the time zone of the company. */
async function withCalendar({ services, caller }: TransactionContext, schema: CustomSchema): Promise<Registry> {
  const { directory } = services;
  const isIndexed = schema.fields.some(({ definition }) => definition.index);
  return extendRegistry(directory.base, schema, isIndexed ? await directory.company(caller.tenantId) : undefined);
}

async function appendModelEvent(
  context: Context,
  { moduleKey, slug }: ModelPath,
  before: Registry,
  after: Registry,
): Promise<void> {
  const previous = before.find(moduleKey, slug);
  const model = after.find(moduleKey, slug);
  await appendEvent(context, {
    type: `model.${!previous ? 'created' : model ? 'updated' : 'deleted'}`,
    model: modelEvents.name,
    recordId: (model ?? previous)?.customId ?? null,
    record: model ? viewModel(model, after) : null,
    previous: previous ? viewModel(previous, before) : null,
  });
}

export function findModel(registry: Registry, { moduleKey, slug }: ModelPath): Model {
  const model = registry.find(moduleKey, slug);
  if (!model) throw notFound(`The model ${slug} of the module ${moduleKey}`);
  return model;
}

/** The stored field. Throws `not_found` for a field that roles hide from the caller, as for records. */
export function findField({ access }: Caller, schema: CustomSchema, model: Model, key: string): CustomField {
  const { moduleKey, slug, name } = model;
  const field = schema.fields.find((one) => one.moduleKey === moduleKey && one.slug === slug && one.key === key);
  if (!field || access.hiddenFields(model).has(key)) throw notFound(`The custom field ${key} of ${name}`);
  return field;
}
