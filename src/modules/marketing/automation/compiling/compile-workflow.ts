import type { Condition } from '#core/query/filter.ts';
import type { StepDefinition, WorkflowDefinition } from '../definition/definition.ts';
import { readConditions, requireKnown } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { describedSteps } from '../steps/described-steps.ts';
import { stepType } from '../steps/index.ts';
import type { StepType } from '../steps/step-type.ts';
import { type StepTypeName, stepTypeNames } from '../steps/step-type-names.ts';
import { readSendWindow, type SendWindow } from '../timing/send-window.ts';
import { readTrigger } from '../triggers/read-trigger.ts';
import { noTrigger, type Trigger } from '../triggers/trigger.ts';

/** A step with its configuration read. */
export interface CompiledStep {
  readonly step: StepDefinition;
  readonly type: StepType;
  readonly config: unknown;
  readonly conditions: readonly (readonly Condition[])[];
  /** The keys of the steps that may follow, by the part of the configuration that names them. */
  readonly following: readonly (readonly [string, string | null])[];
}

/** A definition with everything read, within what its owner may see. */
export interface CompiledWorkflow {
  readonly definition: WorkflowDefinition;
  readonly steps: ReadonlyMap<string, CompiledStep>;
  readonly trigger: Trigger;
  /** Conditions of the records that the trigger enrolls. */
  readonly conditions: readonly Condition[];
  /** The conditions among them that are not those of the trigger. */
  readonly ownConditions: readonly Condition[];
  /** Who matches has reached the goal of the workflow, and leaves it. */
  readonly goal: readonly Condition[];
  /** Who matches leaves, with the reason. */
  readonly exits: readonly Exit[];
  /** Steps to which a record goes as soon as it matches. */
  readonly goalSteps: readonly { readonly key: string; readonly conditions: readonly Condition[] }[];
  readonly window: SendWindow | undefined;
}

interface Exit {
  readonly reason: string;
  readonly conditions: readonly Condition[];
}

/** Something in a definition that cannot be carried out. */
export interface DefinitionProblem {
  /** Null for the workflow itself. */
  readonly stepKey: string | null;
  readonly part: string;
  readonly code: string;
  readonly message: string;
}

export class DefinitionError extends Error {
  readonly problems: readonly DefinitionProblem[];

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems.map(problemText).join(' '));
    this.problems = problems;
  }
}

export const problemText = ({ stepKey, part, message }: DefinitionProblem): string =>
  `${stepKey === null ? '' : `Step ${stepKey}: `}${part} ${message}.`;

/** Reads a definition. Throws a `DefinitionError` with everything that is wrong. */
export function compileWorkflow(reading: StepReading): CompiledWorkflow {
  const { definition, model } = reading;
  const problems: DefinitionProblem[] = [];
  const attempt = <T>(stepKey: string | null, otherwise: T, read: () => T, prefix = ''): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StepProblem)) throw error;
      problems.push({ stepKey, part: `${prefix}${error.part}`, code: error.code, message: error.message });
      return otherwise;
    }
  };
  const steps = new Map<string, CompiledStep>();
  for (const step of definition.steps) {
    const type = stepType(step.type);
    if (!type) {
      const message = `must be one of ${stepTypeNames.join(', ')}`;
      problems.push({ stepKey: step.key, part: 'type', code: 'invalid_value', message });
      continue;
    }
    const compiled = attempt(step.key, undefined, () => compileStep(reading, step, type), 'config.');
    if (compiled) steps.set(step.key, compiled);
  }
  const filter = (part: 'conditions' | 'goal' | 'exitConditions'): Condition[] =>
    attempt(null, [], () => readConditions(reading, model, definition[part] ?? {}, part));
  const trigger = attempt(null, noTrigger, () => readTrigger(reading));
  const ownConditions = filter('conditions');
  const compiled: CompiledWorkflow = {
    definition,
    steps,
    trigger,
    conditions: [...ownConditions, ...trigger.conditions],
    ownConditions,
    goal: filter('goal'),
    exits: exitsOf(reading, filter('exitConditions')),
    goalSteps: [...steps.values()].flatMap(({ step, conditions }) =>
      step.type === 'goal' ? [{ key: step.key, conditions: conditions.flat() }] : [],
    ),
    window: attempt(null, undefined, () => readSendWindow(definition.sendWindow), 'sendWindow.'),
  };
  problems.push(...graphProblems(definition, steps));
  if (problems.length > 0) throw new DefinitionError(problems);
  return compiled;
}

function compileStep(reading: StepReading, step: StepDefinition, type: StepType): CompiledStep {
  requireKnown(step.config, Object.keys(describedSteps[step.type as StepTypeName].parts));
  const config = type.read(reading, step.config);
  const following = [...(type.nextKeys?.(config) ?? []), ['next', step.next] as const];
  return { step, type, config, conditions: type.conditions?.(config) ?? [], following };
}

function exitsOf(reading: StepReading, own: readonly Condition[]): Exit[] {
  const { model, definition } = reading;
  const exits: Exit[] = own.length > 0 ? [{ reason: 'It matches the exit conditions.', conditions: own }] : [];
  if (definition.exitOnUnsubscribe && model.fields.has('doNotEmail'))
    exits.push({
      reason: 'The person does not want mails.',
      conditions: readConditions(reading, model, { doNotEmail: true }, 'exitOnUnsubscribe'),
    });
  return exits;
}

function graphProblems({ steps }: WorkflowDefinition, compiled: CompiledWorkflow['steps']): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const keys = new Set<string>();
  for (const { key } of steps) {
    if (keys.has(key))
      problems.push({ stepKey: key, part: 'key', code: 'not_unique', message: 'is that of two steps' });
    keys.add(key);
  }
  for (const { step, following } of compiled.values())
    for (const [part, next] of following)
      if (next !== null && !keys.has(next))
        problems.push({
          stepKey: step.key,
          part: part === 'next' ? part : `config.${part}`,
          code: 'unknown_step',
          message: `names ${next}, which is not a step of the workflow`,
        });
  if (problems.length > 0 || compiled.size !== steps.length) return problems;
  return [...unreachable(steps, compiled), ...loops(compiled)];
}

function unreachable(steps: readonly StepDefinition[], compiled: CompiledWorkflow['steps']): DefinitionProblem[] {
  // A goal is reached from anywhere.
  const reached = new Set(steps.filter(({ type }, n) => n === 0 || type === 'goal').map(({ key }) => key));
  for (const key of reached) for (const next of nextOf(compiled, key)) reached.add(next);
  return steps.flatMap(({ key }) =>
    reached.has(key)
      ? []
      : [{ stepKey: key, part: 'key', code: 'unreachable', message: 'is reached from no other step' }],
  );
}

const nextOf = (compiled: CompiledWorkflow['steps'], key: string): string[] =>
  (compiled.get(key)?.following ?? []).flatMap(([, next]) => next ?? []);

/** Steps that lead back to themselves without a wait would never end. */
function loops(compiled: CompiledWorkflow['steps']): DefinitionProblem[] {
  const state = new Map<string, 'open' | 'done'>();
  const problems: DefinitionProblem[] = [];
  const visit = (key: string): void => {
    state.set(key, 'open');
    for (const next of compiled.get(key)?.step.type === 'wait' ? [] : nextOf(compiled, key)) {
      if (state.get(next) === 'open')
        problems.push({
          stepKey: key,
          part: 'next',
          code: 'endless_loop',
          message: `leads back to ${next} without a wait, so it would never end`,
        });
      else if (!state.has(next)) visit(next);
    }
    state.set(key, 'done');
  };
  for (const key of compiled.keys()) if (!state.has(key)) visit(key);
  return problems;
}
