import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { checkText, textLimits } from './strings.ts';

/** bcrypt ignores bytes after this length. */
const maxHashedBytes = 72;

/**
 * A secret. Clients write it; answers contain only `{ set: true }` or `{ set: false }`. It is stored encrypted or
 * hashed.
 */
export const secretType: FieldType = {
  name: 'secret',
  maxLength: 4000,
  column: 'text',
  operators: [],
  sortable: false,
  searchable: false,
  limits: (field) => ({
    minLength: field.declared.min ?? 1,
    ...textLimits(field),
    ...(field.declared.hash && { maxBytes: maxHashedBytes }),
  }),
  schema: (field) => ({ type: 'string', maxLength: field.maxLength, writeOnly: true }),
  check(value, field) {
    const text = checkText(value, field);
    if (text === '') throw new Problem('required', 'must not be empty; send null to remove it');
    if (field.declared.min !== undefined && [...text].length < field.declared.min) {
      throw new Problem('too_short', `must be at least ${field.declared.min} characters long`);
    }
    if (field.declared.hash && Buffer.byteLength(text) > maxHashedBytes) {
      throw new Problem('too_long', `must be at most ${maxHashedBytes} bytes long`);
    }
    return text;
  },
  parse: (text) => text,
  output: (column) => `(select row_to_json(s) from (select ${column} is not null as set) s)`,
  fromJson: (json) => `(${json}#>>'{}')`,
  seal: (value, field, { vault, passwords }) =>
    field.declared.hash ? passwords.hash(String(value)) : vault.encrypt(String(value)),
  example: (_field, n) => `correct horse battery ${n}`,
};

export const secret = (options: FieldOptions = {}) => declare(secretType, options);

/** The JSON Schema of the value that replaces a secret in answers. */
export const secretStateSchema = {
  type: 'object',
  properties: { set: { type: 'boolean' } },
  required: ['set'],
  additionalProperties: false,
} as const;
