import { checkBehaviour } from '#core/behaviours/check.ts';
import { dependantField } from '#core/behaviours/dependencies.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { ModelPath } from './api-schemas.ts';
import { findModel, readRegistry } from './schema-store.ts';

/** A field that was stored in this transaction. `prefix` stands before the name of the input field in errors. */
interface StoredField {
  readonly key: string;
  readonly definition: Pick<CustomFieldDefinition, (typeof parts)[number]>;
  readonly prefix?: string;
}

const parts = ['stamp', 'follow', 'pattern'] as const;

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
  const registry = await readRegistry(context);
  const model = findModel(registry, path);
  for (const { key, part, prefix = '' } of behaving) {
    const field = model.fields.get(key);
    try {
      if (field) checkBehaviour(registry, model, field, (of) => context.caller.access.hiddenValues(of));
    } catch (problem) {
      if (problem instanceof Problem) throw invalid(`${prefix}${part}`, problem.code, problem.message);
      throw problem;
    }
  }
}

/** Throws when the behaviour of another field depends on this one, which is to be deleted. */
export function requireNoDependants({ models }: Registry, model: Model, key: string): void {
  const dependant = dependantField(models, model, key);
  if (!dependant) return;
  throw new AppError(
    'still_referenced',
    `The ${dependant.field.behaviour?.kind} of the field ${dependant.field.key} of ${dependant.model.name} depends on ${key}; change or delete that field first.`,
  );
}
