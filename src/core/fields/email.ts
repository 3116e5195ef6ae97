import { matchEmail } from '#lib/match-text.ts';
import { declare, type Field, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText } from './strings.ts';
import { folded, textType } from './text.ts';

const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

export const emailPattern = address.source;

export const checkEmail = (value: unknown, field: Field): string => {
  const text = checkText(value, field);
  if (!address.test(text)) throw new Problem('invalid_format', 'must be an email address such as jane@example.com');
  return text;
};

/** An email address. It is stored as the client sent it, and compared case-insensitively. */
export const emailType: FieldType = {
  ...textType,
  name: 'email',
  maxLength: 254,
  limits: ({ maxLength = 254 }) => ({ maxLength, pattern: emailPattern }),
  schema: (field) => ({ type: 'string', format: 'email', maxLength: field.maxLength }),
  check: checkEmail,
  equality: folded.of,
  matchForm: (value) => matchEmail(String(value)),
  companion: ({ index, unique }) => (index || unique ? folded : undefined),
  example: (_field, n) => `person${n}@example.com`,
};

export const email = (options: FieldOptions = {}) => declare(emailType, options);
