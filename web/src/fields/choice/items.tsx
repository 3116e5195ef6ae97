import type { Field } from '~/metadata/model.ts';
import { Dot } from '../dot.tsx';
import type { OptionItem } from '../option-list.tsx';
import { labelOf, toneOf } from './tone.ts';

export const itemOf = (field: Field, value: string): OptionItem => ({
  value,
  label: labelOf(field, value),
  left: <Dot color={toneOf(field, value)} />,
});

/** The options whose label or value has the text in it. */
export function itemsOf(field: Field, query: string): OptionItem[] {
  const wanted = query.trim().toLocaleLowerCase();
  return (field.options ?? [])
    .filter(({ label, value }) => `${label} ${value}`.toLocaleLowerCase().includes(wanted))
    .map(({ value }) => itemOf(field, value));
}

/** Whether the text may be used as a value of its own: it is no option yet, and others are allowed. */
export const isNewValue = ({ strict, options }: Field, text: string): boolean => {
  const wanted = text.toLocaleLowerCase();
  return (
    !strict && !options?.some(({ label, value }) => [label, value].some((name) => name.toLocaleLowerCase() === wanted))
  );
};
