import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { readCalendar } from '#core/query/calendar.ts';
import type { Condition } from '#core/query/filter.ts';
import { usableConditions } from '../rules/check-filter.ts';
import { matchRules } from '../rules/match-rules.ts';
import { readRoutingRules, type StoredRoutingRule } from '../rules/sql/rules.ts';
import { salesModel } from '../sales-model.ts';
import { RuleTurn } from './rule-turn.ts';

export interface RoutingRule extends StoredRoutingRule {
  readonly conditions: readonly Condition[];
}

export interface Routing {
  readonly leadId: string;
  readonly ownerId: string | null;
  readonly ruleId: string | null;
  readonly reason: string;
}

export interface RoutedLead {
  readonly id: string;
  readonly ownerId: string | null;
}

/** The active rules in their order, without those that name a field which was deleted since. */
export async function readActiveRules(context: TransactionContext): Promise<RoutingRule[]> {
  const stored = await readRoutingRules(context.tx, context.caller.tenantId);
  if (stored.length === 0) return [];
  const calendar = await readCalendar(context, undefined);
  const leads = salesModel(context, 'leads');
  return stored.flatMap((rule) => {
    const conditions = usableConditions(context, leads, rule, calendar);
    return conditions ? [{ ...rule, conditions }] : [];
  });
}

/** Gives leads their owners by the rules, and writes the owners that changed as the platform, with the reason. */
export async function routeLeads(
  context: TransactionContext,
  leads: readonly RoutedLead[],
  rules: readonly RoutingRule[],
): Promise<Routing[]> {
  const ids = leads.map(({ id }) => id);
  const matches = rules.length === 0 ? [] : await matchRules(context, salesModel(context, 'leads'), rules, ids);
  const matchedBy = new Map(matches.map(({ id, matched }) => [id, matched]));
  const turns = new Turns(context, await today(context));
  const routings: Routing[] = [];
  for (const lead of leads) {
    const matching = rules.filter((_, n) => matchedBy.get(lead.id)?.[n]);
    routings.push(await routeLead(lead, matching, turns));
  }
  await turns.save();
  await writeOwners(context, leads, routings);
  return routings;
}

/** The turns of the rules of one transaction. */
class Turns {
  readonly #context: TransactionContext;
  readonly #today: string;
  readonly #begun = new Map<string, RuleTurn>();

  constructor(context: TransactionContext, day: string) {
    this.#context = context;
    this.#today = day;
  }

  async of(rule: RoutingRule): Promise<RuleTurn> {
    const turn = this.#begun.get(rule.id) ?? (await RuleTurn.begin(this.#context, rule, this.#today));
    this.#begun.set(rule.id, turn);
    return turn;
  }

  async save(): Promise<void> {
    for (const turn of this.#begun.values()) await turn.save(this.#context);
  }
}

async function routeLead(
  { id, ownerId }: RoutedLead,
  matching: readonly RoutingRule[],
  turns: Turns,
): Promise<Routing> {
  for (const rule of matching) {
    const turn = await turns.of(rule);
    const chosen = turn.next();
    if (chosen !== undefined)
      return { leadId: id, ownerId: chosen, ruleId: rule.id, reason: reasonOf(rule, turn.available) };
  }
  const [first] = matching;
  const reason = first
    ? `No user of the rule “${first.name}” is available: all are inactive, locked or absent.`
    : 'No active rule matches the lead.';
  return { leadId: id, ownerId, ruleId: null, reason };
}

const methods = { user: 'first available user', roundRobin: 'next in turn', leastBusy: 'fewest open leads' } as const;

const reasonOf = ({ name, method }: RoutingRule, available: number): string =>
  `Rule “${name}”: ${methods[method]} of ${available} available`;

/** The current day of the company, in which absences are counted. */
async function today(context: TransactionContext): Promise<string> {
  const { zone } = await readCalendar(context, undefined);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format();
}

async function writeOwners(
  context: TransactionContext,
  leads: readonly RoutedLead[],
  routings: readonly Routing[],
): Promise<void> {
  const routedAt = new Date().toISOString();
  const rows = routings.flatMap(({ leadId: id, ownerId, ruleId, reason }, n) => {
    if (ruleId === null || ownerId === leads[n]?.ownerId) return [];
    const values: Record<string, JsonValue> = { ownerId, routedAt, routingReason: reason };
    return [{ id, values }];
  });
  await updateMany(asPlatform(context), salesModel(context, 'leads'), rows, { withoutHooks: true });
}
