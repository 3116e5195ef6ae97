import { settingValues } from './flow-settings.ts';
import { settingsKey } from './problems.ts';
import { type Flow, type Step, sortedJson } from './step.ts';

export interface StepChange {
  /** Null for the trigger, and `settingsKey` for the settings. */
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

const settingsStep = ({ settings }: Flow): Step => ({
  key: settingsKey,
  name: null,
  type: '',
  config: settingValues(settings),
  next: null,
});

/** The steps in which two versions of a flow differ. */
export function compareFlows(before: Flow, after: Flow): readonly StepChange[] {
  const changes: StepChange[] = [];
  if (sortedJson(triggerStep(before)) !== sortedJson(triggerStep(after)))
    changes.push({ key: null, kind: 'changed', before: triggerStep(before), after: triggerStep(after) });
  if (sortedJson(settingsStep(before)) !== sortedJson(settingsStep(after)))
    changes.push({ key: settingsKey, kind: 'changed', before: settingsStep(before), after: settingsStep(after) });
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

/** A part in which two forms of a step differ. */
export interface PartChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The parts in which two forms of a step differ: its name, type and follower, and those of its configuration. */
export function changedParts(before: Step, after: Step): readonly PartChange[] {
  const flat = ({ name, type, next, config }: Step) => ({ stepName: name, stepType: type, next, ...config });
  const [one, other]: Readonly<Record<string, unknown>>[] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
    .map((key) => ({ key, before: one?.[key] ?? null, after: other?.[key] ?? null }))
    .filter((part) => sortedJson(part.before) !== sortedJson(part.after));
}
