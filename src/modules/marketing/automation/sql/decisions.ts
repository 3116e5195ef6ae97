import type { JsonValue } from '#core/fields/field.ts';
import type { Transaction } from '#db/database.ts';
import type { QueuedEnrollment } from './queue.ts';
import { addRuns } from './step-runs.ts';

/** Adds the decision of a person to the log of an enrollment that waits for it. */
export async function addDecision(
  tx: Transaction,
  tenantId: string,
  { id, workflowId, version, stepKey, runs, tries }: QueuedEnrollment & { readonly workflowId: string },
  { why, output }: { readonly why: string; readonly output: JsonValue },
): Promise<void> {
  const run = {
    enrollmentId: id,
    n: runs,
    version,
    stepKey,
    type: 'approval',
    outcome: 'waiting',
    why,
    input: null,
    output,
    attempt: tries + 1,
  } as const;
  await addRuns(tx, tenantId, workflowId, [run]);
  await tx.query(
    'update workflow_queue q set runs = q.runs + 1 where q.tenant_id = $1::bigint and q.enrollment_id = $2::uuid',
    [tenantId, id],
  );
}
