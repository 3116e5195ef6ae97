import { declare, type Field, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText } from './strings.ts';
import { textType } from './text.ts';

/** People write numbers in many ways; this refuses only what cannot be one. */
export const checkPhone = (value: unknown, field: Field): string => {
  const text = checkText(value, field);
  const digits = text.replace(/\D/g, '').length;
  if (!/^\+?[\d\s().\-/]+(?:(?:x|ext\.?|#)\s?\d+)?$/i.test(text) || digits < 3 || digits > 20) {
    throw new Problem('invalid_format', 'must be a telephone number such as +1 202 555 0100');
  }
  return text;
};

export const phoneType: FieldType = {
  ...textType,
  name: 'phone',
  maxLength: 40,
  check: checkPhone,
  example: (_field, n) => `+1 202 555 ${String(n % 10000).padStart(4, '0')}`,
};

export const phone = (options: FieldOptions = {}) => declare(phoneType, options);
