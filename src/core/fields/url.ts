import { matchHost } from '#lib/match-text.ts';
import { declare, type Field, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText } from './strings.ts';
import { textType } from './text.ts';

const address = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S+$/;
export const urlPattern = address.source;

export const checkUrl = (value: unknown, field: Field): string => {
  const text = checkText(value, field);
  if (!address.test(text) || !URL.canParse(text)) {
    throw new Problem('invalid_format', 'must be an http or https address such as https://example.com');
  }
  return text;
};

export const urlType: FieldType = {
  ...textType,
  name: 'url',
  maxLength: 2000,
  limits: ({ maxLength = 2000 }) => ({ maxLength, pattern: urlPattern }),
  schema: (field) => ({ type: 'string', format: 'uri', maxLength: field.maxLength }),
  check: checkUrl,
  matchForm: (value) => matchHost(String(value)),
  example: (_field, n) => `https://example.com/${n}`,
};

export const url = (options: FieldOptions = {}) => declare(urlType, options);

/** A URL on this server, stored as its path, so that it stays valid when the server's address changes. */
const serverPathType: FieldType = {
  ...urlType,
  limits: ({ maxLength = 2000 }) => ({ maxLength }),
  schema: (field) => ({ type: 'string', format: 'uri-reference', maxLength: field.maxLength }),
  check: checkText,
  example: (_field, n) => `/api/example/${n}`,
};

export const serverPath = (options: FieldOptions = {}) => declare(serverPathType, options);
