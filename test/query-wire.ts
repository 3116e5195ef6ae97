import { ExactNumber } from '#lib/json.ts';
import type { Client, Reply } from './harness.ts';
import {
  type Condition,
  type FieldInfo,
  isArray,
  pathOf,
  type Query,
  type SortKey,
  type Value,
} from './query-oracle.ts';

/** Encodes a query of the oracle as a query string or as a body. */

export type Parameters = Readonly<Record<string, string | number>>;

const isNumeric = ({ type }: FieldInfo): boolean => type === 'number' || type === 'integer';

/** The value in its JSON form. */
export const toJson = (field: FieldInfo, value: Value): unknown =>
  value !== null && isNumeric(field) ? new ExactNumber(String(value)) : value;

const takesSeveral = ({ operator }: Condition): boolean => ['in', 'nin', 'between'].includes(operator);

const encode = (value: unknown): string => encodeURIComponent(String(value));

/** The pairs of a condition. Null for an empty list of values, which a query string cannot express. */
function conditionPairs(condition: Condition, prefix: string, alone: boolean): string[] | null {
  const { operator, operands } = condition;
  const path = `${prefix}[${pathOf(condition)}]`;
  const name = operator === 'eq' && alone ? path : `${path}[${operator}]`;
  if (!takesSeveral(condition)) return [`${name}=${encode(operands[0])}`];
  if (operands.length === 0) return null;
  if (!operands.some((operand) => String(operand).includes(','))) return [`${name}=${operands.map(encode).join(',')}`];
  // A value with a comma needs a repeated key, so send a single one twice.
  const repeated = operands.length === 1 ? [...operands, ...operands] : operands;
  return repeated.map((operand) => `${name}=${encode(operand)}`);
}

function groupPairs(group: readonly Condition[], prefix: string): (string[] | null)[] {
  return group.map((condition) => {
    const alone = group.filter((other) => pathOf(other) === pathOf(condition)).length === 1;
    return conditionPairs(condition, prefix, alone);
  });
}

const sortText = (sort: readonly SortKey[]): string =>
  sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.key}`).join(',');

/** The pairs of a query string; undefined when it cannot express the query. */
export function filterPairs({ all, anyOf, not }: Pick<Query, 'all' | 'anyOf' | 'not'>): string[] | undefined {
  const filters = [
    ...groupPairs(all, 'filter'),
    ...anyOf.flatMap((group, n) => groupPairs(group, `filter[or][${n}]`)),
    ...groupPairs(not, 'filter[not]'),
  ];
  return filters.includes(null) ? undefined : (filters.flat() as string[]);
}

function asQueryString(query: Query, parameters: Parameters): string | undefined {
  const filters = filterPairs(query);
  if (!filters) return undefined;
  const others = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return [...filters, `sort=${encode(sortText(query.sort))}`, ...others].join('&');
}

const operandJson = ({ field, operator }: Condition, operand: string | boolean): unknown =>
  operator === 'null' || isArray(field) ? operand : toJson(field, operand);

function groupJson(group: readonly Condition[]): Record<string, unknown> {
  const json: Record<string, Record<string, unknown>> = {};
  for (const condition of group) {
    const values = condition.operands.map((operand) => operandJson(condition, operand));
    const key = pathOf(condition);
    json[key] = { ...json[key], [condition.operator]: takesSeveral(condition) ? values : values[0] };
  }
  return json;
}

export const asBody = (query: Query, parameters: Parameters = {}): Record<string, unknown> => ({
  filter: {
    ...groupJson(query.all),
    ...(query.anyOf.length > 0 && { or: query.anyOf.map(groupJson) }),
    ...(query.not.length > 0 && { not: groupJson(query.not) }),
  },
  sort: query.sort.map((key) => sortText([key])),
  ...parameters,
});

export type Transport = 'GET' | 'POST';

/** Sends the query; always as a body when a query string cannot express it. */
export function send(
  client: Client,
  path: string,
  query: Query,
  parameters: Parameters,
  transport: Transport,
): Promise<Reply> {
  const text = transport === 'GET' ? asQueryString(query, parameters) : undefined;
  return text === undefined ? client.post(`${path}/search`, asBody(query, parameters)) : client.get(`${path}?${text}`);
}
