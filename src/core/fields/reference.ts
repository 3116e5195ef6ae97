import { isId } from '#lib/ids.ts';
import { declare, type FieldOptions, type FieldType, Problem } from './field.ts';
import { kindOf } from './strings.ts';

export const checkId = (value: unknown): string => {
  if (typeof value !== 'string') throw new Problem('invalid_type', `must be the id of a record, not ${kindOf(value)}`);
  const id = value.toLowerCase();
  if (!isId(id)) throw new Problem('invalid_format', 'must be the id of a record');
  return id;
};

/** A foreign key to a record of the same tenant. */
export const referenceType: FieldType = {
  name: 'reference',
  pointsTo: true,
  column: 'uuid',
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  sortable: true,
  searchable: false,
  limits: () => ({}),
  schema: () => ({ type: 'string', format: 'uuid' }),
  check: checkId,
  parse: checkId,
  fromJson: (json) => `(${json}#>>'{}')::uuid`,
  matchForm: String,
  example: () => '01930000-0000-7000-8000-000000000000',
};

/** `reference('sales.accounts')` */
export const reference = (to: string, options: FieldOptions = {}) => declare(referenceType, { ...options, to });
