import { problemOf } from '#core/behaviours/rules.ts';
import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { type ModelRule, rulesWithout, viewRule } from '#core/models/rule.ts';
import type { ModelPath } from './api-schemas.ts';
import { findModel } from './schema-store.ts';

/** Rules as their readers see them. Those that name a field which roles hide from the caller are hidden, too. */

export function visibleRules(context: Context, path: ModelPath) {
  const { registry, caller } = context;
  const model = findModel(registry, path);
  return rulesWithout(model.rules, caller.access.hiddenFields(model)).map((rule) => {
    const problem = problemOf(registry, model, rule);
    return { ...viewRule(rule), ...(problem && { problem: `The rule ${problem.message}.` }) };
  });
}

export function findRule({ registry, caller }: Context, path: ModelPath, id: string): ModelRule {
  const model = findModel(registry, path);
  const rule = rulesWithout(model.rules, caller.access.hiddenFields(model)).find((one) => one.id === id.toLowerCase());
  if (!rule) throw notFound(`The rule ${id} of ${model.name}`);
  return rule;
}

export function ruleAnswer(context: Context, path: ModelPath, id: string) {
  const { id: _id } = findRule(context, path, id);
  return { body: visibleRules(context, path).find((rule) => rule._id === _id) } as never;
}
