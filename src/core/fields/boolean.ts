import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { kindOf } from './strings.ts';

export const booleanType: FieldType = {
  name: 'boolean',
  column: 'boolean',
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  sortable: true,
  searchable: false,
  limits: () => ({}),
  schema: () => ({ type: 'boolean' }),
  check(value) {
    if (typeof value !== 'boolean') throw new Problem('invalid_type', `must be true or false, not ${kindOf(value)}`);
    return value;
  },
  parse(text) {
    if (text !== 'true' && text !== 'false') throw new Problem('invalid_type', 'must be true or false');
    return text === 'true';
  },
  fromJson: (json) => `(${json}#>>'{}')::boolean`,
  example: (_field, n) => n % 2 === 1,
};

export const boolean = (options: FieldOptions = {}) => declare(booleanType, options);
