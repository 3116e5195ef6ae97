import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access.ts';
import { visibleField } from '../access.ts';
import { largestAnswer, pageTooLarge } from '../answer-size.ts';
import { queryable } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { readFilter } from '../query/conditions.ts';
import { type RawQuery, readListQuery, readNames, readWhole, refuseUnknown } from '../query/read.ts';
import { tableAs } from '../rows.ts';
import { matching } from './list.ts';
import type { RecordOperation } from './operation.ts';

const measures = ['sum', 'avg', 'min', 'max'] as const;
const periods = ['day', 'week', 'month', 'quarter', 'year'];
const mostGroups = 1000;

interface Group {
  readonly field: Field;
  /** Typed; for a period, the text of its first day. */
  readonly sql: string;
  readonly period: boolean;
}

interface Measure {
  readonly name: (typeof measures)[number];
  readonly field: Field;
}

/** Counts and sums over the records that a list with the same filter would give. */
export const aggregate: RecordOperation<RawQuery, { body: string }> = {
  name: 'aggregate',
  access: 'read',
  async run(context, grant, raw) {
    refuseUnknown(raw, ['groupBy', ...measures, 'count', 'filter', 'q', 'sort', 'limit']);
    const groups =
      raw.groupBy === undefined ? [] : readNames(raw.groupBy, 'groupBy').map((name) => readGroup(grant, name));
    if (new Set(groups.map(({ field }) => field.key)).size !== groups.length)
      throw badQuery('groupBy', 'must not name a field twice');
    const asked = measures.flatMap((name) =>
      raw[name] === undefined ? [] : readNames(raw[name], name).map((key) => readMeasure(grant, name, key)),
    );
    const counts = readCount(raw.count, asked.length === 0);
    if (!counts && asked.length === 0 && groups.length === 0)
      throw badQuery('count', 'cannot be false when nothing else is asked for');
    const params = new Params(context.caller.tenantId);
    const { q } = readListQuery(context, grant, raw.q === undefined ? {} : { q: raw.q });
    const where = matching(grant, { conditions: readFilter(context, grant, raw.filter), q }, params);
    const limit = params.add(
      readWhole(raw.limit === undefined ? mostGroups : raw.limit, 'limit', 1, mostGroups),
      'bigint',
    );
    const rows = await queryable(context).query<{ data: string | null }>(
      `select case when coalesce(sum(octet_length(a.j)), 0) <= ${largestAnswer} then
          '[' || coalesce(string_agg(a.j, ','), '') || ']' end as data
       from (select row_to_json(a)::text as j from ${scoped(
         'a',
         `select ${shown(groups, counts, asked)} from (
          select ${computed(groups, counts, asked)} from ${tableAs(grant.model, 't')} where ${where}
          ${groups.length === 0 ? '' : `group by ${groups.map((_, n) => n + 1).join(', ')}`}
          order by ${orderOf(raw.sort, groups, counts, asked)} limit ${limit}
        ) c`,
       )}) a`,
      params.values,
    );
    const data = rows[0]?.data;
    if (data === null || data === undefined) throw pageTooLarge();
    return { body: `{"data":${data}}` };
  },
};

/** What is computed for each group, in typed values. */
const computed = (groups: readonly Group[], counts: boolean, asked: readonly Measure[]): string =>
  [
    ...groups.map(({ sql }, n) => `${sql} as g${n}`),
    ...(counts ? ['count(*) as n'] : []),
    ...asked.map((measure, n) => `${measureSql(measure)} as m${n}`),
  ].join(', ');

/** How it is told: `"stage": "won", "count": 3, "sum": {"value": 10}`. */
function shown(groups: readonly Group[], counts: boolean, asked: readonly Measure[]): string {
  const told = (field: Field, value: string) =>
    `${field.type.output ? field.type.output(value) : value} as "${field.key}"`;
  const objects = measures.flatMap((name) => {
    const members = asked.flatMap((measure, n) => (measure.name === name ? [told(measure.field, `c.m${n}`)] : []));
    return members.length === 0 ? [] : [`(select row_to_json(m) from (select ${members.join(', ')}) m) as "${name}"`];
  });
  const keys = groups.map(({ field, period }, n) => (period ? `c.g${n} as "${field.key}"` : told(field, `c.g${n}`)));
  return [...keys, ...(counts ? ['c.n as count'] : []), ...objects].join(', ');
}

function readCount(value: unknown, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  throw badQuery('count', 'must be true or false');
}

/** `stage`, or `closeDate:month`, which groups by the first day of each month. */
function readGroup(grant: Grant, name: string): Group {
  const [key = '', period, ...more] = name.split(':');
  const field = visibleField(grant, key);
  if (!field?.sortable)
    throw badQuery('groupBy', `${key} is not a field of ${grant.model.slug} that can be grouped by`);
  const column = field.sql('t');
  if (period === undefined) return { field, sql: column, period: false };
  if (!field.type.temporal) throw badQuery('groupBy', `${key} is not a date, so it has no ${period}`);
  if (!periods.includes(period) || more.length > 0)
    throw badQuery('groupBy', `${period} is not a period; there are ${periods.join(', ')}`);
  const utc = field.type.column === 'date' ? `${column}::timestamp` : `${column} at time zone 'UTC'`;
  return { field, sql: `to_char(date_trunc('${period}', ${utc}), 'YYYY-MM-DD')`, period: true };
}

function readMeasure(grant: Grant, name: Measure['name'], key: string): Measure {
  const field = visibleField(grant, key);
  const fits =
    name === 'min' || name === 'max'
      ? field?.sortable && !['uuid', 'boolean'].includes(field.type.column)
      : field?.type.numeric;
  if (!field || !fits) throw badQuery(name, `${key} is not a field of ${grant.model.slug} that has a ${name}`);
  return { name, field };
}

const measureSql = ({ name, field }: Measure): string => `${name}(${field.sql('t')})`;

/** By the groups, or as asked: `-count`, `-sum.value`, `stage`. */
function orderOf(sort: unknown, groups: readonly Group[], counts: boolean, asked: readonly Measure[]): string {
  const known = new Map<string, string>([
    ...groups.map(({ field, sql }) => [field.key, sql] as const),
    ...(counts ? ([['count', 'count(*)']] as const) : []),
    ...asked.map((measure) => [`${measure.name}.${measure.field.key}`, measureSql(measure)] as const),
  ]);
  const keys = sort === undefined ? groups.map(({ field }) => field.key) : readNames(sort, 'sort');
  const parts = keys.map((key) => {
    const descending = key.startsWith('-');
    const sql = known.get(descending ? key.slice(1) : key);
    if (!sql) throw badQuery('sort', `${key} is neither a group nor a measure of this query`);
    return `${sql}${descending ? ' desc' : ''} nulls last`;
  });
  // What the sort leaves open, the groups decide, so that a limit cuts at the same place each time.
  return [...parts, ...groups.map(({ sql }) => `${sql} nulls last`)].join(', ') || '1';
}
