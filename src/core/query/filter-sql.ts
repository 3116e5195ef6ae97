import type { ParamSink } from '#db/params.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import { compareCopies } from './copied-values.ts';
import type { Comparison, Condition } from './filter.ts';
import { equalTo, equalToAny, isNull, listContainsAny, orderedComparison } from './indexed-comparisons.ts';
import type { NamedPeople } from './named-people.ts';
import { membersOf, scopedRows, tableAs, teamsOf, withinReach } from './rows.ts';

const compareSql = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Compares a field of a row with values. */
type Compare = (comparison: Comparison, alias: string, params: ParamSink) => string;

/** Compiles conditions to SQL. Every value becomes a parameter; inlined text comes only from model declarations. */
export const compileConditions = (
  conditions: readonly Condition[],
  alias: string,
  params: ParamSink,
  compareWith: Compare = compare,
): string => conditions.map((condition) => ` and ${compile(condition, alias, params, compareWith)}`).join('');

/**
 * `compileConditions` for statements that only read: indexed formulas are found by their copies. A statement that writes a row
 * does not see the copy that it writes.
 */
export const compileIndexed = (conditions: readonly Condition[], alias: string, params: ParamSink): string =>
  compileConditions(conditions, alias, params, compareIndexed);

const compareIndexed: Compare = (comparison, alias, params) => {
  const compared = () => compare(comparison, alias, params);
  return compareCopies(comparison, alias, params, compared) ?? compared();
};

function compile(condition: Condition, alias: string, params: ParamSink, compareWith: Compare): string {
  if ('anyOf' in condition) {
    const groups = condition.anyOf.map((group) => `(true${compileConditions(group, alias, params, compareWith)})`);
    return `(${groups.join(' or ')})`;
  }
  // The condition is null in SQL for a record without the value. `is not true` treats it as not met.
  if ('not' in condition) return `((true${compileConditions(condition.not, alias, params, compareWith)}) is not true)`;
  if ('sqlOf' in condition) return condition.sqlOf(alias, params);
  if (!condition.through) return compareWith(condition, alias, params);
  const { field, grant } = condition.through;
  const link = field.type.array ? `x.id = any(${field.sql(alias)})` : `x.id = ${field.sql(alias)}`;
  const { positive, negated } = withoutNegation(condition);
  return `${negated ? 'not ' : ''}exists (select 1 from ${tableAs(grant.model, 'x')} where ${scopedRows(grant.model, 'x')}
    and ${link}${withinReach(grant, 'x', params)} and ${compareWith(positive, 'x', params)})`;
}

/** Through a reference, "not equal" becomes `not exists` with "equal", so an empty reference matches it. */
function withoutNegation(condition: Comparison): { positive: Comparison; negated: boolean } {
  const { operator, values } = condition;
  if (operator === 'ne') return { positive: { ...condition, operator: 'eq' }, negated: true };
  if (operator === 'nin') return { positive: { ...condition, operator: 'in' }, negated: true };
  if (operator === 'null') return { positive: { ...condition, values: [false] }, negated: values[0] === true };
  return { positive: condition, negated: false };
}

/** Compares with ids that the statement reads, and with ids that the filter lists. */
function comparePeople(comparison: Comparison, people: NamedPeople, alias: string, params: ParamSink): string {
  const { field, operator, values } = comparison;
  const user = params.add(people.userId, 'uuid');
  const ids = `array(${people.are === 'teams' ? teamsOf(user) : membersOf(user)})`;
  const column = field.sql(alias);
  const among = field.type.array ? `${column} && ${ids}` : `${column} = any(${ids})`;
  const { people: _read, ...listed } = comparison;
  const test = values.length === 0 ? among : `(${among} or ${compare({ ...listed, operator: 'in' }, alias, params)})`;
  return operator === 'ne' || operator === 'nin' ? `(${test}) is not true` : test;
}

function compare(comparison: Comparison, alias: string, params: ParamSink): string {
  const { field, operator, values, people } = comparison;
  if (people) return comparePeople(comparison, people, alias, params);
  const { type } = field;
  const column = field.sql(alias);
  const [first, second] = values;
  if (operator === 'null') return first === true ? isNull(field, alias) : `not (${isNull(field, alias)})`;
  if (type.array) return compareArray(field, operator, alias, values, params);
  const normalized = (sql: string) => (type.equality ? type.equality(sql) : sql);
  const parameter = (value: JsonValue | undefined) =>
    params.add(type.param && value !== undefined ? type.param(value) : value, type.column);
  switch (operator) {
    case 'eq':
      return equalTo(field, alias, first as JsonValue, params);
    case 'ne':
      // A record without a value matches "not equal".
      return `${normalized(column)} is distinct from ${normalized(parameter(first))}`;
    case 'in':
      return equalToAny(field, alias, values, params);
    case 'nin':
      return `(${column} is null or ${normalized(column)} <> all(${listParameter(field, values, params)}))`;
    case 'between':
      return `(${orderedComparison(field, alias, '>=', first as JsonValue, params)} and ${orderedComparison(field, alias, '<=', second as JsonValue, params)})`;
    case 'contains':
      return `${column} ilike ${params.add(`%${escapeLike(first)}%`, 'text')}`;
    case 'startsWith':
      return `${column} ilike ${params.add(`${escapeLike(first)}%`, 'text')}`;
    case 'endsWith':
      return `${column} ilike ${params.add(`%${escapeLike(first)}`, 'text')}`;
    default:
      return orderedComparison(field, alias, compareSql[operator], first as JsonValue, params);
  }
}

function listParameter(field: Field, values: readonly JsonValue[], params: ParamSink): string {
  const { type } = field;
  const list = params.add(type.param ? values.map(type.param) : values, `${type.column}[]`);
  return type.equality ? `array(select ${type.equality('v')} from unnest(${list}) v)` : list;
}

/** For an array field, `eq` means "contains" and `in` means "contains one of". */
function compareArray(
  field: Field,
  operator: string,
  alias: string,
  values: readonly JsonValue[],
  params: ParamSink,
): string {
  const test = listContainsAny(field, alias, values, params);
  return operator === 'ne' || operator === 'nin' ? `not coalesce(${test}, false)` : test;
}

const escapeLike = (value: JsonValue | undefined): string => String(value).replace(/[\\%_]/g, '\\$&');
