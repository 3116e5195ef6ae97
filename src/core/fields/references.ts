import { declare, type FieldOptions, type FieldType, type JsonValue, Problem } from './field.ts';
import { checkId, referenceType } from './reference.ts';
import { arrayFromJson, kindOf } from './strings.ts';

const most = 500;

/** Several records, in order. Arrays cannot be foreign keys; operations check and clear them in the same transaction. */
export const referencesType: FieldType = {
  name: 'references',
  pointsTo: true,
  column: 'uuid[]',
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  sortable: false,
  searchable: false,
  array: true,
  limits: () => ({ maxItems: most, uniqueItems: true, items: { type: 'reference' } }),
  schema: () => ({ type: 'array', maxItems: most, uniqueItems: true, items: { type: 'string', format: 'uuid' } }),
  check(value) {
    if (!Array.isArray(value)) throw new Problem('invalid_type', `must be an array of ids, not ${kindOf(value)}`);
    if (value.length > most) throw new Problem('too_long', `must hold at most ${most} ids`);
    const ids = value.map(checkId);
    if (new Set(ids).size !== ids.length) throw new Problem('invalid_format', 'must not name a record twice');
    return ids as JsonValue;
  },
  parse: checkId,
  fromJson: (json) => arrayFromJson(json, 'uuid'),
  example: (field, n) => [referenceType.example(field, n)],
};

/** `references('ui.screens')` */
export const references = (to: string, options: FieldOptions = {}) => declare(referencesType, { ...options, to });
