import { invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { ModelHooks, PendingSave } from '#core/models/hooks.ts';
import { isJsonObject } from '#lib/json.ts';
import { followRules } from '../following/follow-rules.ts';
import { checkRuleFilter } from '../rules/check-filter.ts';
import { salesModel } from '../sales-model.ts';
import { requireFewRules, valueAfter } from './scoring-rule-hooks.ts';

const maxRules = 200;
const maxWeight = 100;

export const routingRuleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    await requireFewRules(context, saving, maxRules);
    const filter = valueAfter(saving, 'filter');
    if (filter !== null) checkRuleFilter(context, salesModel(context, 'leads'), filter);
    requireUsers(saving);
    checkWeights(valueAfter(saving, 'weights'));
    return undefined;
  },
  async afterSave(context) {
    await followRules(context, []);
  },
};

function requireUsers(saving: PendingSave): void {
  const userIds = valueAfter(saving, 'userIds');
  if (Array.isArray(userIds) && userIds.length > 0) return;
  if (typeof valueAfter(saving, 'teamId') === 'string') return;
  throw invalid('userIds', 'required', 'must name at least one user, unless teamId names a team');
}

const isWeight = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxWeight;

function checkWeights(weights: JsonValue): void {
  if (weights === null) return;
  const values = Array.isArray(weights) ? weights : isJsonObject(weights) ? Object.values(weights) : [undefined];
  if (values.every(isWeight)) return;
  throw invalid(
    'weights',
    'invalid_value',
    `must be whole numbers from 1 to ${maxWeight}: an object by user id, or a list in the order of userIds`,
  );
}
