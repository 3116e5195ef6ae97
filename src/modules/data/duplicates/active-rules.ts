import type { Context } from '#core/context.ts';
import { type ActiveRule, activeRule } from '#core/duplicates/keys-table.ts';
import { matchFields } from '#core/duplicates/matching.ts';
import type { DuplicateRule, Model } from '#core/models/model.ts';
import { rulesOfModel, type StoredRule } from '../sql/duplicate-rules.ts';

/** Closer agreement comes first in lists. */
const order: Readonly<Record<DuplicateRule['method'], number>> = { exact: 0, normalized: 1, similar: 2 };

/** The active rules of a model whose fields exist, in the order of lists. */
export async function activeRules(context: Context, model: Model): Promise<ActiveRule[]> {
  const rules = (await rulesOfModel(context, model.name)).filter(({ active }) => active);
  return rules
    .flatMap((rule) => withFields(model, rule) ?? [])
    .toSorted((a, b) => order[a.rule.method] - order[b.rule.method] || (a.scanId < b.scanId ? -1 : 1));
}

export function withFields(model: Model, rule: StoredRule): ActiveRule | undefined {
  const fields = matchFields(model, rule);
  return fields && activeRule(rule, model, fields);
}
