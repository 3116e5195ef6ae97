import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { numberType } from './number.ts';

export const integerType: FieldType = {
  ...numberType,
  name: 'integer',
  column: 'bigint',
  limits: ({ declared: { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } }) => ({ min, max }),
  schema: (field) => ({ ...numberType.schema(field), type: 'integer' }),
  check(value, field) {
    const checked = numberType.check(value, field);
    if (!Number.isSafeInteger(checked)) {
      throw new Problem('invalid_type', 'must be a whole number between -9007199254740991 and 9007199254740991');
    }
    return checked;
  },
  parse(text) {
    const value = Number(text);
    if (!/^-?\d{1,16}$/.test(text) || !Number.isSafeInteger(value)) {
      throw new Problem('invalid_type', 'must be a whole number');
    }
    return value;
  },
  // Comparisons of bigint are leakproof.
  companion: () => undefined,
  fromJson: (json) => `(${json}#>>'{}')::bigint`,
  example: ({ declared }, n) => Math.min((declared.min ?? 0) + n, declared.max ?? Number.MAX_SAFE_INTEGER),
};

export const integer = (options: FieldOptions = {}) => declare(integerType, options);
