import type { FieldSettings } from '../form.ts';

type Options = NonNullable<FieldSettings['options']>;

const labelOf = (option: Options[number]): string => (typeof option === 'string' ? option : option.label);

/** Converts options to text: one per line. */
export const linesOf = (options: Options | undefined): string => (options ?? []).map(labelOf).join('\n');

/** Parses options from lines. An option whose line is unchanged keeps its stored value. */
export const optionsFrom = (lines: string, before: Options | undefined): Options =>
  lines.split('\n').map((line) => (before ?? []).find((option) => labelOf(option) === line) ?? line);
