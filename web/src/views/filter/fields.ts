import type { Operator } from '~/fields/kind.ts';
import { kindOf } from '~/fields/kinds.ts';
import type { Field, Model } from '~/metadata/model.ts';
import type { Registry } from '~/metadata/registry.ts';

/** A field of the model, or of a referenced record. */
export interface FilterField {
  /** Example: `stage` or `accountId.name`. */
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  /** The label of the reference, if the field belongs to a referenced record. */
  readonly through: string | undefined;
}

const canFilter = ({ filterable, type }: Field): boolean => filterable && type !== 'secret' && type !== 'json';

/** Rarely used fields come last. */
const rank = ({ titleField }: Model, { key }: Field): number =>
  key === titleField ? 0 : key === '_id' || key === 'version' ? 2 : 1;

/**
 * All fields for conditions: the fields of the model, then the fields of directly referenced records, unless only own
 * ones are wanted.
 */
export function filterFields(model: Model, registry: Registry, ownOnly = false): FilterField[] {
  const own = model.fields.filter(canFilter).sort((one, other) => rank(model, one) - rank(model, other));
  const direct = own.map((field) => ({ path: field.key, label: field.label, field, through: undefined }));
  if (ownOnly) return direct;
  const deep = own.flatMap((reference): FilterField[] => {
    const target = reference.type === 'reference' ? registry.target(reference) : undefined;
    return (target?.fields ?? []).filter(canFilter).map((field) => ({
      path: `${reference.key}.${field.key}`,
      label: `${reference.label} › ${field.label}`,
      field,
      through: reference.label,
    }));
  });
  return [...direct, ...deep];
}

/** Finds the field of a path. Undefined when the model has no such field or it is not visible to the person. */
export function findFilterField(model: Model, registry: Registry, path: string): FilterField | undefined {
  const [head = '', tail] = path.split('.');
  const field = registry.field(model, head);
  if (!field) return undefined;
  if (tail === undefined) return { path, label: field.label, field, through: undefined };
  const target = registry.target(field);
  const deep = target && registry.field(target, tail);
  return deep && { path, label: `${field.label} › ${deep.label}`, field: deep, through: field.label };
}

/** The text key of an operator, in the namespace `fields`. */
export function operatorKey({ type }: Field, operator: Operator): string {
  const isDate = type === 'date' || type === 'datetime';
  if (isDate && ['gt', 'gte', 'lt', 'lte', 'between'].includes(operator)) return `operatorDate.${operator}`;
  const isList = type === 'list' || type === 'references';
  if (isList && ['eq', 'ne', 'in', 'nin'].includes(operator)) return `operatorList.${operator}`;
  return `operator.${operator}`;
}

/** The default operator of a field, and the initial value of its condition. */
export function startOf(field: Field): { readonly operator: Operator; readonly value: unknown } {
  const operator = kindOf(field).operators[0] ?? 'eq';
  return { operator, value: startValue(operator) };
}

const startValue = (operator: Operator): unknown =>
  operator === 'null' ? true : operator === 'in' || operator === 'nin' ? [] : undefined;

type Shape = 'list' | 'pair' | 'flag' | 'one';

const shapeOf = (operator: Operator): Shape =>
  operator === 'in' || operator === 'nin'
    ? 'list'
    : operator === 'between'
      ? 'pair'
      : operator === 'null'
        ? 'flag'
        : 'one';

/** Converts the value of a condition for a new operator. It is kept if both operators take the same kind of value. */
export function carryValue(value: unknown, from: Operator, to: Operator): unknown {
  const [before, after] = [shapeOf(from), shapeOf(to)];
  if (before === after) return value;
  if (before === 'one' && after === 'list') return value === undefined || value === null || value === '' ? [] : [value];
  if (before === 'list' && after === 'one' && Array.isArray(value)) return value[0];
  return startValue(to);
}
