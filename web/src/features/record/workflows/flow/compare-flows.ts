import { type Flow, type Step, sortedJson } from './step.ts';

export interface StepChange {
  /** Null for the trigger. */
  readonly key: string | null;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: Step | undefined;
  readonly after?: Step | undefined;
}

const triggerStep = ({ trigger, triggerConfig }: Flow): Step => ({
  key: '',
  name: null,
  type: trigger,
  config: triggerConfig,
  next: null,
});

/** The steps in which two versions of a flow differ. */
export function compareFlows(before: Flow, after: Flow): readonly StepChange[] {
  const changes: StepChange[] = [];
  if (sortedJson(triggerStep(before)) !== sortedJson(triggerStep(after)))
    changes.push({ key: null, kind: 'changed', before: triggerStep(before), after: triggerStep(after) });
  const known = new Map(before.steps.map((step) => [step.key, step]));
  for (const step of after.steps) {
    const old = known.get(step.key);
    if (!old) changes.push({ key: step.key, kind: 'added', after: step });
    else if (sortedJson(old) !== sortedJson(step))
      changes.push({ key: step.key, kind: 'changed', before: old, after: step });
  }
  const kept = new Set(after.steps.map(({ key }) => key));
  for (const step of before.steps)
    if (!kept.has(step.key)) changes.push({ key: step.key, kind: 'removed', before: step });
  return changes;
}
