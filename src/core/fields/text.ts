import { matchText } from '#lib/match-text.ts';
import { type Companion, declare, type FieldOptions, type FieldType } from './field.ts';
import { checkText, textFromJson, textLimits, textOperators, textSchema, wellFormed } from './strings.ts';

/** The value in lower case, for case-insensitive comparison of emails and unique texts. */
export const folded: Companion = { suffix: 'folded', column: 'text', of: (expression) => `lower(${expression})` };

export const textType: FieldType = {
  name: 'text',
  maxLength: 255,
  column: 'text',
  operators: textOperators,
  sortable: true,
  searchable: true,
  limits: textLimits,
  schema: textSchema,
  check: checkText,
  parse: wellFormed,
  fromJson: textFromJson,
  matchForm: (value) => matchText(String(value)),
  companion: ({ unique }) => (unique ? folded : undefined),
  example: (field, n) => field.options?.[0]?.value ?? `${field.label} ${n}`.slice(-(field.maxLength ?? 255)),
};

/** One line of text; `maxLength` is 255 by default. */
export const text = (options: FieldOptions = {}) => declare(textType, options);
