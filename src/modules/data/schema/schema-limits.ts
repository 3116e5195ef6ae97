import { AppError, invalid } from '#core/errors.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { RuleDefinition } from '#core/models/rule.ts';
import type { SchemaUsage } from '../sql/schema-usage.ts';

/** The maximum schema that a tenant may add to the product, because the process caches the schemas of many tenants. */
const limits = {
  models: 100,
  fieldsOfModel: 200,
  fields: 2000,
  rulesOfModel: 50,
  rules: 500,
  schemaBytes: 1_000_000,
  definitionBytes: 16_384,
  defaultBytes: 4096,
};

/**
 * The maximum of deleted models and fields of a tenant that stay restorable. The job `schema.retention` removes older
 * ones.
 */
export const maxDeleted = { models: 100, fields: 2000 };

/** The maximum of options of one field, and their maximum lengths. They are part of a JSON Schema. */
export const maxOptions = { count: 200, valueLength: 100, labelLength: 200 };

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const format = (value: number): string => value.toLocaleString('en');

/**
 * Checks the size of one definition. A field that already exceeds a limit, because it is older than the limit, may
 * change as long as it does not grow.
 */
export function checkDefinitionSize(
  definition: CustomFieldDefinition,
  prefix = '',
  before?: CustomFieldDefinition,
): void {
  const grew = (now: unknown, then: unknown) => before === undefined || sizeOf(now) > sizeOf(then);
  const defaultBytes = sizeOf(definition.default);
  if (defaultBytes > limits.defaultBytes && grew(definition.default, before?.default)) {
    throw invalid(
      `${prefix}default`,
      'too_large',
      `takes ${format(defaultBytes)} bytes as JSON, and at most ${format(limits.defaultBytes)} are allowed; make it shorter, or set the value in the records`,
    );
  }
  const bytes = sizeOf(definition);
  if (bytes > limits.definitionBytes && grew(definition, before)) {
    throw invalid(
      `${prefix}${definition.options ? 'options' : 'default'}`,
      'too_large',
      `makes the definition of the field ${format(bytes)} bytes as JSON, and at most ${format(limits.definitionBytes)} are allowed; use fewer or shorter options, or a model of their own with a reference to it`,
    );
  }
}

export function checkRuleSize(definition: RuleDefinition): void {
  const bytes = sizeOf(definition);
  if (bytes > limits.definitionBytes)
    throw invalid(
      'when',
      'too_large',
      `makes the rule ${format(bytes)} bytes as JSON, and at most ${format(limits.definitionBytes)} are allowed; use fewer values, or several rules`,
    );
}

/**
 * Checks all definitions of a tenant together. A tenant that already exceeds a limit may make changes that add nothing.
 */
export function checkSchemaUsage(before: SchemaUsage, after: SchemaUsage): void {
  const tooMany = (what: string, remedy: string) => new AppError('conflict', `${what}; ${remedy}.`);
  if (after.models > limits.models && after.models > before.models)
    throw tooMany(`A tenant has at most ${limits.models} models of its own`, 'delete one that is not used');
  if (after.maxFieldsOfModel > limits.fieldsOfModel && after.maxFieldsOfModel > before.maxFieldsOfModel)
    throw tooMany(
      `A model has at most ${limits.fieldsOfModel} custom fields, and ${after.largestModel} would have ${after.maxFieldsOfModel}`,
      'delete one that is not used',
    );
  if (after.fields > limits.fields && after.fields > before.fields)
    throw tooMany(
      `A tenant has at most ${format(limits.fields)} custom fields in all, and there would be ${format(after.fields)}`,
      'delete some that are not used',
    );
  if (after.maxRulesOfModel > limits.rulesOfModel && after.maxRulesOfModel > before.maxRulesOfModel)
    throw tooMany(`A model has at most ${limits.rulesOfModel} rules`, 'delete one that is not used');
  if (after.rules > limits.rules && after.rules > before.rules)
    throw tooMany(`A tenant has at most ${limits.rules} rules in all`, 'delete some that are not used');
  if (after.bytes > limits.schemaBytes && after.bytes > before.bytes)
    throw invalid(
      'definition',
      'too_large',
      `makes the custom models, fields and rules of the account ${format(after.bytes)} bytes in all, and at most ${format(limits.schemaBytes)} are allowed; delete fields that are not used, or shorten their options and defaults`,
    );
}
