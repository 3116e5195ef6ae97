import type { TransactionContext } from '#core/context.ts';

interface Pair {
  readonly low: string;
  readonly high: string;
}

const columns = (pairs: readonly Pair[]) => [pairs.map(({ low }) => low), pairs.map(({ high }) => high)];

export const insertDismissals = ({ tx, caller }: TransactionContext, pairs: readonly Pair[]): Promise<unknown> =>
  tx.query(
    `insert into duplicate_dismissals (tenant_id, low_id, high_id, dismissed_by)
     select $1::bigint, p.low, p.high, $4::uuid from unnest($2::uuid[], $3::uuid[]) p(low, high) on conflict do nothing`,
    [caller.tenantId, ...columns(pairs), caller.userId],
  );

export const deleteDismissals = ({ tx, caller }: TransactionContext, pairs: readonly Pair[]): Promise<unknown> =>
  tx.query(
    `delete from duplicate_dismissals where tenant_id = $1::bigint
       and (low_id, high_id) in (select * from unnest($2::uuid[], $3::uuid[]))`,
    [caller.tenantId, ...columns(pairs)],
  );
