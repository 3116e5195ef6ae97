import { isDeepStrictEqual } from 'node:util';
import { derivedType } from '#core/behaviours/derive.ts';
import { AppError } from '#core/errors.ts';
import { type Field, Problem } from '#core/fields/field.ts';
import { FormulaError } from '#core/formulas/index.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/**
 * Throws when a change of one field leaves a formula or a rollup of another one that no longer fits, or that would give
 * another type than the one that is stored.
 */
export function requireFittingDerived(before: Registry, after: Registry): void {
  for (const model of after.models) {
    const previous = before.find(model.moduleKey, model.slug);
    for (const field of model.behaviours?.derived ?? []) {
      const old = previous?.fields.get(field.key);
      // A field whose own declaration changes was checked with it.
      if (!previous || !old || !isSameDeclaration(old, field)) continue;
      const was = typeOrProblem(before, previous, old);
      const is = typeOrProblem(after, model, field);
      // A field that did not fit before does not refuse other changes.
      if (was.problem !== undefined || is.type === was.type) continue;
      const problem = is.problem ?? `would give the type ${is.type} instead of ${was.type}`;
      throw new AppError(
        'still_referenced',
        `The ${field.behaviour?.kind} of the field ${field.key} of ${model.name} depends on what changes: it ${problem}. Change that field first.`,
      );
    }
  }
}

const isSameDeclaration = ({ declared: a }: Field, { declared: b }: Field): boolean =>
  a.formula === b.formula && isDeepStrictEqual(a.rollup, b.rollup);

/** The type of a formula or rollup, or why it has none. */
function typeOrProblem(
  registry: Registry,
  model: Model,
  field: Field,
): { readonly type?: string; readonly problem?: string } {
  try {
    return { type: derivedType(registry, model, field, () => new Set()) };
  } catch (error) {
    if (error instanceof Problem || error instanceof FormulaError) return { problem: error.message };
    throw error;
  }
}
