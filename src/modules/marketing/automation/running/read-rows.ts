import { queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { matchRecords } from '#core/query/match-records.ts';
import { isJsonObject } from '#lib/json.ts';
import type { QueuedEnrollment } from '../sql/queue.ts';
import { readValues } from '../sql/step-runs.ts';
import type { Enrolled } from '../steps/step-type.ts';
import type { Decision, Group } from './group.ts';

/** Rows at which the step is carried out, and decisions about the others. */
export interface ReadRows {
  readonly enrolled: readonly { readonly row: QueuedEnrollment; readonly at: Enrolled }[];
  readonly decisions: readonly Decision[];
}

/**
 * Reads the records of a group as the owner of the workflow sees them now, and decides about those that leave: they match
 * an exit condition, have reached a goal, or do not exist any more.
 */
export async function readRows(group: Group): Promise<ReadRows> {
  const { context, compiled, workflow, step, rows } = group;
  const { exits, goal, goalSteps } = compiled;
  const groups = [
    ...exits.map(({ conditions }) => conditions),
    ...(goal.length > 0 ? [goal] : []),
    ...goalSteps.map(({ conditions }) => conditions),
    ...(step?.conditions ?? []),
  ];
  const grant = context.caller.access.grant(workflow.model, 'read');
  const ids = [...new Set(rows.map(({ recordId }) => recordId))];
  const found = new Map((await matchRecords(context, grant, ids, groups)).map((one) => [one.id, one]));
  const isDeletion = compiled.trigger.watch?.isDeletion === true;
  const needsValues = step?.type.usesValues === true || isDeletion || goalSteps.length > 0;
  const values = needsValues
    ? await readValues(
        queryable(context),
        context.caller.tenantId,
        rows.map(({ id }) => id),
      )
    : undefined;
  const enrolled: { row: QueuedEnrollment; at: Enrolled }[] = [];
  const decisions: Decision[] = [];
  for (const row of rows) {
    const known = found.get(row.recordId);
    const { trigger = {}, outputs = {} } = values?.get(row.id) ?? {};
    const matched = known?.matched ?? groups.map(() => false);
    const record = known ? (JSON.parse(known.record) as RecordObject) : deletedRecord(isDeletion, trigger);
    if (!record) {
      decisions.push({
        row,
        kind: 'exit',
        why: 'The record was deleted, or the owner of the workflow may not see it any more.',
      });
      continue;
    }
    const early = earlyDecision(group, row, matched, outputs);
    if (early) decisions.push(early);
    else
      enrolled.push({
        row,
        at: asEnrolled(
          row,
          record,
          matched.slice(groups.length - (step?.conditions.length ?? 0)),
          trigger,
          outputs,
          group,
        ),
      });
  }
  return { enrolled, decisions };
}

/** The record of a workflow that begins with its deletion is the last state of it. */
const deletedRecord = (isDeletion: boolean, trigger: Readonly<Record<string, unknown>>): RecordObject | undefined =>
  isDeletion && isJsonObject(trigger.record) ? (trigger.record as RecordObject) : undefined;

function earlyDecision(
  { compiled: { exits, goal, goalSteps }, step }: Group,
  row: QueuedEnrollment,
  matched: readonly boolean[],
  outputs: Readonly<Record<string, unknown>>,
): Decision | undefined {
  if (row.signal === 'replied') return { row, kind: 'exit', why: 'The person answered a mail.' };
  const exit = exits.find((_, n) => matched[n]);
  if (exit) return { row, kind: 'exit', why: exit.reason };
  let next = exits.length;
  if (goal.length > 0) {
    if (matched[next]) return { row, kind: 'goal', why: 'The goal of the workflow is reached.' };
    next += 1;
  }
  const reached = goalSteps.filter(({ key }, n) => matched[next + n] && !wasReached(outputs[key]));
  // A reached goal is carried out before another one, otherwise two of them would send the record to each other for ever.
  if (reached.some(({ key }) => key === step?.step.key)) return undefined;
  const [first] = reached;
  return first && { row, kind: 'jump', to: first.key, why: 'The goal is reached.' };
}

const wasReached = (output: unknown): boolean => isJsonObject(output) && output.reached === true;

function asEnrolled(
  row: QueuedEnrollment,
  record: RecordObject,
  matched: readonly boolean[],
  trigger: Enrolled['trigger'],
  outputs: Enrolled['outputs'],
  { compiled }: Group,
): Enrolled {
  const { id, recordId, runs, enteredAt, signal, depth, tries } = row;
  return {
    enrollmentId: id,
    recordId,
    record,
    runs,
    enteredAt,
    signal,
    depth,
    attempt: tries + 1,
    matched,
    trigger,
    outputs: withNames(outputs, compiled),
  };
}

/** Answers of steps with `saveAs` can be read by that name too. */
function withNames(outputs: Enrolled['outputs'], { steps }: Group['compiled']): Enrolled['outputs'] {
  const named = Object.entries(outputs).flatMap(([key, output]) => {
    const name = steps.get(key)?.step.config.saveAs;
    return typeof name === 'string' && name !== '' ? [[name, output] as const] : [];
  });
  return named.length === 0 ? outputs : { ...outputs, ...Object.fromEntries(named) };
}
