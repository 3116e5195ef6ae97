import type { Transaction } from '#db/database.ts';

/** Counters of workflows, of the sequences that they carry out, and of steps. They are written without events. */

/** The tables of sequences, by the name of the model. */
const sequenceTables: Readonly<Record<string, string>> = {
  'marketing.emailDripCampaigns': 'marketing_email_drip_campaigns',
  'marketing.campaignSequences': 'marketing_campaign_sequences',
  'marketing.emailSequenceWorkflows': 'marketing_email_sequence_workflows',
};

/** What is added to the counters of a workflow. */
interface Changes {
  readonly enrolled?: number;
  readonly active?: number;
  readonly completed?: number;
  readonly exited?: number;
  /** True when steps were carried out. */
  readonly ran?: boolean;
}

/**
 * Changes counters of a workflow. A sequence gets copies of all of them: the row of the workflow is locked, so the copies
 * are right whatever other transactions count. Workflows without a sequence cost no second statement.
 */
async function count(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  { enrolled = 0, active = 0, completed = 0, exited = 0, ran = false }: Changes,
): Promise<void> {
  const [row] = await tx.query<{ model: string | null }>(
    `update marketing_workflows w set enrolled_count = w.enrolled_count + $3::int, active_count = greatest(0, w.active_count + $4::int),
       completed_count = w.completed_count + $5::int, exited_count = w.exited_count + $6::int,
       last_run_at = case when $7::boolean then clock_timestamp() else w.last_run_at end
     where w.tenant_id = $1::bigint and w.id = $2::uuid returning w.source_model as model`,
    [tenantId, workflowId, enrolled, active, completed, exited, ran],
  );
  if (typeof row?.model === 'string') await showCounts(tx, tenantId, workflowId, row.model);
}

/** Copies the counters of a workflow to its sequence. */
export async function showCounts(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  sourceModel: string,
): Promise<void> {
  const table = sequenceTables[sourceModel];
  if (table === undefined) throw new Error(`${sourceModel} is not a model of sequences`);
  await tx.query(
    `update ${table} s set enrolled_count = w.enrolled_count, active_count = w.active_count,
       completed_count = w.completed_count, exited_count = w.exited_count
     from marketing_workflows w where w.tenant_id = $1::bigint and w.id = $2::uuid
       and s.tenant_id = $1::bigint and s.id = w.source_id::uuid and s.workflow_id = w.id`,
    [tenantId, workflowId],
  );
}

export const countEnrolled = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  enrolled: number,
): Promise<void> =>
  enrolled === 0 ? Promise.resolve() : count(tx, tenantId, workflowId, { enrolled, active: enrolled });

export interface Ended {
  readonly completed: number;
  readonly exited: number;
  /** Those that failed are neither. */
  readonly all: number;
}

export const countRun = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  { completed, exited, all }: Ended,
): Promise<void> => count(tx, tenantId, workflowId, { completed, exited, active: -all, ran: true });

export interface StepCounts {
  readonly id: string;
  readonly entered: number;
  readonly completed: number;
  readonly failed: number;
}

export const countSteps = (tx: Transaction, tenantId: string, counts: readonly StepCounts[]): Promise<unknown> =>
  counts.length === 0
    ? Promise.resolve()
    : tx.query(
        `with c as (select * from unnest($2::uuid[], $3::int[], $4::int[], $5::int[]) c(id, entered, completed, failed)),
         locked as (select s.id from marketing_workflow_steps s where s.tenant_id = $1::bigint and s.id in (select id from c)
           order by s.id for no key update)
         update marketing_workflow_steps s set entered_count = s.entered_count + c.entered,
           completed_count = s.completed_count + c.completed, failed_count = s.failed_count + c.failed
         from c join locked l on l.id = c.id where s.tenant_id = $1::bigint and s.id = c.id`,
        [
          tenantId,
          counts.map(({ id }) => id),
          counts.map(({ entered }) => entered),
          counts.map(({ completed }) => completed),
          counts.map(({ failed }) => failed),
        ],
      );

/** Counts active enrollments that were deleted. */
export const countParked = (tx: Transaction, tenantId: string, workflowId: string, parked: number): Promise<void> =>
  count(tx, tenantId, workflowId, { active: -parked });

/** Counts an enrollment that is active again: it failed and is tried again, or was restored. */
export const countReturned = (tx: Transaction, tenantId: string, workflowId: string): Promise<void> =>
  count(tx, tenantId, workflowId, { active: 1 });
