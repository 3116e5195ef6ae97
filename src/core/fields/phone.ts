import { matchPhone } from '#lib/match-text.ts';
import { type Companion, declare, type Field, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText, textSchema } from './strings.ts';
import { textType } from './text.ts';

/** Accepts the usual ways to write a phone number: 3 to 20 digits and an optional extension. */
const phoneNumber = /^(?=(?:\D*\d){3,20}\D*$)\+?[\d\s().\-/]+(?:(?:[Xx]|[Ee][Xx][Tt]\.?|#)\s?\d+)?$/;
export const phonePattern = phoneNumber.source;

export const checkPhone = (value: unknown, field: Field): string => {
  const text = checkText(value, field);
  if (!phoneNumber.test(text)) {
    throw new Problem('invalid_format', 'must be a telephone number such as +1 202 555 0100');
  }
  return text;
};

/**
 * The last nine digits, which the national and the international form of a number share. Their index finds a number
 * however it is formatted.
 */
const lastDigits: Companion = { suffix: 'key', column: 'text', of: (expression) => `phone_key(${expression})` };

export const phoneType: FieldType = {
  ...textType,
  name: 'phone',
  maxLength: 40,
  limits: ({ maxLength = 40 }) => ({ maxLength, pattern: phonePattern }),
  schema: (field) => ({ ...textSchema(field), pattern: phonePattern }),
  check: checkPhone,
  matchForm: (value) => matchPhone(String(value)),
  companion: ({ index }) => (index ? lastDigits : undefined),
  example: (_field, n) => `+1 202 555 ${String(n % 10000).padStart(4, '0')}`,
};

export const phone = (options: FieldOptions = {}) => declare(phoneType, options);
