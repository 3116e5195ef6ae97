import { checkBehaviour } from '#core/behaviours/check.ts';
import { dependantField } from '#core/behaviours/dependencies.ts';
import { derivedType } from '#core/behaviours/derive.ts';
import type { HiddenFields } from '#core/behaviours/formulas.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, invalid, validationFailed } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import { FormulaError } from '#core/formulas/index.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import { readFieldDefinition, saveFieldDefinition } from '../sql/custom-fields.ts';
import type { ModelPath } from './api-schemas.ts';
import { findModel } from './schema-store.ts';

/** A field that was stored in this transaction. `prefix` stands before the name of the input field in errors. */
interface StoredField {
  readonly key: string;
  readonly definition: Pick<CustomFieldDefinition, (typeof parts)[number] | 'resultType'>;
  readonly prefix?: string;
}

const parts = ['stamp', 'follow', 'pattern', 'formula', 'rollup'] as const;

/** Checks the behaviours of fields, which depend on other fields. Call it when all fields of the change are stored. */
export async function checkBehaviours(
  context: TransactionContext,
  path: ModelPath,
  stored: readonly StoredField[],
): Promise<void> {
  const behaving = stored.flatMap((one) => {
    const part = parts.find((name) => one.definition[name] !== undefined);
    return part === undefined ? [] : [{ ...one, part }];
  });
  if (behaving.length === 0) return;
  await addResultTypes(context, path, behaving);
  const registry = await readRegistry(context);
  const model = findModel(registry, path);
  for (const { key, part, prefix = '' } of behaving) {
    const field = model.fields.get(key);
    if (!field) continue;
    named(`${prefix}${part}`, () => checkBehaviour(registry, model, field, hiddenOf(context)));
  }
}

/** Stores the types of the results of formulas and rollups that were declared without one. */
async function addResultTypes(
  context: TransactionContext,
  path: ModelPath,
  stored: readonly (StoredField & { part: string })[],
): Promise<void> {
  for (const { key, definition, part, prefix = '' } of stored) {
    if (!(definition.formula !== undefined || definition.rollup) || definition.resultType !== undefined) continue;
    const registry = await readRegistry(context);
    const model = findModel(registry, path);
    const field = model.fields.get(key);
    if (!field?.customId) continue;
    const resultType = named(`${prefix}${part}`, () => derivedType(registry, model, field, hiddenOf(context)));
    const full = await readFieldDefinition(context, field.customId);
    await saveFieldDefinition(context, field.customId, { ...full, resultType });
  }
}

/** Tells which fields of a model roles hide from the caller. */
export const hiddenOf =
  ({ caller }: Context): HiddenFields =>
  (model) =>
    caller.access.hiddenValues(model);

/** Runs a check, whose problem becomes an error that names the part of the input. */
export function named<T>(part: string, check: () => T): T {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof Problem) throw invalid(part, problem.code, problem.message);
    if (problem instanceof FormulaError) throw invalidFormula(part, problem);
    throw problem;
  }
}

const invalidFormula = (field: string, { message, position, length }: FormulaError): AppError =>
  validationFailed([
    {
      field,
      code: 'invalid_formula',
      message: `${field} is not valid at position ${position}: ${message}`,
      position,
      length,
    },
  ]);

/** Throws when the behaviour of another field depends on this one, which is to be deleted. */
export function requireNoDependants(registry: Registry, model: Model, key: string): void {
  const dependant = dependantField(registry, model, key);
  if (!dependant) return;
  throw new AppError(
    'still_referenced',
    `The ${dependant.field.behaviour?.kind} of the field ${dependant.field.key} of ${dependant.model.name} depends on ${key}; change or delete that field first.`,
  );
}
