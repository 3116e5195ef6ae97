import type { Transaction } from '#db/database.ts';

/** Counters of workflows and steps. They are written without events. */

export const countEnrolled = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  count: number,
): Promise<unknown> =>
  count === 0
    ? Promise.resolve()
    : tx.query(
        `update marketing_workflows w set enrolled_count = w.enrolled_count + $3::int, active_count = w.active_count + $3::int
         where w.tenant_id = $1::bigint and w.id = $2::uuid`,
        [tenantId, workflowId, count],
      );

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
): Promise<unknown> =>
  tx.query(
    `update marketing_workflows w set completed_count = w.completed_count + $3::int, exited_count = w.exited_count + $4::int,
       active_count = greatest(0, w.active_count - $5::int), last_run_at = clock_timestamp()
     where w.tenant_id = $1::bigint and w.id = $2::uuid`,
    [tenantId, workflowId, completed, exited, all],
  );

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

/** Counts an enrollment that failed and is tried again. */
export const countReturned = (tx: Transaction, tenantId: string, workflowId: string): Promise<unknown> =>
  tx.query(
    'update marketing_workflows w set active_count = w.active_count + 1 where w.tenant_id = $1::bigint and w.id = $2::uuid',
    [tenantId, workflowId],
  );
