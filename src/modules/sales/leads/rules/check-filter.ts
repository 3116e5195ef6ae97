import { Access } from '#core/access/access.ts';
import { asPlatform } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { AppError, validationFailed } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { type Calendar, plainCalendar } from '#core/query/calendar.ts';
import { type Condition, readFilter } from '#core/query/filter.ts';
import { NamedPeriods } from '#core/query/named-periods.ts';

/** The conditions of a rule. Rules run without a user, so they see all records, and `me` has no meaning. */
const ruleConditions = (context: Context, model: Model, filter: unknown, calendar: Calendar): Condition[] =>
  readFilter(asPlatform(context), Access.system.grant(model, 'read'), filter ?? {}, new NamedPeriods(calendar));

/** Refuses a filter that a rule cannot use, or that names fields which its author may not see. */
export function checkRuleFilter(context: Context, model: Model, filter: unknown): void {
  try {
    readFilter(context, context.caller.access.grant(model, 'read'), filter);
    ruleConditions(context, model, filter, plainCalendar);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    throw validationFailed([{ field: 'filter', code: 'invalid_filter', message: error.message }]);
  }
}

/**
 * The conditions of a stored rule. Undefined, with a warning in the log, when it names a field that was deleted since: the
 * rule then matches nothing.
 */
export function usableConditions(
  context: Context,
  model: Model,
  { id, filter }: { readonly id: string; readonly filter: unknown },
  calendar: Calendar,
): Condition[] | undefined {
  try {
    return ruleConditions(context, model, filter, calendar);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { services, caller } = context;
    services.log.warn({ tenantId: caller.tenantId, ruleId: id }, `a rule for leads is not applied: ${error.message}`);
    return undefined;
  }
}
