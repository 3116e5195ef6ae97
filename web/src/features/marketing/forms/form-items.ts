import type { Condition, Form, FormStep, LogicRule } from './form.ts';

/** An entry of the builder: a field, or the start of a step. */
export type FormItem =
  | { readonly kind: 'field'; readonly id: string }
  | { readonly kind: 'step'; readonly id: string; readonly title: string };

type Parts = Pick<Form, 'fields' | 'steps'>;

const stepId = (n: number): string => `step ${n}`;

/** Fields and steps in one list. Fields that belong to no step are in the last one, as on the page of the form. */
export function itemsOf({ fields, steps }: Parts): FormItem[] {
  const keys = fields ?? [];
  const field = (id: string): FormItem => ({ kind: 'field', id });
  if (!steps || steps.length === 0) return keys.map(field);
  const placed = new Set<string>();
  const items: FormItem[] = [];
  for (const [n, step] of steps.entries()) {
    items.push({ kind: 'step', id: stepId(n), title: step.title });
    for (const key of step.fields) {
      if (!keys.includes(key) || placed.has(key)) continue;
      placed.add(key);
      items.push(field(key));
    }
  }
  return [...items, ...keys.filter((key) => !placed.has(key)).map(field)];
}

/** The fields and steps of a form with these entries. Fields above the first step belong to it. */
export function fromItems(items: readonly FormItem[]): { fields: string[]; steps: FormStep[] } {
  const steps: { title: string; fields: string[] }[] = [];
  const early: string[] = [];
  for (const item of items) {
    if (item.kind === 'step') steps.push({ title: item.title, fields: [] });
    else (steps.at(-1)?.fields ?? early).push(item.id);
  }
  steps[0]?.fields.unshift(...early);
  return { fields: steps.length > 0 ? steps.flatMap((step) => step.fields) : early, steps };
}

/** Adds a step. The first one takes all existing fields. */
export function addStep(items: readonly FormItem[], title: (number: number) => string): FormItem[] {
  const step = (n: number): FormItem => ({ kind: 'step', id: stepId(n), title: title(n + 1) });
  const count = items.filter(({ kind }) => kind === 'step').length;
  return count === 0 ? [step(0), ...items, step(1)] : [...items, step(count)];
}

/** Creates a rule. All code that writes rules uses this function. */
export const makeRule = (
  conditions: readonly Condition[],
  effect: LogicRule['then'],
  fields: readonly string[],
  any = false,
): LogicRule => ({
  if: conditions,
  ...(any && { any }),
  // biome-ignore lint/suspicious/noThenProperty: the name is part of the API.
  then: effect,
  fields,
});

/** Removes the field from a rule. A rule without conditions or fields has no effect, so it is dropped. */
function withoutField(rule: LogicRule, key: string): LogicRule[] {
  const conditions = conditionsOf(rule).filter(({ field }) => field !== key);
  const fields = rule.fields.filter((field) => field !== key);
  return conditions.length === 0 || fields.length === 0 ? [] : [{ ...rule, if: conditions, fields }];
}

export const conditionsOf = ({ if: conditions }: LogicRule): readonly Condition[] => [conditions].flat();

/** The changes that remove a field and all references to it. */
export function removeField(form: Form, key: string) {
  const { [key]: _, ...fieldSettings } = form.fieldSettings ?? {};
  return {
    ...fromItems(itemsOf(form).filter(({ id }) => id !== key)),
    requiredFields: (form.requiredFields ?? []).filter((one) => one !== key),
    fieldSettings,
    logic: (form.logic ?? []).flatMap((rule) => withoutField(rule, key)),
  };
}
