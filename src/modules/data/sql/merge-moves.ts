import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { Relinked } from '#core/operations/relink.ts';
import { inTenant, scoped } from '#db/params.ts';

/** After this time a merge cannot be undone any more. */
export const undoableDays = 90;

/** Stores rows that a merge has moved, in the transaction that moved them. */
export const insertMoves = ({ tx, caller }: TransactionContext, mergeId: string, moved: Relinked): Promise<unknown> =>
  tx.query(
    `insert into merge_moves (tenant_id, merge_id, n, moved)
     select $1::bigint, $2::uuid, coalesce(max(m.n), 0) + 1, $3::jsonb from merge_moves m
     where m.tenant_id = $1::bigint and m.merge_id = $2::uuid`,
    [caller.tenantId, mergeId, JSON.stringify(moved)],
  );

export interface StoredMoves {
  readonly n: number;
  readonly moved: Relinked;
}

/** The last batch that a merge has moved. */
export async function lastMoves({ tx, caller }: TransactionContext, mergeId: string): Promise<StoredMoves | undefined> {
  const [row] = await tx.query<StoredMoves>(
    'select n, moved from merge_moves where tenant_id = $1::bigint and merge_id = $2::uuid order by n desc limit 1',
    [caller.tenantId, mergeId],
  );
  return row;
}

export const deleteMoves = ({ tx, caller }: TransactionContext, mergeId: string, n: number): Promise<unknown> =>
  tx.query('delete from merge_moves where tenant_id = $1::bigint and merge_id = $2::uuid and n = $3::int', [
    caller.tenantId,
    mergeId,
    n,
  ]);

export interface CountedMoves {
  readonly model: string;
  readonly field: string;
  readonly count: number;
}

/** The number of rows that a merge has moved, by reference. */
export const countMoves = (context: Context, mergeId: string): Promise<CountedMoves[]> =>
  queryable(context).query<CountedMoves>(
    `select c.* from ${scoped(
      'c',
      `select m.moved->>'model' as model, m.moved->>'field' as field, sum(jsonb_array_length(m.moved->'rows'))::int as count
       from merge_moves m where ${inTenant('m')} and m.merge_id = $2::uuid group by 1, 2 order by 1, 2`,
    )}`,
    [context.caller.tenantId, mergeId],
  );

/** Deletes up to `limit` batches of merges that are too old to be undone. Returns how many were deleted. */
export async function deleteOldMoves({ tx, caller }: TransactionContext, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from merge_moves where tenant_id = $1::bigint and (merge_id, n) in (
       select m.merge_id, m.n from merge_moves m where m.tenant_id = $1::bigint
         and not exists (select from data_merges d where d.tenant_id = $1::bigint and d.id = m.merge_id
           and d.created_at > now() - interval '${undoableDays} days') limit $2::int) returning 1`,
    [caller.tenantId, limit],
  );
  return rows.length;
}
