import { type Context, queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { countStatuses } from '../sql/count-statuses.ts';
import { countMailsOfSteps } from '../sql/mails-of-steps.ts';
import { countAtSteps } from '../sql/queue.ts';
import { readStepRows } from '../sql/step-rows.ts';
import { countRuns } from '../sql/step-runs.ts';
import { readTotals, type Total } from '../sql/totals.ts';

/** How many records went through each step of a workflow, in all versions, with those whose enrollments are not kept any more. */
export async function workflowStatistics(context: Context, workflow: RecordObject) {
  const id = String(workflow._id);
  const rows = await readStepRows(context, id);
  const counts = await readCounts(context, id);
  const of = (...names: string[]) => names.reduce((sum, name) => sum + counts.of('', name), 0);
  const enrolled = of('active', 'waiting', 'paused', 'completed', 'exited', 'failed');
  const named = new Map(rows.map((row) => [String(row.key), row]));
  const keys = new Set([...named.keys(), ...counts.stepKeys]);
  return {
    enrolled,
    active: of('active', 'waiting', 'paused'),
    completed: of('completed'),
    exited: of('exited'),
    failed: of('failed'),
    steps: [...keys]
      .filter((key) => key !== '')
      .map((stepKey) => {
        const step = (name: string) => counts.of(stepKey, name);
        const at = step(place);
        const gone = step('done') + step('skipped');
        const type = String(named.get(stepKey)?.type ?? counts.typeOf(stepKey));
        return {
          stepKey,
          name: named.get(stepKey)?.name ?? null,
          type,
          entered: gone + at,
          done: step('done'),
          waiting: at,
          skipped: step('skipped'),
          failed: step('failed') + step('unconfirmed'),
          conversion: enrolled === 0 ? null : Math.min(1, (gone + at) / enrolled),
          ...(type === 'sendEmail' &&
            step('done') > 0 && {
              opened: step('opened'),
              clicked: step('clicked'),
              replied: step('replied'),
            }),
        };
      }),
  };
}

/** The name under which the enrollments are counted that are at a step now. */
const place = 'at';

async function readCounts(context: Context, id: string): Promise<Counts> {
  const db = queryable(context);
  const { tenantId } = context.caller;
  const counts = new Counts();
  for (const total of await readTotals(db, tenantId, id)) counts.add(total);
  for (const { outcome, ...run } of await countRuns(db, tenantId, id)) counts.add({ ...run, name: outcome });
  for (const { stepKey, count } of await countAtSteps(db, tenantId, id))
    counts.add({ stepKey, name: place, type: '', count });
  for (const [name, count] of await countStatuses(db, tenantId, id)) counts.add({ stepKey: '', type: '', name, count });
  for (const [stepKey, mails] of await countMailsOfSteps(db, tenantId, id))
    for (const [name, count] of Object.entries(mails)) counts.add({ stepKey, type: 'sendEmail', name, count });
  return counts;
}

/** Counts by step and by what is counted. */
class Counts {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #types = new Map<string, string>();

  add({ stepKey, name, type, count }: Total): void {
    const ofStep = this.#counts.get(stepKey) ?? new Map<string, number>();
    this.#counts.set(stepKey, ofStep);
    ofStep.set(name, (ofStep.get(name) ?? 0) + count);
    if (type !== '') this.#types.set(stepKey, type);
  }

  of = (stepKey: string, name: string): number => this.#counts.get(stepKey)?.get(name) ?? 0;

  typeOf = (stepKey: string): string => this.#types.get(stepKey) ?? '';

  /** The steps of which there is a count besides that of the records at them. */
  get stepKeys(): string[] {
    return [...this.#counts].flatMap(([key, counts]) => (counts.size > 1 || !counts.has(place) ? [key] : []));
  }
}
