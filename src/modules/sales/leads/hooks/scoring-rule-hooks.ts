import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { commonEvents, eventSource } from '#core/operations/event-source.ts';
import { followRules } from '../following/follow-rules.ts';
import { checkRuleFilter } from '../rules/check-filter.ts';
import { countRules } from '../rules/sql/rules.ts';
import { salesModel } from '../sales-model.ts';

/** Each rule adds to the statement that scores a record. */
const maxRules = 100;

/** The value of a field after the write. */
export const valueAfter = (saving: PendingSave, key: string): JsonValue =>
  givenValue(saving, key) ?? (givenValue(saving, key) === null ? null : (saving.previous?.[key] ?? null));

export async function requireFewRules(
  { tx, caller }: TransactionContext,
  { model, previous }: PendingSave,
  max: number,
): Promise<void> {
  if (previous || (await countRules(tx, caller.tenantId, model.table)) < max) return;
  throw new AppError('conflict', `There are ${max} ${model.labelPlural.toLowerCase()}, the maximum: delete one first.`);
}

export const scoringRuleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    await requireFewRules(context, saving, maxRules);
    const scored = salesModel(context, valueAfter(saving, 'modelKey') === 'contacts' ? 'contacts' : 'leads');
    const filter = valueAfter(saving, 'filter');
    const eventType = valueAfter(saving, 'eventType');
    if (filter === null && eventType === null)
      throw invalid('filter', 'required', 'is required unless eventType is given');
    if (filter !== null) checkRuleFilter(context, scored, filter);
    if (typeof eventType === 'string' && !eventSource(context.registry, scored, eventType))
      throw invalid(
        'eventType',
        'unknown_event',
        `is no event of records that refer to ${scored.labelPlural.toLowerCase()}; use a model and what happened, such as ${commonEvents.join(', ')}`,
      );
    if (eventType === null && valueAfter(saving, 'decayDays') !== null)
      throw invalid('decayDays', 'not_an_option', 'applies only to points for events: set eventType');
    return undefined;
  },
  async afterSave(context) {
    await followRules(context, ['leads', 'contacts']);
  },
  async afterRemove(context) {
    await followRules(context, ['leads', 'contacts']);
  },
};
