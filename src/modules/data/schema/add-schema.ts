import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { labelOf } from '#core/fields/labels.ts';
import {
  type CustomFieldDefinition,
  type CustomModelDefinition,
  extendRegistry,
  readCustomSchema,
} from '#core/models/custom.ts';
import { singular } from '#core/models/model.ts';
import { insertCustomField } from '../sql/custom-fields.ts';
import { insertCustomModel } from '../sql/custom-models.ts';
import { discardFieldsNamed, discardModelsNamed } from '../sql/move-to-deleted.ts';
import type { ModelPath } from './api-schemas.ts';
import { checkBehaviours } from './check-behaviours.ts';
import { checkField } from './check-field.ts';
import { checkDefinitionSize } from './schema-limits.ts';
import { findModel } from './schema-store.ts';

const reservedKeys: ReadonlySet<string> = new Set(['or', 'and', 'not', 'included', 'dryRun']);

/** A field as clients send it: options may be plain values. */
export type NewField = { readonly key: string } & Omit<CustomFieldDefinition, 'options'> & GivenOptions;

interface GivenOptions {
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[];
}

/** Adds a label to each option that is a plain value. */
export const withLabels = <T extends GivenOptions>({ options, ...rest }: T) => ({
  ...rest,
  ...(options && {
    options: options.map((option) => (typeof option === 'string' ? { value: option, label: labelOf(option) } : option)),
  }),
});

export interface NewModel extends ModelPath {
  readonly modelKey?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  readonly titleField?: string;
  readonly fields?: readonly NewField[];
}

export async function addModel(txContext: TransactionContext, input: NewModel): Promise<void> {
  const { moduleKey, slug, titleField, fields = [] } = input;
  const modelKey = input.modelKey ?? singular(slug);
  requireFreeNames(txContext, input, modelKey);
  const definition: CustomModelDefinition = {
    modelKey,
    label: input.label ?? sentenceCase(modelKey),
    labelPlural: input.labelPlural ?? sentenceCase(slug),
    ...(titleField !== undefined && { titleField }),
  };
  if (titleField !== undefined && !fields.some((field) => field.key === titleField)) {
    throw invalid('titleField', 'unknown_field', 'must be the key of one of the fields');
  }
  await discardModelsNamed(txContext, { moduleKey, slug });
  await insertCustomModel(txContext, { moduleKey, slug, definition });
  // A field may refer to the new model itself.
  const { services, tx, caller } = txContext;
  const registry = extendRegistry(services.directory.base, await readCustomSchema(tx, caller.tenantId));
  const keys = new Set<string>();
  for (const [n, field] of fields.entries()) {
    const prefix = `fields[${n}].`;
    if (keys.has(field.key)) throw taken(`${prefix}key`, field.key);
    keys.add(field.key);
    await addField({ ...txContext, registry }, { moduleKey, slug }, field, prefix);
  }
  const stored = fields.map(({ key, ...definition }, n) => ({ key, definition, prefix: `fields[${n}].` }));
  await checkBehaviours(txContext, { moduleKey, slug }, stored);
}

function requireFreeNames({ registry }: TransactionContext, { moduleKey, slug }: ModelPath, modelKey: string): void {
  if (!registry.modules.some((module) => module.key === moduleKey)) {
    throw invalid(
      'moduleKey',
      'unknown_module',
      `must be one of ${registry.modules.map((module) => module.key).join(', ')}`,
    );
  }
  // The paths and events of the model would collide with those of the registry.
  if (moduleKey === 'data') throw taken('slug', `data.${slug}`);
  const name = `${moduleKey}.${slug}`;
  // Events that are not about records have such names instead of a model's name.
  if (registry.find(moduleKey, slug) || registry.otherEvents.some((events) => events.name === name))
    throw taken('slug', name);
  if (modelKey === 'model' || registry.models.some((model) => model.key === modelKey))
    throw taken('modelKey', modelKey);
}

const sentenceCase = (key: string) => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const taken = (field: string, value: string): AppError => {
  const message = `${value} exists already; choose another ${field}.`;
  return new AppError('unique_violation', message, [{ field, code: 'unique_violation', message }]);
};

/** Adds a custom field. `prefix` precedes the name of the input field in errors. */
export async function addField(
  txContext: TransactionContext,
  path: ModelPath,
  { key, ...given }: NewField,
  prefix = '',
): Promise<void> {
  const definition: CustomFieldDefinition = withLabels(given);
  const { registry } = txContext;
  const model = findModel(registry, path);
  if (model.fields.has(key) || reservedKeys.has(key)) throw taken(`${prefix}key`, key);
  checkDefinitionSize(definition, prefix);
  checkField(registry, key, definition, prefix);
  // The given reference may be in kebab-case; the slug is stored.
  const target = definition.reference && findModel(registry, definition.reference);
  const stored = target ? { ...definition, reference: { moduleKey: target.moduleKey, slug: target.slug } } : definition;
  await discardFieldsNamed(txContext, model, key);
  await insertCustomField(txContext, model, key, stored);
}
