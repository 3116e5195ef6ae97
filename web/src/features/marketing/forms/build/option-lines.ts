import type { FieldSettings } from '../form.ts';

type Options = NonNullable<FieldSettings['options']>;

const labelOf = (option: Options[number]): string => (typeof option === 'string' ? option : option.label);

/** Options as they are typed: one on each line. */
export const linesOf = (options: Options | undefined): string => (options ?? []).map(labelOf).join('\n');

/** The options of the lines. One whose line is unchanged keeps the value that is stored. */
export const optionsFrom = (lines: string, before: Options | undefined): Options =>
  lines.split('\n').map((line) => (before ?? []).find((option) => labelOf(option) === line) ?? line);
