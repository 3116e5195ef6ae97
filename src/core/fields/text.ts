import { type Companion, declare, type FieldOptions, type FieldType } from './field.ts';
import { checkText, textFromJson, textLimits, textOperators, textSchema, wellFormed } from './strings.ts';

/** The value without its case: emails and unique texts are compared by it. */
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
  companion: ({ unique }) => (unique ? folded : undefined),
  example: (field, n) => field.options?.[0]?.value ?? `${field.label} ${n}`.slice(-(field.maxLength ?? 255)),
};

/** One line of text, up to 255 characters unless said otherwise. */
export const text = (options: FieldOptions = {}) => declare(textType, options);
