import type { Transaction } from '#db/database.ts';
import { availableUsers, membersOfTeam } from '../../../../identity/contract.ts';

export interface RuleUser {
  readonly id: string;
  /** False for users who are inactive, locked or absent. */
  readonly available: boolean;
}

/** The users of a rule: those that it names, in their order, then the members of its team. */
export const readRuleUsers = (
  tx: Transaction,
  tenantId: string,
  rule: { readonly userIds: readonly string[] | null; readonly teamId: string | null },
  today: string,
): Promise<RuleUser[]> =>
  tx.query<RuleUser>(
    `select g.id, a.id is not null as available from (
       select id, min(place) as place from (
         select n.id, n.place from unnest($2::uuid[]) with ordinality n(id, place)
         union all
         select m.user_id, 1000 + m.place from ${membersOfTeam('$1::bigint', '$3::uuid')} m
       ) named group by id
     ) g left join ${availableUsers('$1::bigint', '$4::date')} a on a.id = g.id order by g.place`,
    [tenantId, rule.userIds ?? [], rule.teamId, today],
  );
