import { type Config, type Flow, type Step, waysOf, withWay } from './step.ts';

/** The place of a new step: after a way of a step, or after the trigger when `from` is null. */
export interface Place {
  readonly from: string | null;
  readonly part: string;
}

export const stepWith = ({ steps }: Flow, key: string): Step | undefined => steps.find((step) => step.key === key);

export const replaceStep = (flow: Flow, key: string, step: Step): Flow => ({
  ...flow,
  steps: flow.steps.map((one) => (one.key === key ? step : one)),
});

/** The key of the step that follows a place; null for the end. */
export function after(flow: Flow, { from, part }: Place): string | null {
  if (from === null) return flow.steps[0]?.key ?? null;
  const step = stepWith(flow, from);
  return step ? (waysOf(step).find((way) => way.part === part)?.to ?? null) : null;
}

/** Lets another step follow a place. After the trigger, the step becomes the first one. */
export function connect(flow: Flow, { from, part }: Place, to: string | null): Flow {
  if (from !== null) {
    const step = stepWith(flow, from);
    return step ? replaceStep(flow, from, withWay(step, part, to)) : flow;
  }
  const first = to === null ? undefined : stepWith(flow, to);
  return first ? { ...flow, steps: [first, ...flow.steps.filter((step) => step !== first)] } : flow;
}

/** A key that no step has, made of the type of the step: `wait`, `wait2`. */
function newKey({ steps }: Flow, type: string): string {
  const taken = new Set(steps.map(({ key }) => key));
  let key = type;
  for (let n = 2; taken.has(key); n += 1) key = `${type}${n}`;
  return key;
}

/** Adds a step at a place. The step that was there follows it, in its first or last way. */
export function addStep(flow: Flow, place: Place, type: string, config: Config): { flow: Flow; key: string } {
  const key = newKey(flow, type);
  const follower = after(flow, place);
  const empty: Step = { key, name: null, type, config, next: null };
  const ways = waysOf(empty);
  const way = type === 'branch' ? ways.at(-1) : ways[0];
  const step = way ? withWay(empty, way.part, follower) : empty;
  if (place.from === null) return { flow: { ...flow, steps: [step, ...flow.steps] }, key };
  const index = flow.steps.findIndex((one) => one.key === place.from);
  const steps = [...flow.steps.slice(0, index + 1), step, ...flow.steps.slice(index + 1)];
  return { flow: connect({ ...flow, steps }, place, key), key };
}

/** Removes a step. What led to it leads to the step after it. */
export function removeStep(flow: Flow, key: string): Flow {
  const removed = stepWith(flow, key);
  if (!removed) return flow;
  const follower = waysOf(removed).find(({ to }) => to !== null && to !== key)?.to ?? null;
  const isFirst = flow.steps[0] === removed;
  const steps = flow.steps
    .filter((step) => step !== removed)
    .map((step) =>
      waysOf(step).reduce((changed, { part, to }) => (to === key ? withWay(changed, part, follower) : changed), step),
    );
  const rest = { ...flow, steps };
  return isFirst && follower !== null ? connect(rest, { from: null, part: 'next' }, follower) : rest;
}

const single = (step: Step): string | null | undefined => {
  const [way, ...others] = waysOf(step);
  return way && others.length === 0 ? way.to : undefined;
};

/**
 * Changes the places of a step and the one before it. Undefined when that is not clear: one of them has several ways, or
 * several steps lead to it.
 */
export function moveEarlier(flow: Flow, key: string): Flow | undefined {
  const step = stepWith(flow, key);
  const follower = step && single(step);
  const before = flow.steps.filter((one) => waysOf(one).some(({ to }) => to === key));
  const [previous] = before;
  if (!step || follower === undefined || !previous || before.length !== 1 || previous === step) return undefined;
  if (single(previous) !== key || follower === previous.key) return undefined;
  const steps = flow.steps.map((one) => {
    if (one === previous) return { ...one, next: follower };
    if (one === step) return { ...one, next: previous.key };
    return waysOf(one).reduce(
      (changed, { part, to }) => (to === previous.key ? withWay(changed, part, key) : changed),
      one,
    );
  });
  const moved = { ...flow, steps };
  return flow.steps[0] === previous ? connect(moved, { from: null, part: 'next' }, key) : moved;
}

/** Changes the places of a step and the one after it. */
export function moveLater(flow: Flow, key: string): Flow | undefined {
  const step = stepWith(flow, key);
  const follower = step && single(step);
  return typeof follower === 'string' ? moveEarlier(flow, follower) : undefined;
}
