import type { Context } from '#core/context.ts';
import { AppError, validationFailed } from '#core/errors.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { isTimeZone } from '#lib/zoned-time.ts';
import { resolveAudience } from '../../segments/contract.ts';
import { maxSteps, type WorkflowDefinition } from '../definition/definition.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { checkTrigger } from '../triggers/check-trigger.ts';
import { type CompiledStep, compileWorkflow, DefinitionError, type DefinitionProblem } from './compile-workflow.ts';

/**
 * Refuses a definition that cannot be carried out, with everything that is wrong. The caller of the context is the owner
 * of the workflow.
 */
export async function checkWorkflow(context: Context, definition: WorkflowDefinition): Promise<void> {
  const problems = await problemsOf(context, definition);
  if (problems.length > 0) throw validationFailed(problems.map(asDetail));
}

async function problemsOf(context: Context, definition: WorkflowDefinition): Promise<readonly DefinitionProblem[]> {
  const own = (part: string, code: string, message: string): DefinitionProblem[] => [
    { stepKey: null, part, code, message },
  ];
  const model = context.registry.named(definition.model);
  if (!model) return own('modelKey', 'unknown_model', `names ${definition.model}, which is not a model`);
  if (definition.steps.length > maxSteps) return own('steps', 'too_long', `must be at most ${maxSteps} steps`);
  if (definition.timezone !== null && !isTimeZone(definition.timezone))
    return own('timezone', 'invalid_value', 'must be a time zone such as Europe/Berlin');
  const reading: StepReading = { context, definition, model, calendar: await readCalendar(context, undefined) };
  try {
    const compiled = compileWorkflow(reading);
    const { segmentIds, excludedSegmentIds } = definition;
    await resolveAudience(context, model, { segmentIds, excludedSegmentIds });
    const problems: DefinitionProblem[] = [];
    const trigger = await problemIn(() => checkTrigger(reading));
    if (trigger) problems.push({ stepKey: null, ...trigger, part: `triggerConfig.${trigger.part}` });
    for (const step of compiled.steps.values()) {
      const problem = await stepProblem(reading, step);
      if (problem) problems.push(problem);
    }
    return problems;
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
}

/** Something in a step that needs the database to be known, such as a template that does not exist. */
export async function stepProblem(
  reading: StepReading,
  { step, type, config }: CompiledStep,
): Promise<DefinitionProblem | undefined> {
  const problem = await problemIn(() => type.check?.(reading, config));
  return problem && { stepKey: step.key, ...problem, part: `config.${problem.part}` };
}

async function problemIn(
  check: () => Promise<void> | undefined,
): Promise<Omit<DefinitionProblem, 'stepKey'> | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof StepProblem) return { part: error.part, code: error.code, message: error.message };
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    const [detail] = error.details;
    const field = detail?.field ?? 'text';
    const message = (detail?.message ?? error.message).replace(`${field} `, '').replace(/\.$/, '');
    return { part: field, code: detail?.code ?? error.code, message };
  }
}

const asDetail = ({ stepKey, part, code, message }: DefinitionProblem) => {
  const field = stepKey === null ? part : `steps.${stepKey}.${part}`;
  return { field, code, message: `${field} ${message}.` };
};
