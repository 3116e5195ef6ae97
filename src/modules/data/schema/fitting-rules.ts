import { problemOf } from '#core/behaviours/rules.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/** Throws when a change of the schema leaves a rule that no longer fits its model, such as one over a deleted field. */
export function requireFittingRules(before: Registry, after: Registry): void {
  for (const model of after.models) {
    const previous = before.find(model.moduleKey, model.slug);
    if (previous) requireFitting({ registry: before, model: previous }, { registry: after, model });
  }
}

interface ModelState {
  readonly registry: Registry;
  readonly model: Model;
}

function requireFitting(before: ModelState, after: ModelState): void {
  const { name, rules } = after.model;
  for (const rule of rules) {
    const problem = problemOf(after.registry, after.model, rule);
    const isOld = before.model.rules.some(({ id }) => id === rule.id);
    // A rule that did not fit before is no reason to refuse other changes.
    if (!problem || !isOld || problemOf(before.registry, before.model, rule)) continue;
    throw new AppError(
      'still_referenced',
      `The rule "${rule.name}" of ${name} uses what changes: it ${problem.message}. Change or delete the rule first.`,
    );
  }
}
