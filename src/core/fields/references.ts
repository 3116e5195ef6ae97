import { declare, type FieldOptions, type FieldType, type JsonValue, Problem } from './field.ts';
import { checkId, referenceType } from './reference.ts';
import { arrayFromJson, kindOf } from './strings.ts';

const maxItems = 500;

/** Several records, in order. Arrays cannot be foreign keys, so operations check and clear them in their transaction. */
export const referencesType: FieldType = {
  name: 'references',
  pointsTo: true,
  column: 'uuid[]',
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  sortable: false,
  searchable: false,
  array: true,
  limits: () => ({ maxItems, uniqueItems: true, items: { type: 'reference' } }),
  schema: () => ({ type: 'array', maxItems, uniqueItems: true, items: { type: 'string', format: 'uuid' } }),
  check(value) {
    if (!Array.isArray(value)) throw new Problem('invalid_type', `must be an array of ids, not ${kindOf(value)}`);
    if (value.length > maxItems) throw new Problem('too_long', `must hold at most ${maxItems} ids`);
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
