import fc from 'fast-check';
import type { Json } from '../harness.ts';

/** Random workflows, records and events for the comparison of the engine with a simulator. */

export interface Step {
  readonly key: string;
  readonly type: string;
  readonly config: Json;
  readonly next: string | null;
}

export interface Definition {
  readonly steps: readonly Step[];
  readonly trigger: string;
  readonly triggerConfig: Json;
  readonly goal: Json;
  readonly exitConditions: Json;
}

export interface Values {
  readonly title: string | null;
  readonly department: string | null;
}

export type Action =
  | { readonly kind: 'enroll' | 'leave' | 'pause' | 'resume'; readonly record: number }
  | { readonly kind: 'change'; readonly record: number; readonly values: Partial<Values> }
  | { readonly kind: 'activity'; readonly record: number; readonly type: string }
  | { readonly kind: 'advance'; readonly hours: number };

export interface Scenario {
  readonly main: Definition;
  /** The workflow in which steps of `main` enroll. It changes nothing that conditions of `main` read. */
  readonly second: Definition;
  readonly records: readonly Values[];
  readonly actions: readonly Action[];
}

const word = fc.constantFrom('a', 'b', 'c');
const value = fc.option(word, { nil: null, freq: 4 });
const hours = fc.integer({ min: 1, max: 4 });
const activityType = fc.constantFrom('call', 'meeting');

const test = fc.oneof(
  word,
  word.map((ne) => ({ ne })),
);
const departmentFilter: fc.Arbitrary<Json> = fc.record({ department: test });
const filter: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ title: test }),
  departmentFilter,
  fc.record({ title: test, department: test }),
);
/** Rare enough that most records stay in a workflow. */
const rareFilter: fc.Arbitrary<Json> = fc.record({ title: word, department: word });

/** The key of a later step, or the end. Waits may go back, too. */
type NextAt = (n: number, canGoBack: boolean) => fc.Arbitrary<string | null>;

const keyOf = (n: number): string => `s${n}`;

const nextWithin =
  (count: number): NextAt =>
  (n, canGoBack) => {
    const later = Array.from({ length: count }, (_, other) => other).filter((other) => canGoBack || other > n);
    if (later.length === 0) return fc.constant(null);
    return fc.option(fc.constantFrom(...later.map(keyOf)), { nil: null, freq: 5 });
  };

type StepMaker = (n: number, next: NextAt) => fc.Arbitrary<Omit<Step, 'key'>>;

const plain =
  (type: string, config: fc.Arbitrary<Json>): StepMaker =>
  (n, next) =>
    fc.record({ type: fc.constant(type), config, next: next(n, false) });

const waitFor: StepMaker = (n, next) =>
  fc.record({
    type: fc.constant('wait'),
    config: hours.map((count) => ({ for: `${count}h` })),
    next: next(n, true),
  });

const waitForEvent =
  (events: fc.Arbitrary<Json>): StepMaker =>
  (n, next) =>
    fc
      .record({ event: events, timeout: fc.option(hours), timeoutNext: next(n, true), after: next(n, true) })
      .map(({ event, timeout, timeoutNext, after }) => ({
        type: 'wait',
        config: { event, ...(timeout !== null && { timeout: `${timeout}h`, timeoutNext }) },
        next: after,
      }));

const branch =
  (conditions: fc.Arbitrary<Json>): StepMaker =>
  (n, next) =>
    fc
      .record({
        branches: fc.array(fc.record({ filter: conditions, next: next(n, false) }), { minLength: 1, maxLength: 3 }),
        otherwise: next(n, false),
      })
      .map(({ branches, otherwise }) => ({ type: 'branch', config: { branches, else: otherwise }, next: null }));

const split: StepMaker = (n, next) =>
  fc.tuple(fc.integer({ min: 0, max: 100 }), next(n, false), next(n, false)).map(([percent, first, other]) => ({
    type: 'split',
    config: {
      parts: [
        { percent, next: first },
        { percent: 100 - percent, next: other },
      ],
    },
    next: null,
  }));

const activityEvent: fc.Arbitrary<Json> = activityType.map((type) => ({ type: 'activity.created', filter: { type } }));
const contactEvent: fc.Arbitrary<Json> = filter.map((one) => ({ type: 'contact.updated', filter: one }));

const tagStep = (type: string, prefix: string) =>
  plain(
    type,
    fc.constantFrom(1, 2).map((n) => ({ tag: `${prefix}${n}` })),
  );
const scoreStep = plain(
  'score',
  fc.integer({ min: -5, max: 9 }).map((points) => ({ points })),
);
const createStep = plain(
  'createRecord',
  fc.constant({ model: 'sales.tasks', values: { title: 'T {{ record.title }}', contactId: '{{ record._id }}' } }),
);
const exitStep = plain('exit', fc.constant({ reason: 'enough' }));
const brokenStep = plain('updateRecord', fc.constant({ values: { email: 'no address {{ record.title }}' } }));

const titleStep = plain(
  'updateRecord',
  fc.constantFrom<Json>(
    { values: { title: 'a' } },
    { values: { title: 'b' } },
    { values: { title: '{{ contact.department }}' } },
    { values: { title: null } },
  ),
);

const enrollStep = plain('enroll', fc.constant({ workflowId: 'second' }));
const goalStep = (conditions: fc.Arbitrary<Json>) =>
  plain(
    'goal',
    conditions.map((one) => ({ filter: one })),
  );

interface Weighted {
  readonly weight: number;
  readonly make: StepMaker;
}

function stepsOf(kinds: readonly Weighted[], maxSteps: number): fc.Arbitrary<readonly Step[]> {
  return fc.integer({ min: 1, max: maxSteps }).chain((count) => {
    const next = nextWithin(count);
    const steps = Array.from({ length: count }, (_, n) =>
      fc
        .oneof(...kinds.map(({ weight, make }) => ({ weight, arbitrary: make(n, next) })))
        .map((step): Step => ({ key: keyOf(n), ...step })),
    );
    return fc.tuple(...steps).map(reachable);
  });
}

/** The keys that a step names. */
const nextKeysOf = ({ config, next }: Step): string[] =>
  [
    next,
    config.timeoutNext,
    config.else,
    ...(config.branches ?? []).map((one: Json) => one.next),
    ...(config.parts ?? []).map((one: Json) => one.next),
  ].filter((key) => typeof key === 'string');

/** Leaves out steps that nothing leads to, which an activation refuses. */
function reachable(steps: readonly Step[]): readonly Step[] {
  const reached = new Set(steps.filter(({ type }, n) => n === 0 || type === 'goal').map(({ key }) => key));
  for (const key of reached)
    for (const next of nextKeysOf(steps.find((step) => step.key === key) as Step)) reached.add(next);
  const kept = steps.filter(({ key }) => reached.has(key));
  // When no step names another one, the platform takes them in their order.
  return kept.some((step) => nextKeysOf(step).length > 0) ? kept : kept.slice(0, 1);
}

const mainKinds = (enrolls: boolean): Weighted[] => [
  { weight: 4, make: waitFor },
  { weight: 3, make: waitForEvent(enrolls ? activityEvent : fc.oneof(activityEvent, contactEvent)) },
  { weight: 3, make: branch(filter) },
  { weight: 1, make: split },
  { weight: 3, make: titleStep },
  { weight: 2, make: tagStep('addTag', 'm') },
  { weight: 1, make: tagStep('removeTag', 'm') },
  { weight: 2, make: scoreStep },
  { weight: 1, make: createStep },
  { weight: 1, make: exitStep },
  { weight: 1, make: brokenStep },
  { weight: 2, make: goalStep(filter) },
  ...(enrolls ? [{ weight: 3, make: enrollStep }] : []),
];

const secondKinds: Weighted[] = [
  { weight: 3, make: waitFor },
  { weight: 2, make: branch(departmentFilter) },
  { weight: 1, make: split },
  { weight: 3, make: tagStep('addTag', 's') },
  { weight: 3, make: scoreStep },
  { weight: 1, make: createStep },
  { weight: 1, make: exitStep },
];

const trigger = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ trigger: 'manual', triggerConfig: {} }) },
  {
    weight: 3,
    arbitrary: filter.map((one) => ({
      trigger: 'recordUpdated',
      triggerConfig: { fields: ['department'], filter: one },
    })),
  },
);

const main: fc.Arbitrary<Definition> = fc
  .tuple(
    fc.boolean().chain((enrolls) => stepsOf(mainKinds(enrolls), 9)),
    trigger,
    fc.option(rareFilter, { freq: 2 }),
    fc.option(rareFilter, { freq: 2 }),
  )
  .map(([steps, started, goal, exitConditions]) => ({ steps, ...started, goal, exitConditions }));

const second: fc.Arbitrary<Definition> = stepsOf(secondKinds, 5).map((steps) => ({
  steps,
  trigger: 'manual',
  triggerConfig: {},
  goal: null,
  exitConditions: null,
}));

const recordCount = 3;
const record = fc.nat({ max: recordCount - 1 });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('enroll' as const), record }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      record,
      values: fc.oneof(
        fc.record({ title: value }),
        fc.record({ department: value }),
        fc.record({ title: value, department: value }),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('activity' as const), record, type: activityType }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('advance' as const), hours }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'pause' as const, 'resume' as const), record }),
  },
);

export const scenarios = (actionCount: number): fc.Arbitrary<Scenario> =>
  fc.record({
    main,
    second,
    records: fc.array(fc.record({ title: value, department: value }), {
      minLength: recordCount,
      maxLength: recordCount,
    }),
    actions: fc.array(action, { minLength: actionCount, maxLength: actionCount }),
  });
