import { type Context, queryable } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';

export async function hasPipeline(context: Context, id: string): Promise<boolean> {
  const rows = await queryable(context).query(
    `select p.* from ${scoped('p', `select 1 from sales_pipelines p where ${inTenant('p')} and p.id = $2::uuid`)}`,
    [context.caller.tenantId, id],
  );
  return rows.length > 0;
}
