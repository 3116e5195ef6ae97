import { type Context, queryable } from '#core/context.ts';
import { type EventSource, eventSource } from '#core/operations/event-source.ts';
import { readCalendar } from '#core/query/calendar.ts';
import type { Condition } from '#core/query/filter.ts';
import { usableConditions } from '../rules/check-filter.ts';
import { readScoringRules, type StoredScoringRule } from '../rules/sql/rules.ts';
import { salesModel } from '../sales-model.ts';

export type Scored = 'leads' | 'contacts';

/** An active rule, ready to use. */
export interface ScoringRule extends Pick<StoredScoringRule, 'id' | 'name' | 'points' | 'decayDays'> {
  readonly conditions: readonly Condition[];
  readonly source: EventSource | undefined;
}

/** The active rules. Rules that name a field or model which was deleted since give no points. */
export async function readRules(context: Context, scored: Scored): Promise<ScoringRule[]> {
  const stored = await readScoringRules(queryable(context), context.caller.tenantId, scored);
  if (stored.length === 0) return [];
  const model = salesModel(context, scored);
  const calendar = await readCalendar(context, undefined);
  return stored.flatMap((rule) => {
    const source = rule.eventType === null ? undefined : eventSource(context.registry, model, rule.eventType);
    if (rule.eventType !== null && !source) return [];
    const conditions = usableConditions(context, model, rule, calendar);
    const { id, name, points, decayDays } = rule;
    return conditions ? [{ id, name, points, decayDays, conditions, source }] : [];
  });
}
