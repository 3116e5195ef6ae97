import { asPlatform, type TenantName, tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { Transaction } from '#db/database.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countRun } from '../sql/counters.ts';
import { saveProgress } from '../sql/progress.ts';
import { queueTable, removeFromQueue } from '../sql/queue.ts';
import { readVersion } from '../sql/states.ts';
import { addRuns } from '../sql/step-runs.ts';
import { endValues } from './write-decisions.ts';

interface Expired {
  readonly claim: string;
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly stepKey: string;
  readonly runs: number;
  readonly tries: number;
}

/** The type of the step that was carried out. */
async function typeOf(tx: Transaction, tenantId: string, { workflowId, version, stepKey }: Expired): Promise<string> {
  const definition = await readVersion(tx, tenantId, workflowId, version);
  return definition?.steps.find(({ key }) => key === stepKey)?.type ?? 'missing';
}

const why = 'The server stopped while another system was called, so it is not known whether the call arrived.';

/**
 * Recovers enrollments whose node died or lost the database. A call of another system that it had begun is not repeated:
 * the enrollment fails as not confirmed, and a person may try it again.
 */
export async function recoverEnrollments(services: Services, tenant: TenantName): Promise<void> {
  const { tenantId } = tenant;
  const context = await tenantContext(services, tenant);
  await inTransaction(asPlatform(context), async (within) => {
    const { tx } = within;
    await queueTable.releaseExpired(tx, tenantId);
    const expired = await queueTable.lockExpired<Expired>(
      tx,
      tenantId,
      'q.enrollment_id as id, q.workflow_id as "workflowId", q.version, q.step_key as "stepKey", q.runs, q.tries',
    );
    if (expired.length === 0) return;
    await removeFromQueue(
      tx,
      tenantId,
      expired.map(({ id }) => id),
    );
    for (const row of expired) {
      const { id, runs, version, stepKey, tries } = row;
      const run = {
        enrollmentId: id,
        n: runs,
        version,
        stepKey,
        type: await typeOf(tx, tenantId, row),
        outcome: 'unconfirmed',
        why,
        input: null,
        output: null,
        attempt: tries + 1,
      } as const;
      await addRuns(tx, tenantId, row.workflowId, [run]);
      await countRun(tx, tenantId, row.workflowId, { completed: 0, exited: 0, all: 1 });
    }
    // Who tries it again begins at this step.
    await saveProgress(
      tx,
      tenantId,
      expired.map(({ id, version, stepKey, runs, tries }) => {
        return { id, version, stepKey, nextAt: null, runs: runs + 1, attempt: tries + 1 };
      }),
    );
    const values = endValues({ status: 'failed', why: `Not confirmed: ${why}` }, new Date().toISOString());
    await updateMany(
      within,
      enrollmentsModel(within),
      expired.map(({ id }) => ({ id, values })),
      { withoutHooks: true },
    );
    services.log.warn(
      { tenantId, count: expired.length },
      'steps of workflows are not confirmed, because their node died',
    );
  });
}
