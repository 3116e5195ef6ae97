import type { ParamSink } from '#db/params.ts';
import type { Operator } from '../fields/field.ts';
import { copyForm } from '../fields/value-copies.ts';
import type { Comparison } from './filter.ts';

/**
 * Conditions on the copies of an indexed formula. They find the records by an index. Where a copy is equal to that of the value
 * of the filter, the formula itself is compared, because different values can have equal copies.
 */

/** The maximum of values that are searched with one scan each. Longer lists are compared row by row. */
const maxScans = 20;

const orders: Partial<Readonly<Record<Operator, readonly ('>' | '>=' | '<' | '<=')[]>>> = {
  gt: ['>'],
  gte: ['>='],
  lt: ['<'],
  lte: ['<='],
  between: ['>=', '<='],
};

/**
 * SQL that is true for the records that meet a comparison with an indexed formula; undefined when it has no copies, or when
 * they do not help: an index does not find what differs from a value, or contains it. `compare` gives SQL of the comparison
 * with the formula itself.
 */
export function compareCopies(
  { field, operator, values, people }: Comparison,
  alias: string,
  params: ParamSink,
  compare: () => string,
): string | undefined {
  const { copies, type } = field;
  if (!copies?.complete || people) return undefined;
  const { column, param, paramType, exact } = copyForm(type);
  const among = (test: string) =>
    `exists (select from formula_values v where v.tenant_id = ${alias}.tenant_id and v.record_id = ${alias}.id
    and v.index_id = '${copies.id}'::uuid and ${test})`;
  // Each kind of values has its own index, which contains only the rows of that kind.
  const kind = `v.text is ${column === 'text' ? 'not null' : 'null'}`;
  const copy = `v.${column}`;
  if (operator === 'null') return values[0] === true ? among('v.number is null and v.text is null') : undefined;
  if (operator === 'eq' || operator === 'in') {
    if (values.length === 0 || values.length > maxScans) return undefined;
    const found = among(`${kind} and ${copy} = any(${params.add(values.map(param), `${paramType}[]`)})`);
    return exact ? found : `(${found} and ${compare()})`;
  }
  const signs = orders[operator];
  if (!signs) return undefined;
  const limits = signs.map((sign, n) => ({ sign, limit: params.add(param(values[n] ?? null), paramType) }));
  const within = (signOf: (sign: string) => string) =>
    limits.map(({ sign, limit }) => `${copy} ${signOf(sign)} ${limit}`).join(' and ');
  if (exact) return among(`${kind} and ${within((sign) => sign)}`);
  // A formula is computed only for records at the limits: with 18,000 matches, computing all of them took half of the time.
  // `<>` instead of `<` and `>`, because the planner would count those twice, and then read and sort all matches.
  const isBetween = limits.map(({ limit }) => `${copy} <> ${limit}`).join(' and ');
  return among(`${kind} and ${within((sign) => `${sign[0]}=`)} and (${isBetween} or ${compare()})`);
}
