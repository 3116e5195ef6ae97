import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import type { JsonObject } from '../definition/definition.ts';
import type { Source } from '../definition/source.ts';

/** Many records that are enrolled page by page. */
export interface Intake {
  readonly id: string;
  readonly workflowId: string;
  /** Null for all records that the workflow takes. */
  readonly segmentId: string | null;
  readonly source: Source;
  readonly depth: number;
  readonly values: JsonObject | null;
  readonly cursorId: string;
}

export async function addIntake(
  tx: Transaction,
  tenantId: string,
  { workflowId, segmentId, source, values }: Pick<Intake, 'workflowId' | 'segmentId' | 'source' | 'values'>,
): Promise<string> {
  const id = newId();
  await tx.query(
    `insert into workflow_intakes (tenant_id, id, workflow_id, segment_id, source, depth, values)
     values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, $5::text, 1, $6::jsonb)`,
    [tenantId, id, workflowId, segmentId, source, values === null ? null : JSON.stringify(values)],
  );
  return id;
}

/** Locks the intake that waits longest, after the last page of others. */
export async function lockIntake(tx: Transaction, tenantId: string): Promise<Intake | undefined> {
  const [row] = await tx.query<Intake>(
    `select i.id, i.workflow_id as "workflowId", i.segment_id as "segmentId", i.source, i.depth::int as depth, i.values, i.cursor_id as "cursorId"
     from workflow_intakes i where i.tenant_id = $1::bigint order by i.created_at, i.id limit 1 for update skip locked`,
    [tenantId],
  );
  return row;
}

/** Stores how far an intake got; null when it is complete. The next turn takes another one, if there is one. */
export const saveIntake = (
  tx: Transaction,
  tenantId: string,
  { id }: Pick<Intake, 'id'>,
  cursorId: string | null,
): Promise<unknown> =>
  cursorId === null
    ? tx.query('delete from workflow_intakes i where i.tenant_id = $1::bigint and i.id = $2::uuid', [tenantId, id])
    : tx.query(
        `update workflow_intakes i set cursor_id = $3::uuid, created_at = clock_timestamp()
         where i.tenant_id = $1::bigint and i.id = $2::uuid`,
        [tenantId, id, cursorId],
      );
