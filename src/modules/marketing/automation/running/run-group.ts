import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { isTransient, writeResult } from '#core/queue/write-result.ts';
import { WorkflowStopped } from '../compiling/owner.ts';
import { lockClaimed, placeAt, type QueuedEnrollment, queueTable, waitOn } from '../sql/queue.ts';
import type { Enrolled, StepResult, StepRun } from '../steps/step-type.ts';
import type { Decision, Group } from './group.ts';
import { readRows } from './read-rows.ts';
import { sendTimes } from './send-times.ts';
import { logLate, writeDecisions } from './write-decisions.ts';

/**
 * Carries out a step for some enrollments, in one transaction with its log. When that fails, each is tried alone, so that
 * the error of one does not hold up the others. Returns the enrollments that go on at once.
 */
export async function runGroup(group: Group): Promise<QueuedEnrollment[]> {
  const { enrolled, decisions } = await readRows(group);
  const going = [...(await write(group, decisions))];
  if (enrolled.length === 0) return going;
  if (!group.step) {
    const gone = enrolled.map(
      ({ row }): Decision =>
        row.stepKey === ''
          ? { row, kind: 'goal', why: 'The workflow has no steps.' }
          : { row, kind: 'exit', why: `The version of the workflow has no step ${row.stepKey}.` },
    );
    return [...going, ...(await write(group, gone))];
  }
  const looked = enrolled.filter(({ row }) => row.signal === 'look').map(({ row }) => row.id);
  if (looked.length > 0)
    await inTransaction(group.context, ({ tx, caller }) => waitOn(tx, caller.tenantId, group.claim, looked));
  for (const phase of [0, 1]) {
    // Two workflows that write the same records at the same time lock them in the same order.
    const some = enrolled
      .filter(({ row }) => row.phase === phase && row.signal !== 'look')
      .toSorted((a, b) => (a.row.recordId < b.row.recordId ? -1 : 1));
    for (const part of partsOf(group, some)) {
      // The others are released with the claim, and their effects have not begun.
      if (part !== some && group.isOver()) break;
      going.push(...(await runTogether(group, part)));
    }
  }
  return going;
}

/** The maximum of calls of other systems at the same time. A pause, or the end of a turn, waits for these only. */
const maxOutside = 5;

function partsOf({ step }: Group, rows: Rows): Rows[] {
  if (rows.length === 0) return [];
  if (!step?.type.isOutside) return [rows];
  return Array.from({ length: Math.ceil(rows.length / maxOutside) }, (_, n) =>
    rows.slice(n * maxOutside, (n + 1) * maxOutside),
  );
}

type Rows = readonly { readonly row: QueuedEnrollment; readonly at: Enrolled }[];

async function runTogether(group: Group, rows: Rows): Promise<QueuedEnrollment[]> {
  try {
    return await runRows(group, rows);
  } catch (error) {
    if (error instanceof WorkflowStopped || isTransient(error)) throw error;
    if (error instanceof AppError && error.code === 'forbidden')
      throw new WorkflowStopped(`The owner of the workflow may not do what a step does: ${error.message}`);
    if (rows.length > 1) {
      const going: QueuedEnrollment[] = [];
      for (const one of rows) going.push(...(await runTogether(group, [one])));
      return going;
    }
    return write(
      group,
      rows.map(({ row }): Decision => ({ row, kind: 'step', result: failure(group, row, error) })),
    );
  }
}

function failure({ services, context, workflow }: Group, row: QueuedEnrollment, error: unknown): StepResult {
  if (error instanceof AppError) {
    const canRetry = error.status >= 500 || error.status === 429;
    const details = error.details.map(({ message }) => message).join(' ');
    return { outcome: 'failed', why: details === '' ? error.message : details, canRetry };
  }
  services.log.error(
    { err: error, tenantId: context.caller.tenantId, workflowId: workflow.id, enrollmentId: row.id },
    'a step of a workflow failed',
  );
  return {
    outcome: 'failed',
    why: 'An internal error occurred. The log of the server has the details.',
    canRetry: true,
  };
}

async function runRows(group: Group, rows: Rows): Promise<QueuedEnrollment[]> {
  const step = group.step as NonNullable<Group['step']>;
  const { type, config } = step;
  const run = await stepRun(group, rows);
  if (rows[0]?.row.phase === 1) {
    const results = type.resume?.(run, config) ?? rows.map(() => waited);
    return write(group, decisionsOf(rows, results));
  }
  const held = await sendTimes(run, group.compiled);
  const now = rows.filter((_, n) => !held[n]);
  const later = rows.flatMap(({ row }, n): Decision[] => {
    const result = held[n];
    return result ? [{ row, kind: 'step', result }] : [];
  });
  const going = await write(group, later);
  if (now.length > 0) going.push(...(await carryOut(group, now)));
  return going;
}

const waited: StepResult = { outcome: 'done', why: 'The time has come.' };

async function stepRun({ context, workflow, compiled, step, clock }: Group, rows: Rows): Promise<StepRun> {
  return {
    context,
    workflowId: workflow.id,
    definition: compiled.definition,
    model: workflow.model,
    step: (step as NonNullable<Group['step']>).step,
    calendar: await readCalendar(context, undefined),
    clock,
    rows: rows.map(({ at }) => at),
  };
}

async function carryOut(group: Group, rows: Rows): Promise<QueuedEnrollment[]> {
  const { type, config } = group.step as NonNullable<Group['step']>;
  const started = type.isOutside ? await start(group, rows) : rows;
  if (started.length === 0) return [];
  const run = await stepRun(group, started);
  const prepared = await type.prepare?.(run, config);
  const finish = () =>
    inTransaction(group.context, async (within) => {
      const locked = await lock(within, group, started, type.isOutside);
      // What was prepared is for all of them.
      if (locked.size < started.length && !type.isOutside) return locked;
      const context = { ...within, requestId: `workflow ${group.workflow.id} ${run.step.key}` };
      const results = await type.run({ ...run, context }, config, prepared as undefined);
      const decisions = decisionsOf(started, results);
      const isHeld = ({ row }: Decision) => locked.has(row.id);
      // An effect outside has happened, so the log has it also when somebody has ended the enrollment meanwhile.
      await logLate(
        within,
        group,
        decisions.filter((one) => !isHeld(one)),
      );
      return writeDecisions(within, group, decisions.filter(isHeld));
    });
  const lost = type.isOutside ? await finishOutside(group, started, finish) : await finish();
  if (Array.isArray(lost)) return lost;
  const left = started.filter(({ row }) => lost.has(row.id));
  return left.length > 0 ? carryOut(group, left) : [];
}

/** Writes the result of an effect outside the database. When that is not possible, the effect must not be repeated. */
async function finishOutside<T>(group: Group, rows: Rows, finish: () => Promise<T>): Promise<T | QueuedEnrollment[]> {
  const { services, context, workflow, isStopping } = group;
  try {
    return await writeResult(finish, { log: services.log, what: 'steps of workflows', isStopping });
  } catch (error) {
    if (isTransient(error)) throw error;
    services.log.error(
      { err: error, tenantId: context.caller.tenantId, workflowId: workflow.id },
      'the result of a step of a workflow could not be stored',
    );
    const why = 'The call was made, and its result could not be stored.';
    return write(
      group,
      decisionsOf(
        rows,
        rows.map((): StepResult => ({ outcome: 'unconfirmed', why })),
      ),
    );
  }
}

const decisionsOf = (rows: Rows, results: readonly StepResult[]): Decision[] =>
  rows.map(({ row }, n) => ({ row, kind: 'step', result: results[n] as StepResult }));

/** Marks an effect outside the database as started, so that it is not repeated when this node dies. */
function start({ context, claim }: Group, rows: Rows): Promise<Rows> {
  return inTransaction(context, async ({ tx, caller }) => {
    const locked = await lockClaimed(
      tx,
      caller.tenantId,
      claim,
      rows.map(({ row }) => row.id),
    );
    const started = await queueTable.of(tx, caller.tenantId, claim).start([...locked]);
    const [first] = rows;
    if (first) await placeAt(tx, caller.tenantId, claim, [...started], first.row);
    return rows.filter(({ row }) => started.has(row.id));
  });
}

const lock = (
  { tx, caller }: TransactionContext,
  { claim }: Group,
  rows: Rows,
  withPaused = false,
): Promise<Set<string>> =>
  lockClaimed(
    tx,
    caller.tenantId,
    claim,
    rows.map(({ row }) => row.id),
    withPaused,
  );

/** Writes decisions that have no effect of their own. */
async function write(group: Group, decisions: readonly Decision[]): Promise<QueuedEnrollment[]> {
  if (decisions.length === 0) return [];
  return inTransaction(group.context as Context, async (within) => {
    const ids = decisions.map(({ row }) => row.id);
    const locked = await lockClaimed(within.tx, within.caller.tenantId, group.claim, ids);
    return writeDecisions(
      within,
      group,
      decisions.filter(({ row }) => locked.has(row.id)),
    );
  });
}
