import { declare, type FieldOptions, type FieldType } from './field.ts';
import { checkText, textFromJson, textOperators, textSchema, wellFormed } from './strings.ts';

export const textType: FieldType = {
  name: 'text',
  maxLength: 255,
  column: 'text',
  operators: textOperators,
  sortable: true,
  searchable: true,
  schema: textSchema,
  check: checkText,
  parse: wellFormed,
  fromJson: textFromJson,
  example: (field, n) => field.options?.[0]?.value ?? `${field.label} ${n}`.slice(-(field.maxLength ?? 255)),
};

/** One line of text, up to 255 characters unless said otherwise. */
export const text = (options: FieldOptions = {}) => declare(textType, options);
