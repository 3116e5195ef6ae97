import { bestFirst } from '~/lib/rank-matches.ts';
import type { Field } from '~/metadata/model.ts';
import { Dot } from '../dot.tsx';
import type { OptionItem } from '../option-list.tsx';
import { labelOf, toneOf } from './tone.ts';

export const itemOf = (field: Field, value: string): OptionItem => ({
  value,
  label: labelOf(field, value),
  left: <Dot color={toneOf(field, value)} />,
});

/** The options whose label or value contains the text, best match first. */
export function itemsOf(field: Field, query: string): OptionItem[] {
  return bestFirst(field.options ?? [], query, ({ label, value }) => [label, value]).map(({ value }) =>
    itemOf(field, value),
  );
}

/** True when the text may become a new value: it is no option yet, and the field accepts others. */
export const isNewValue = ({ strict, options }: Field, text: string): boolean => {
  const wanted = text.toLocaleLowerCase();
  return (
    !strict && !options?.some(({ label, value }) => [label, value].some((name) => name.toLocaleLowerCase() === wanted))
  );
};
