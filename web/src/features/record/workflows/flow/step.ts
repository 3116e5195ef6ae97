import { type FlowSettings, settingsOf, settingValues } from './flow-settings.ts';

export type Config = Readonly<Record<string, unknown>>;

/** A step as the field `steps` of a workflow has it. */
export interface Step {
  readonly key: string;
  readonly name: string | null;
  readonly type: string;
  readonly config: Config;
  readonly next: string | null;
}

/** The parts of a workflow that the editor changes. The first step is the one after the trigger. */
export interface Flow {
  readonly modelKey: string;
  readonly trigger: string;
  readonly triggerConfig: Config;
  readonly settings: FlowSettings;
  readonly steps: readonly Step[];
}

/** A way out of a step. `part` is its place: `next`, `else`, `branches.0`, `parts.1`, `timeoutNext`, `rejectedNext`. */
export interface Way {
  readonly part: string;
  /** The key of the step that follows; null for the end. */
  readonly to: string | null;
}

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Config => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly Config[] => (Array.isArray(value) ? value.map(objectOf) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function stepOf(value: unknown, n: number): Step {
  const { key, name, type, config, next } = objectOf(value);
  return {
    key: keyOf(key) ?? `step${n + 1}`,
    name: keyOf(name),
    type: textOf(type),
    config: objectOf(config),
    next: keyOf(next),
  };
}

/** Reads the flow of a workflow. Like the server, it lets steps follow each other when none of them names the next one. */
export function flowOf(record: Readonly<Record<string, unknown>>): Flow {
  const { modelKey, trigger, triggerConfig, steps } = record;
  const read = (Array.isArray(steps) ? steps : []).map(stepOf);
  const isInOrder = read.every(({ next }) => next === null);
  return {
    modelKey: keyOf(modelKey) ?? 'contacts',
    trigger: keyOf(trigger) ?? 'manual',
    triggerConfig: objectOf(triggerConfig),
    settings: settingsOf(record),
    steps: read.map((step, n) => withoutNext(isInOrder ? { ...step, next: read[n + 1]?.key ?? null } : step)),
  };
}

/** The server reads no `next` of these steps: their parts name what follows. */
const choosing: ReadonlySet<string> = new Set(['branch', 'split', 'exit']);

const withoutNext = (step: Step): Step => (choosing.has(step.type) ? { ...step, next: null } : step);

/**
 * The flow as values of the record. Steps that choose get their first way as `next`, because a workflow in which no step
 * has one is read as a list whose steps follow each other.
 */
export function valuesOf({ steps, settings, ...flow }: Flow): Readonly<Record<string, unknown>> {
  return {
    ...flow,
    ...settingValues(settings),
    steps: steps.map((step) => ({ ...step, next: step.next ?? firstWay(step) })),
  };
}

const firstWay = (step: Step): string | null =>
  step.type === 'exit' || !choosing.has(step.type) ? null : (waysOf(step).find(({ to }) => to !== null)?.to ?? null);

/** True when the server would read the steps as a list, although they are a graph. */
export const isReadAsList = (flow: Flow): boolean =>
  flow.steps.length > 1 && (valuesOf(flow).steps as readonly Step[]).every(({ next }) => next === null);

/** The JSON of a value with its keys in order, because a stored object has them in another one. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

export const isSameFlow = (one: Flow, other: Flow): boolean => sortedJson(one) === sortedJson(other);

/** The ways out of a step, the usual one first for steps that have `next`. */
export function waysOf({ type, config, next }: Step): readonly Way[] {
  const own: Way = { part: 'next', to: next };
  if (type === 'exit') return [];
  if (type === 'branch')
    return [
      ...listOf(config.branches).map((branch, n) => ({ part: `branches.${n}`, to: keyOf(branch.next) })),
      { part: 'else', to: keyOf(config.else) },
    ];
  if (type === 'split') return listOf(config.parts).map((one, n) => ({ part: `parts.${n}`, to: keyOf(one.next) }));
  if (type === 'approval') return [own, { part: 'rejectedNext', to: keyOf(config.rejectedNext) }];
  if (type === 'wait' && config.event !== undefined && config.timeoutNext !== undefined)
    return [own, { part: 'timeoutNext', to: keyOf(config.timeoutNext) }];
  return [own];
}

/** The step with another step after one of its ways. */
export function withWay(step: Step, part: string, to: string | null): Step {
  if (part === 'next') return { ...step, next: to };
  const [list = '', index] = part.split('.');
  if (index === undefined) return { ...step, config: { ...step.config, [list]: to } };
  const changed = listOf(step.config[list]).map((one, n) => (n === Number(index) ? { ...one, next: to } : one));
  return { ...step, config: { ...step.config, [list]: changed } };
}
