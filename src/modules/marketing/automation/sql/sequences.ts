import type { Model } from '#core/models/model.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The sequence that a workflow carries out; undefined when there is none. */
export async function readSource(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
): Promise<{ model: string; id: string } | undefined> {
  const [row] = await tx.query<{ model: string; id: string }>(
    `select w.source_model as model, w.source_id as id from marketing_workflows w
     where w.tenant_id = $1::bigint and w.id = $2::uuid and w.source_model is not null`,
    [tenantId, workflowId],
  );
  return row;
}

/** The workflows of some sequences of a model. */
export async function workflowsOfSequences(
  db: Queryable,
  tenantId: string,
  model: Model,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select s.workflow_id as id from ${model.table} s
       where ${inTenant('s')} and s.id = any($2::uuid[]) and s.workflow_id is not null order by s.workflow_id`,
    )}`,
    [tenantId, ids],
  );
  return rows.map(({ id }) => id);
}
