import { type Context, queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { tableNamed } from '#core/models/model.ts';
import { platformModels } from '#core/platform-names.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

/** The users of a team, in an order that does not change. */
export async function teamMembers(db: Queryable, tenantId: string, teamId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select distinct m.user_id as id from ${tableNamed(platformModels.teamMembers)} m
       where ${inTenant('m')} and m.team_id = $2::uuid order by 1`,
    )}`,
    [tenantId, teamId],
  );
  return rows.map(({ id }) => id);
}

/** Takes so many turns of a step. Returns the number of the first one, from 0 on. */
export async function takeTurns(
  tx: Transaction,
  tenantId: string,
  { workflowId, stepKey }: { readonly workflowId: string; readonly stepKey: string },
  count: number,
): Promise<number> {
  const [row] = await tx.query<{ turn: string }>(
    `insert into workflow_turns as t (tenant_id, workflow_id, step_key, turn) values ($1::bigint, $2::uuid, $3::text, $4::bigint)
     on conflict (tenant_id, workflow_id, step_key) do update set turn = t.turn + excluded.turn returning turn`,
    [tenantId, workflowId, stepKey, count],
  );
  return Number(row?.turn ?? count) - count;
}

/** How many records of a model each of some users owns. */
export async function countOwned(
  context: Context,
  model: Model,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const params = new Params(context.caller.tenantId);
  const owner = model.ownerField.sql('t');
  const rows = await queryable(context).query<{ id: string; count: number }>(
    `select r.* from ${scoped(
      'r',
      `select ${owner} as id, count(*)::int as count from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and ${owner} = any(${params.add(userIds, 'uuid[]')}) group by 1`,
    )}`,
    params.values,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
