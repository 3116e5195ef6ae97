import { type Context, queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { countStatuses } from '../sql/count-statuses.ts';
import { countMailsOfSteps } from '../sql/mails-of-steps.ts';
import { countAtSteps } from '../sql/queue.ts';
import { readStepRows } from '../sql/step-rows.ts';
import { countRuns } from '../sql/step-runs.ts';

/** How many records went through each step of a workflow, in all versions. */
export async function workflowStatistics(context: Context, workflow: RecordObject) {
  const db = queryable(context);
  const { tenantId } = context.caller;
  const id = String(workflow._id);
  const [runs, places, rows, statuses, mails] = [
    await countRuns(db, tenantId, id),
    await countAtSteps(db, tenantId, id),
    await readStepRows(context, id),
    await countStatuses(db, tenantId, id),
    await countMailsOfSteps(db, tenantId, id),
  ];
  const enrolled = [...statuses.values()].reduce((sum, one) => sum + one, 0);
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (statuses.get(name) ?? 0), 0);
  const names = new Map(rows.map((row) => [String(row.key), row]));
  const keys = new Set([...names.keys(), ...runs.map(({ stepKey }) => stepKey)]);
  return {
    enrolled,
    active: of('active', 'waiting', 'paused'),
    completed: of('completed'),
    exited: of('exited'),
    failed: of('failed'),
    steps: [...keys]
      .filter((key) => key !== '')
      .map((stepKey) => {
        const outcome = (name: string) =>
          runs.find((one) => one.stepKey === stepKey && one.outcome === name)?.count ?? 0;
        const at = places.filter((one) => one.stepKey === stepKey).reduce((sum, one) => sum + one.count, 0);
        const gone = outcome('done') + outcome('skipped');
        const mail = mails.get(stepKey);
        return {
          stepKey,
          name: names.get(stepKey)?.name ?? null,
          type: String(names.get(stepKey)?.type ?? runs.find((one) => one.stepKey === stepKey)?.type ?? ''),
          entered: gone + at,
          done: outcome('done'),
          waiting: at,
          skipped: outcome('skipped'),
          failed: outcome('failed') + outcome('unconfirmed'),
          conversion: enrolled === 0 ? null : Math.min(1, (gone + at) / enrolled),
          ...(mail && { opened: mail.opened, clicked: mail.clicked, replied: mail.replied }),
        };
      }),
  };
}
