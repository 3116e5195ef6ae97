import type { Transaction } from '#db/database.ts';

/** The credit of each user: it grows by the user's weight at each choice, and a chosen user pays for the choice. */
export type Turns = Readonly<Record<string, number>>;

/** Reads the turns of a rule and locks them until the transaction ends, so that leads get their owners one after the other. */
export async function lockTurns(tx: Transaction, tenantId: string, ruleId: string): Promise<Turns> {
  const [row] = await tx.query<{ turns: Turns }>(
    `insert into lead_routing_turns as t (tenant_id, rule_id) values ($1::bigint, $2::uuid)
     on conflict (tenant_id, rule_id) do update set turns = t.turns returning turns`,
    [tenantId, ruleId],
  );
  return row?.turns ?? {};
}

export const saveTurns = (tx: Transaction, tenantId: string, ruleId: string, turns: Turns): Promise<unknown> =>
  tx.query('update lead_routing_turns set turns = $3::jsonb where tenant_id = $1::bigint and rule_id = $2::uuid', [
    tenantId,
    ruleId,
    JSON.stringify(turns),
  ]);
