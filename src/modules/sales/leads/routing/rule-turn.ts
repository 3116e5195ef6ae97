import type { TransactionContext } from '#core/context.ts';
import { isJsonObject } from '#lib/json.ts';
import type { StoredRoutingRule } from '../rules/sql/rules.ts';
import { type Candidate, nextInTurn } from './next-in-turn.ts';
import { countOpenLeads } from './sql/open-leads.ts';
import { lockTurns, saveTurns, type Turns } from './sql/turns.ts';
import { readRuleUsers } from './sql/users.ts';

/** Chooses owners by one rule within a transaction. What it reads first is kept for the further leads of the transaction. */
export class RuleTurn {
  readonly #rule: StoredRoutingRule;
  readonly #candidates: readonly Candidate[];
  #turns: Turns;
  readonly #open: Map<string, number>;

  private constructor(
    rule: StoredRoutingRule,
    candidates: readonly Candidate[],
    { turns, open }: { readonly turns: Turns; readonly open: Map<string, number> },
  ) {
    this.#rule = rule;
    this.#candidates = candidates;
    this.#turns = turns;
    this.#open = open;
  }

  static async begin({ tx, caller }: TransactionContext, rule: StoredRoutingRule, today: string): Promise<RuleTurn> {
    const { tenantId } = caller;
    // Lock first: users and leads are then read as the transaction before this one left them.
    const stored = rule.method === 'user' ? {} : await lockTurns(tx, tenantId, rule.id);
    const users = await readRuleUsers(tx, tenantId, rule, today);
    const candidates = users.filter(({ available }) => available).map(({ id }) => ({ id, weight: weightOf(rule, id) }));
    const known = new Set(users.map(({ id }) => id));
    const turns = Object.fromEntries(Object.entries(stored).filter(([id]) => known.has(id)));
    const ids = candidates.map(({ id }) => id);
    const open = rule.method === 'leastBusy' ? await countOpenLeads(tx, tenantId, ids) : new Map<string, number>();
    return new RuleTurn(rule, candidates, { turns, open });
  }

  get available(): number {
    return this.#candidates.length;
  }

  /** The user who gets the next lead; undefined when none is available. */
  next(): string | undefined {
    const [first, ...others] = this.#rule.method === 'leastBusy' ? this.#leastBusy() : this.#candidates;
    if (!first) return undefined;
    if (this.#rule.method === 'user') return first.id;
    const { chosen, turns } = nextInTurn([first, ...others], this.#turns);
    this.#turns = turns;
    this.#open.set(chosen.id, (this.#open.get(chosen.id) ?? 0) + 1);
    return chosen.id;
  }

  /** Returns the candidates with the fewest open leads for their share. They take turns. */
  #leastBusy(): readonly Candidate[] {
    const load = ({ id, weight }: Candidate) => (this.#open.get(id) ?? 0) / weight;
    const least = Math.min(...this.#candidates.map(load));
    return this.#candidates.filter((candidate) => load(candidate) === least);
  }

  async save({ tx, caller }: TransactionContext): Promise<void> {
    if (this.#rule.method !== 'user') await saveTurns(tx, caller.tenantId, this.#rule.id, this.#turns);
  }
}

function weightOf({ weights, userIds }: StoredRoutingRule, id: string): number {
  const given = Array.isArray(weights)
    ? weights[(userIds ?? []).indexOf(id)]
    : isJsonObject(weights)
      ? weights[id]
      : undefined;
  return typeof given === 'number' ? given : 1;
}
