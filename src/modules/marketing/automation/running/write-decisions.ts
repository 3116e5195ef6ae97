import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { enrollmentsModel } from '../model-names.ts';
import { countRun, countSteps } from '../sql/counters.ts';
import { saveProgress } from '../sql/progress.ts';
import { type Move, moveClaimed, type QueuedEnrollment, removeFromQueue } from '../sql/queue.ts';
import { addRuns, type NewRun } from '../sql/step-runs.ts';
import type { Decision, Group } from './group.ts';

/** The waits before each retry of a step. */
const retryDelaysMs = [30_000, 120_000, 600_000, 3_600_000, 14_400_000];

type Ending = { readonly status: 'completed' | 'exited' | 'failed'; readonly why: string | null };

/** Where an enrollment goes. */
type Way =
  | { readonly kind: 'on'; readonly stepKey: string }
  | { readonly kind: 'wait'; readonly until: Date | null; readonly phase: 0 | 1; readonly isRetry: boolean }
  | ({ readonly kind: 'end' } & Ending);

function wayOf({ step, clock }: Group, decision: Decision): Way {
  if (decision.kind === 'jump') return { kind: 'on', stepKey: decision.to };
  if (decision.kind !== 'step')
    return { kind: 'end', status: decision.kind === 'goal' ? 'completed' : 'exited', why: decision.why };
  const { result, row } = decision;
  switch (result.outcome) {
    case 'done':
    case 'skipped': {
      const next = result.next === undefined ? (step?.step.next ?? null) : result.next;
      return next === null ? { kind: 'end', status: 'completed', why: null } : { kind: 'on', stepKey: next };
    }
    case 'waiting':
      return { kind: 'wait', until: result.until, phase: 1, isRetry: false };
    case 'postponed':
      return { kind: 'wait', until: result.until, phase: 0, isRetry: false };
    case 'exited':
      return { kind: 'end', status: 'exited', why: result.why };
    case 'unconfirmed':
      return { kind: 'end', status: 'failed', why: `Not confirmed: ${result.why}` };
    case 'failed': {
      const delayMs = result.canRetry ? retryDelaysMs[row.tries] : undefined;
      return delayMs === undefined
        ? { kind: 'end', status: 'failed', why: result.why }
        : { kind: 'wait', until: new Date(clock.now().getTime() + delayMs), phase: 0, isRetry: true };
    }
  }
}

/**
 * Writes what was decided: the log, where each enrollment goes, and its end. It runs in the transaction of the effects.
 * Returns the enrollments that go on at once.
 */
export async function writeDecisions(
  context: TransactionContext,
  group: Group,
  decisions: readonly Decision[],
): Promise<QueuedEnrollment[]> {
  const { tx, caller } = context;
  const { tenantId } = caller;
  const ways = decisions.map((decision) => ({ decision, way: wayOf(group, decision) }));
  await addRuns(
    tx,
    tenantId,
    group.workflow.id,
    ways.map(({ decision, way }) => runOf(group, decision, way)),
  );
  const moves = ways.flatMap(({ decision, way }) => (way.kind === 'end' ? [] : [moveOf(group, decision, way)]));
  await moveClaimed(tx, tenantId, group.claim, moves);
  await writeEnds(context, group, ways);
  await markWaiting(context, ways);
  await saveProgress(
    tx,
    tenantId,
    ways.flatMap(({ decision: { row }, way }) =>
      way.kind === 'on'
        ? []
        : [
            {
              id: row.id,
              version: row.version,
              stepKey: row.stepKey,
              nextAt: way.kind === 'wait' ? way.until : null,
              runs: row.runs + 1,
              attempt: row.tries + 1,
            },
          ],
    ),
  );
  await count(context, group, ways);
  const going = new Map(moves.filter(({ keeps }) => keeps).map((move) => [move.id, move]));
  return decisions.flatMap(({ row }) => {
    const move = going.get(row.id);
    return move
      ? [
          {
            ...row,
            stepKey: move.stepKey,
            phase: 0,
            signal: null,
            tries: 0,
            runs: move.runs,
            enteredAt: group.clock.now(),
          },
        ]
      : [];
  });
}

/** Adds the results of enrollments to their logs that were ended or lost meanwhile. Nothing else changes. */
export function logLate(context: TransactionContext, group: Group, decisions: readonly Decision[]): Promise<void> {
  const runs = decisions.map((decision) => runOf(group, decision, wayOf(group, decision)));
  return addRuns(context.tx, context.caller.tenantId, group.workflow.id, runs, 'late');
}

type Ways = readonly { readonly decision: Decision; readonly way: Way }[];

function runOf({ step }: Group, decision: Decision, way: Way): NewRun {
  const { row } = decision;
  const base = {
    enrollmentId: row.id,
    n: row.runs,
    version: row.version,
    stepKey: row.stepKey,
    attempt: row.tries + 1,
  };
  const type = step?.step.type ?? 'missing';
  if (decision.kind !== 'step')
    return { ...base, type, outcome: 'skipped', why: decision.why, input: null, output: null };
  const { result } = decision;
  const outcome = result.outcome === 'exited' ? 'done' : result.outcome === 'postponed' ? 'waiting' : result.outcome;
  const again = way.kind === 'wait' && way.isRetry ? ` It is tried again at ${way.until?.toISOString()}.` : '';
  return {
    ...base,
    type,
    outcome,
    why: `${result.why}${again}`,
    input: result.input ?? null,
    output: result.output ?? null,
  };
}

function moveOf({ clock }: Group, { row }: Decision, way: Exclude<Way, { kind: 'end' }>): Move {
  const base = { id: row.id, version: row.version, runs: row.runs + 1 };
  return way.kind === 'on'
    ? { ...base, stepKey: way.stepKey, phase: 0, tries: 0, nextAt: clock.now(), enters: true, keeps: true }
    : {
        ...base,
        stepKey: row.stepKey,
        phase: way.phase,
        tries: way.isRetry ? row.tries + 1 : row.tries,
        nextAt: way.until,
        enters: false,
        keeps: false,
      };
}

async function writeEnds(context: TransactionContext, { workflow, clock }: Group, ways: Ways): Promise<void> {
  const ends = ways.flatMap(({ decision, way }) => (way.kind === 'end' ? [{ row: decision.row, way }] : []));
  if (ends.length === 0) return;
  const at = clock.now().toISOString();
  await removeFromQueue(
    context.tx,
    context.caller.tenantId,
    ends.map(({ row }) => row.id),
  );
  await setValues(
    context,
    ends.map(({ row, way }) => ({ row, values: endValues(way, at) })),
  );
  const ofStatus = (status: Ending['status']) => ends.filter(({ way }) => way.status === status).length;
  await countRun(context.tx, context.caller.tenantId, workflow.id, {
    completed: ofStatus('completed'),
    exited: ofStatus('exited'),
    all: ends.length,
  });
}

export function endValues({ status, why }: Ending, at: string): Record<string, JsonValue> {
  if (status === 'completed') return { status, completedAt: at, exitReason: why?.slice(0, 255) ?? null };
  if (status === 'exited') return { status, exitedAt: at, exitReason: why?.slice(0, 255) ?? null };
  return { status, error: why?.slice(0, 2000) ?? null };
}

/** An enrollment counts as waiting from its first wait on. */
async function markWaiting(context: TransactionContext, ways: Ways): Promise<void> {
  const rows = ways.flatMap(({ decision, way }) => (way.kind === 'wait' && !way.isRetry ? [decision.row] : []));
  await setValues(
    context,
    rows.map((row) => ({ row, values: { status: 'waiting' } })),
  );
}

/** Writes values of enrollments. The events say how many workflows led to them, because workflows may follow enrollments. */
async function setValues(
  context: TransactionContext,
  changes: readonly { readonly row: QueuedEnrollment; readonly values: Record<string, JsonValue> }[],
): Promise<void> {
  for (const [depth, some] of Map.groupBy(changes, ({ row }) => row.depth))
    await updateMany(
      { ...asPlatform(context), depth },
      enrollmentsModel(context),
      some.map(({ row, values }) => ({ id: row.id, values })),
      { withoutHooks: true },
    );
}

async function count({ tx, caller }: TransactionContext, { compiled }: Group, ways: Ways): Promise<void> {
  const counts = new Map<string, { id: string; entered: number; completed: number; failed: number }>();
  for (const { decision, way } of ways) {
    if (decision.kind !== 'step') continue;
    const { row, result } = decision;
    const id = compiled.steps.get(row.stepKey)?.step.id;
    if (!id) continue;
    const one = counts.get(id) ?? { id, entered: 0, completed: 0, failed: 0 };
    if (row.phase === 0 && row.tries === 0 && result.outcome !== 'postponed') one.entered += 1;
    if (result.outcome === 'done' || result.outcome === 'skipped' || result.outcome === 'exited') one.completed += 1;
    if (way.kind === 'end' && way.status === 'failed') one.failed += 1;
    counts.set(id, one);
  }
  await countSteps(tx, caller.tenantId, [...counts.values()]);
}
