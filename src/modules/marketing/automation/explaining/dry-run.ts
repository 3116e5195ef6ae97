import { type Context, inTransaction, queryable } from '#core/context.ts';
import { AppError, invalid, validationFailed } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { matchRecords } from '#core/query/match-records.ts';
import { readDatabaseClock } from '#db/database-clock.ts';
import { stepProblem } from '../compiling/check-workflow.ts';
import {
  type CompiledStep,
  type CompiledWorkflow,
  compileWorkflow,
  DefinitionError,
  problemText,
} from '../compiling/compile-workflow.ts';
import { definitionOf } from '../compiling/read-definition.ts';
import { readStepRows } from '../sql/step-rows.ts';
import type { Enrolled, StepResult, StepRun } from '../steps/step-type.ts';
import { explainEntry } from './explain-entry.ts';

export interface DryStep {
  readonly key: string;
  readonly type: string;
  /** Says what is decided, and why. */
  readonly decision: string;
  /** Says what would be done. */
  readonly would: string;
  readonly next: string | null;
}

/** A workflow with a loop is followed so far. */
const maxDrySteps = 50;

/** Goes through the steps of a workflow as it is now with a record, as the caller sees it. Waits are passed at once. */
export async function dryRunWorkflow(context: Context, workflow: RecordObject, recordId: string, sendToMe: boolean) {
  const definition = definitionOf(workflow, await readStepRows(context, String(workflow._id)), context.registry);
  const model = context.registry.named(definition.model);
  if (!model) throw new AppError('conflict', `The model ${definition.model} does not exist.`);
  const calendar = await readCalendar(context, undefined);
  const clock = await readDatabaseClock(queryable(context));
  const compiled = compiledOrRefused(() => compileWorkflow({ context, definition, model, calendar }));
  const grant = context.caller.access.grant(model, 'read');
  const [found] = await matchRecords(context, grant, [recordId], []);
  if (!found)
    throw invalid(
      'recordId',
      'reference_not_found',
      `is not a record of ${model.labelPlural.toLowerCase()} that you may read`,
    );
  const record = JSON.parse(found.record) as RecordObject;
  const steps: DryStep[] = [];
  const outputs: Record<string, never> = {};
  let key = definition.steps[0]?.key ?? null;
  while (key !== null && steps.length < maxDrySteps) {
    const step = compiled.steps.get(key);
    if (!step) break;
    const [matched] = await matchRecords(context, grant, [recordId], step.conditions);
    const row: Enrolled = {
      enrollmentId: recordId,
      recordId,
      record,
      runs: 0,
      enteredAt: clock.now(),
      signal: null,
      depth: 0,
      attempt: 1,
      matched: matched?.matched ?? [],
      trigger: {},
      outputs,
    };
    const { caller } = context;
    const run: StepRun = {
      context,
      workflowId: String(workflow._id),
      definition,
      model,
      step: step.step,
      calendar,
      clock,
      rows: [row],
    };
    const problem = await stepProblem({ context, definition, model, calendar }, step);
    if (problem) {
      steps.push({ ...base(step), decision: 'The step would fail.', would: problemText(problem), next: null });
      break;
    }
    const dry = await dryStep(run, step, sendToMe && caller.email !== null ? caller.email : undefined);
    steps.push(dry);
    key = dry.next;
  }
  return { enrolls: await explainEntry(context, { definition, compiled, model, recordId }), steps };
}

function compiledOrRefused(compile: () => CompiledWorkflow): CompiledWorkflow {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw validationFailed(
      error.problems.map((problem) => ({
        field: problem.stepKey === null ? problem.part : `steps.${problem.stepKey}.${problem.part}`,
        code: problem.code,
        message: problemText(problem),
      })),
    );
  }
}

const base = ({ step }: CompiledStep) => ({ key: step.key, type: step.type });

async function dryStep(run: StepRun, compiled: CompiledStep, testTo: string | undefined): Promise<DryStep> {
  const { step, type, config } = compiled;
  if (type.would) {
    const sent =
      step.type === 'sendEmail' && testTo !== undefined ? await sendTest(run, type, config, testTo) : undefined;
    const [one] = await type.would(run, config);
    const next = one?.next === undefined ? step.next : one.next;
    return { ...base(compiled), decision: sent ?? 'The step is carried out.', would: one?.would ?? '', next };
  }
  const result = await decided(run, type, config);
  const next =
    'next' in result && result.next !== undefined ? result.next : result.outcome === 'exited' ? null : step.next;
  return { ...base(compiled), decision: result.why, would: next === null ? 'Ends.' : `Goes on at ${next}.`, next };
}

/** Steps without an effect decide in the same way as in a real run. */
async function decided(run: StepRun, type: CompiledStep['type'], config: unknown): Promise<StepResult> {
  const [result] = await inTransaction(run.context, (context) => type.run({ ...run, context }, config, undefined));
  return result as StepResult;
}

async function sendTest(run: StepRun, type: CompiledStep['type'], config: unknown, testTo: string): Promise<string> {
  const prepared = await type.prepare?.(run, config);
  const [result] = await inTransaction(run.context, (context) =>
    type.run({ ...run, context, testTo }, config, prepared as undefined),
  );
  return result?.outcome === 'done' ? `The mail was sent to ${testTo}.` : (result?.why ?? '');
}
