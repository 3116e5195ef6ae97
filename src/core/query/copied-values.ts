import type { ParamSink } from '#db/params.ts';
import type { Operator } from '../fields/field.ts';
import { copyForm } from '../fields/value-copies.ts';
import type { Comparison } from './filter.ts';

/**
 * Conditions on the copies of an indexed formula. They find the records by an index. A copy can be equal to that of another
 * value, so the formula itself is compared too.
 */

/** The maximum of values that are searched with one scan each. Longer lists are compared row by row. */
const maxScans = 20;

/** The comparisons of copies that are true for every record whose formula meets the condition. */
const comparisons: Partial<Readonly<Record<Operator, readonly string[]>>> = {
  eq: ['='],
  gt: ['>='],
  gte: ['>='],
  lt: ['<='],
  lte: ['<='],
  between: ['>=', '<='],
};

/**
 * SQL that is true for the records whose copy can meet a comparison; undefined when there are no copies, or when they do not
 * help: an index does not find what differs from a value, or contains it.
 */
export function copiesMeeting(
  { field, operator, values, people }: Comparison,
  alias: string,
  params: ParamSink,
): string | undefined {
  const { copies, type } = field;
  if (!copies?.complete || people) return undefined;
  const { column, param, paramType } = copyForm(type);
  const test = () => {
    if (operator === 'null') return values[0] === true ? 'v.number is null and v.text is null' : undefined;
    if (operator === 'in')
      return values.length > 0 && values.length <= maxScans
        ? `v.${column} = any(${params.add(values.map(param), `${paramType}[]`)})`
        : undefined;
    return comparisons[operator]
      ?.map((sign, n) => `v.${column} ${sign} ${params.add(param(values[n] ?? null), paramType)}`)
      .join(' and ');
  };
  const met = test();
  if (met === undefined) return undefined;
  // Each kind of values has its own index, which contains only the rows of that kind.
  const kind = operator === 'null' ? '' : ` and v.text is ${column === 'text' ? 'not null' : 'null'}`;
  return `exists (select from formula_values v where v.tenant_id = ${alias}.tenant_id and v.record_id = ${alias}.id
    and v.index_id = '${copies.id}'::uuid${kind} and ${met})`;
}
