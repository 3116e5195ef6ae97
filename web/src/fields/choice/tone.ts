import type { Field } from '~/metadata/model.ts';

/** Calm colours, ordered so that neighbours differ clearly. */
const tones = ['blue', 'cyan', 'teal', 'lime', 'yellow', 'orange', 'grape', 'violet', 'indigo', 'pink'];

/** Values with the same meaning in every model, because people look for green and red. */
const meanings = new Map(
  Object.entries({
    green: 'won active approved paid completed resolved succeeded sent delivered published renewed achieved',
    red: 'lost failed bounced complained rejected declined churned critical urgent overdue missed failing',
    gray: 'draft inactive cancelled archived closed discarded expired retired aborted none unknown',
  }).flatMap(([color, values]) => values.split(' ').map((value) => [value, `var(--mantine-color-${color}-6)`])),
);

/** The colours of the statuses of a new account. As names of CSS they would be glaring, and `amber` is none. */
const standardColors = new Map(
  Object.entries({
    blue: 'blue',
    teal: 'teal',
    green: 'green',
    amber: 'yellow',
    orange: 'orange',
    red: 'red',
    grey: 'gray',
  }).map(([name, color]) => [name, `var(--mantine-color-${color}-6)`]),
);

/** A colour from a person or the registry. Other texts are ignored, because they come from outside. */
export const safeColor = (color: unknown): string | undefined =>
  typeof color === 'string' && /^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(color)
    ? (standardColors.get(color.toLowerCase()) ?? color)
    : undefined;

/**
 * The colour of an option: its own colour, the colour of its meaning, or a colour by its position. Other values and
 * long lists are grey.
 */
export function toneOf(field: Field, value: unknown): string {
  const position = field.options?.findIndex((option) => option.value === value) ?? -1;
  const own = safeColor(field.options?.[position]?.color);
  if (own !== undefined) return own;
  const meaning = position === -1 ? undefined : meanings.get(String(value));
  if (meaning !== undefined) return meaning;
  return position === -1 || (field.options?.length ?? 0) > tones.length
    ? 'var(--mantine-color-gray-5)'
    : `var(--mantine-color-${tones[position % tones.length]}-6)`;
}

/** The label of a value. A value that is not an option is shown as it is. */
export const labelOf = (field: Field, value: unknown): string =>
  field.options?.find((option) => option.value === value)?.label ?? String(value ?? '');
