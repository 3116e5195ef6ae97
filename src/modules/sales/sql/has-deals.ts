import type { TransactionContext } from '#core/context.ts';

/** True when deals are in one of these pipelines. */
export async function hasDeals({ caller, tx }: TransactionContext, pipelineIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from sales_opportunities o where o.tenant_id = $1::bigint and o.pipeline_id = any($2::uuid[]) limit 1',
    [caller.tenantId, pipelineIds],
  );
  return rows.length > 0;
}
