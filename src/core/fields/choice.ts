import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText, textLimits } from './strings.ts';
import { textType } from './text.ts';

/**
 * A short text with suggested options. Other values are allowed unless `strict`, because businesses have their own
 * stages.
 */
export const choiceType: FieldType = {
  ...textType,
  name: 'choice',
  maxLength: 100,
  options: true,
  searchable: false,
  limits: (field) => (field.declared.strict ? { strict: true } : { minLength: 1, ...textLimits(field) }),
  schema: (field) => ({
    type: 'string',
    ...(field.declared.strict
      ? { enum: field.options?.map((option) => option.value) }
      : { minLength: 1, maxLength: field.maxLength }),
  }),
  check(value, field) {
    const text = checkText(value, field);
    if (text === '') throw new Problem('required', 'must not be empty; leave it out or send null');
    if (field.declared.strict && !field.options?.some((option) => option.value === text)) {
      const allowed = field.options?.map((option) => option.value).join(', ');
      throw new Problem('not_an_option', `must be one of ${allowed}`);
    }
    return text;
  },
  example: (field, n) => field.options?.[n % field.options.length]?.value ?? `choice ${n}`,
};

export const choice = (options: FieldOptions = {}) => declare(choiceType, options);
