import type { Caller } from '#core/access/caller.ts';
import { type Context, inTransaction, queryable, type TransactionContext } from '#core/context.ts';
import { viewModel } from '#core/derive/registry-view.ts';
import { AppError, invalid, notFound } from '#core/errors.ts';
import { modelEvents } from '#core/events/event-record.ts';
import { appendEvent } from '#core/events/events.ts';
import { bindField, type JsonValue, labelOf, Problem } from '#core/fields/field.ts';
import { fieldTypes } from '#core/fields/index.ts';
import {
  type CustomField,
  type CustomFieldDefinition,
  type CustomModelDefinition,
  type CustomSchema,
  declareCustom,
  extendRegistry,
  readCustomSchema,
} from '#core/models/custom.ts';
import { type Model, singular } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { newId } from '#lib/ids.ts';
import { discardNamesake } from './delete-schema.ts';
import { checkDefinitionSize, checkUsage, readUsage } from './schema-limits.ts';

const reservedKeys: ReadonlySet<string> = new Set(['or', 'and', 'not', 'included', 'dryRun']);

/** A field as clients describe it: options may be plain values. */
export type NewField = { readonly key: string } & Omit<CustomFieldDefinition, 'options'> & GivenOptions;

interface GivenOptions {
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[];
}

/** Every option with its label. */
export const withLabels = <T extends GivenOptions>({ options, ...rest }: T) => ({
  ...rest,
  ...(options && {
    options: options.map((option) => (typeof option === 'string' ? { value: option, label: labelOf(option) } : option)),
  }),
});

export interface NewModel {
  readonly moduleKey: string;
  readonly slug: string;
  readonly modelKey?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  readonly titleField?: string;
  readonly fields?: readonly NewField[];
}

interface Place {
  readonly moduleKey: string;
  readonly slug: string;
}

/**
 * Changes the tenant's own schema. One change at a time per tenant; what comes out is built in full before it is kept,
 * so that a schema that does not hold together is refused whole. The event tells the model before and after.
 */
export function changeSchema(
  context: Context,
  place: Place,
  change: (writing: TransactionContext, schema: CustomSchema) => Promise<void>,
): Promise<Registry> {
  return inTransaction(context, async (joined) => {
    const { tx, services, caller } = joined;
    const { base } = services.directory;
    await tx.query(`select pg_advisory_xact_lock(4710004, ($1::bigint % 2147483647)::int)`, [caller.tenantId]);
    const schema = await readCustomSchema(tx, caller.tenantId);
    const before = extendRegistry(base, schema);
    const used = await readUsage(tx, caller.tenantId);
    await change({ ...joined, registry: before }, schema);
    checkUsage(used, await readUsage(tx, caller.tenantId));
    const after = extendRegistry(base, await readCustomSchema(tx, caller.tenantId));
    await recordChange(joined, place, before, after);
    tx.afterCommit(() => services.directory.forget(caller.tenantId));
    return after;
  });
}

/** The models as they are stored now, whatever this node remembers: jobs may begin before it has heard of a change. */
export async function presentRegistry(context: Context): Promise<Registry> {
  const { services, caller } = context;
  return extendRegistry(services.directory.base, await readCustomSchema(queryable(context), caller.tenantId));
}

async function recordChange(
  context: Context,
  { moduleKey, slug }: Place,
  before: Registry,
  after: Registry,
): Promise<void> {
  const was = before.find(moduleKey, slug);
  const is = after.find(moduleKey, slug);
  await appendEvent(context, {
    type: `model.${!was ? 'created' : is ? 'updated' : 'deleted'}`,
    model: modelEvents,
    recordId: (is ?? was)?.customId ?? null,
    record: is ? viewModel(is, after) : null,
    previous: was ? viewModel(was, before) : null,
  });
}

export async function insertModel(writing: TransactionContext, input: NewModel): Promise<void> {
  const { moduleKey, slug } = input;
  const { registry } = writing;
  if (!registry.modules.some((module) => module.key === moduleKey)) {
    throw invalid(
      'moduleKey',
      'unknown_module',
      `must be one of ${registry.modules.map((module) => module.key).join(', ')}`,
    );
  }
  // Its paths and its events would be those of the registry itself.
  if (moduleKey === 'data') throw taken('slug', `data.${slug}`);
  // In the event spine, this is the name of what happens to accounts.
  if (moduleKey === 'identity' && slug === 'security') throw taken('slug', 'identity.security');
  if (registry.find(moduleKey, slug)) throw taken('slug', `${moduleKey}.${slug}`);
  const modelKey = input.modelKey ?? singular(slug);
  if (modelKey === 'model' || registry.models.some((model) => model.key === modelKey))
    throw taken('modelKey', modelKey);
  const named = readable(slug);
  const definition: CustomModelDefinition = {
    modelKey,
    label: input.label ?? readable(modelKey),
    labelPlural: input.labelPlural ?? named,
    ...(input.titleField !== undefined && { titleField: input.titleField }),
  };
  const fields = input.fields ?? [];
  if (input.titleField !== undefined && !fields.some((field) => field.key === input.titleField)) {
    throw invalid('titleField', 'unknown_field', 'must be the key of one of the fields');
  }
  await discardNamesake(writing, { moduleKey, slug });
  await writing.tx.query(
    `insert into custom_models (tenant_id, id, module_key, slug, definition) values ($1::bigint, $2::uuid, $3::text, $4::text, $5::jsonb)`,
    [writing.caller.tenantId, newId(), moduleKey, slug, JSON.stringify(definition)],
  );
  // Its fields may refer to the model itself.
  const { services, tx, caller } = writing;
  const withModel = extendRegistry(services.directory.base, await readCustomSchema(tx, caller.tenantId));
  const keys = new Set<string>();
  for (const [n, field] of fields.entries()) {
    const at = `fields[${n}].`;
    if (keys.has(field.key)) throw taken(`${at}key`, field.key);
    keys.add(field.key);
    await insertField({ ...writing, registry: withModel }, { moduleKey, slug }, field, at);
  }
}

const readable = (key: string) => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const taken = (field: string, value: string): AppError => {
  const message = `${value} exists already; choose another ${field}.`;
  return new AppError('unique_violation', message, [{ field, code: 'unique_violation', message }]);
};

export async function insertField(
  writing: TransactionContext,
  place: Place,
  { key, ...given }: NewField,
  at = '',
): Promise<void> {
  const definition: CustomFieldDefinition = withLabels(given);
  const { registry } = writing;
  const model = findModel(registry, place);
  if (model.fields.has(key) || reservedKeys.has(key)) throw taken(`${at}key`, key);
  checkDefinitionSize(definition, at);
  checkField(registry, key, definition, at);
  // Paths may be in kebab-case; what is kept is the slug.
  const target = definition.reference && findModel(registry, definition.reference);
  const kept = target ? { ...definition, reference: { moduleKey: target.moduleKey, slug: target.slug } } : definition;
  await discardNamesake(writing, { moduleKey: model.moduleKey, slug: model.slug, key });
  await writing.tx.query(
    `insert into custom_fields (tenant_id, id, module_key, slug, key, definition)
     values ($1::bigint, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb)`,
    [writing.caller.tenantId, newId(), model.moduleKey, model.slug, key, JSON.stringify(kept)],
  );
}

export function findModel(registry: Registry, { moduleKey, slug }: Place): Model {
  const model = registry.find(moduleKey, slug);
  if (!model) throw notFound(`The model ${slug} of the module ${moduleKey}`);
  return model;
}

/** A field that roles hide from the caller is not found, as in records. */
export function findField({ access }: Caller, schema: CustomSchema, model: Model, key: string): CustomField {
  const { moduleKey, slug, name } = model;
  const field = schema.fields.find((one) => one.moduleKey === moduleKey && one.slug === slug && one.key === key);
  if (!field || access.hiddenFields(model).has(key)) throw notFound(`The custom field ${key} of ${name}`);
  return field;
}

/** A definition must make sense by itself: options for choices, a target for references, a default of its own type. */
export function checkField(registry: Registry, key: string, definition: CustomFieldDefinition, at = ''): void {
  const { reference, options, strict, min, max } = definition;
  const type = fieldTypes[definition.type];
  const refuse = (part: keyof CustomFieldDefinition, code: string, message: string) =>
    invalid(`${at}${part}`, code, message);
  const takes: [keyof CustomFieldDefinition, boolean | undefined][] = [
    ['reference', type.pointsTo],
    ['options', type.options],
    ['unique', type.sortable],
    ['min', type.numeric],
    ['max', type.numeric],
    ['maxLength', type.maxLength !== undefined],
    ['searchable', type.searchable],
    ['default', !type.pointsTo && !type.seal],
  ];
  for (const [part, applies] of takes) {
    const given = definition[part];
    if (given === undefined || given === null || given === false || applies) continue;
    throw refuse(part, 'not_an_option', `does not apply to a ${type.name} field`);
  }
  if (type.pointsTo && !reference) throw refuse('reference', 'required', 'is required for references');
  if (reference && !registry.find(reference.moduleKey, reference.slug)) {
    throw refuse('reference', 'unknown_model', 'must name an existing model');
  }
  if (strict && !options?.length) throw refuse('options', 'required', 'are required when strict is true');
  if (options && new Set(options.map((option) => option.value)).size !== options.length) {
    throw refuse('options', 'invalid_format', 'must not hold a value twice');
  }
  if (min !== undefined && max !== undefined && min > max)
    throw refuse('min', 'out_of_range', 'must not be more than max');
  if (definition.default === undefined || definition.default === null) return;
  const bound = bindField(key, declareCustom(definition), { customId: 'check' });
  try {
    bound.type.check(definition.default as JsonValue, bound);
  } catch (problem) {
    if (problem instanceof Problem) throw invalid(`${at}default`, problem.code, problem.message);
    throw problem;
  }
}
