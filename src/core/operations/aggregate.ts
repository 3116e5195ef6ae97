import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { maxAnswerBytes, pageTooLarge } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { readSqlCalendar } from '../query/calendar.ts';
import { type Exchange, isMoney, readExchange } from '../query/exchange.ts';
import { readFilter } from '../query/filter.ts';
import { type RawQuery, readInteger, readListQuery, readNames, refuseUnknown } from '../query/list-query.ts';
import { NamedPeriods } from '../query/named-periods.ts';
import { tableAs } from '../query/rows.ts';
import { type Group, readGroups, readIncludedGroups } from './aggregate-groups.ts';
import { readIncluded } from './included-records.ts';
import { whereListed } from './list.ts';
import type { RecordOperation } from './operation.ts';

const measureNames = ['sum', 'avg', 'min', 'max'] as const;
const maxGroups = 1000;

interface Measure {
  readonly name: (typeof measureNames)[number];
  readonly field: Field;
}

/** Counts, sums and other measures over the records that a list with the same filter returns. */
export const aggregate: RecordOperation<RawQuery, { body: string }> = {
  name: 'aggregate',
  access: 'read',
  async run(context, grant, raw) {
    refuseUnknown(raw, [
      'groupBy',
      'tz',
      ...measureNames,
      'count',
      'filter',
      'q',
      'sort',
      'limit',
      'include',
      'currency',
    ]);
    const params = new Params(context.caller.tenantId);
    const calendar = await readSqlCalendar(context, raw.tz);
    const { list: groups, joins } = readGroups(context, grant, raw.groupBy, calendar, params);
    const include = readIncludedGroups(context, groups, raw.include);
    const measures = measureNames.flatMap((name) =>
      raw[name] === undefined ? [] : readNames(raw[name], name).map((key) => readMeasure(grant, name, key)),
    );
    const measured = measures.map(({ field }) => field);
    const exchange = await readExchange(context, grant.model, measured, raw.currency, calendar, params);
    const counts = readCount(raw.count, measures.length === 0);
    if (!counts && measures.length === 0 && groups.length === 0)
      throw badQuery('count', 'cannot be false when nothing else is asked for');
    const { q } = readListQuery(context, grant, raw.q === undefined ? {} : { q: raw.q }, calendar);
    const conditions = readFilter(context, grant, raw.filter, new NamedPeriods(calendar));
    const where = whereListed(grant, { conditions, q }, params);
    const limit = params.add(
      readInteger(raw.limit === undefined ? maxGroups : raw.limit, 'limit', 1, maxGroups),
      'bigint',
    );
    const rows = await queryable(context).query<{ data: string | null }>(
      `select case when coalesce(sum(octet_length(a.j)), 0) <= ${maxAnswerBytes} then
          '[' || coalesce(string_agg(a.j, ','), '') || ']' end as data
       from (select ${withNotes('a')} as j from ${scoped(
         'a',
         `select (select row_to_json(r) from (select ${outputColumns(groups, counts, measures)}) r)::text as j, c.mixed, c.unconverted from (
          select ${computedColumns(grant.model, groups, counts, measures, exchange)}
          from ${tableAs(grant.model, 't')}${joins}${exchange?.conversion?.join ?? ''} where ${where}
          ${groups.length === 0 ? '' : `group by ${groups.map((_, n) => n + 1).join(', ')}`}
          order by ${orderOf(raw.sort, groups, counts, measures)} limit ${limit}
        ) c`,
       )}) a`,
      params.values,
    );
    const data = rows[0]?.data;
    if (data === null || data === undefined) throw pageTooLarge();
    if (include.length === 0) return { body: `{"data":${data}}` };
    return { body: `{"data":${data},"included":${await includedIn(context, include, data)}}` };
  },
};

function includedIn(context: Context, include: readonly Group[], data: string): Promise<string> {
  const ids = (JSON.parse(data) as Record<string, string | null>[]).map((row) => [include.map(({ key }) => row[key])]);
  const fields = include.map(({ field }) => field);
  return readIncluded(context, fields, ids, Buffer.byteLength(data));
}

/** SQL of the JSON of a group, with notes about sums that are not what they seem. */
const withNotes = (alias: string): string =>
  `case when ${alias}.mixed then left(${alias}.j, -1) || ',"mixedCurrencies":true}'
    when ${alias}.unconverted > 0 then left(${alias}.j, -1) || ',"unconverted":' || ${alias}.unconverted || '}' else ${alias}.j end`;

/**
 * The columns of one group as typed values: `g<n>` for groups, `n` for the count, `m<n>` for measures. `mixed` is true when
 * amounts of several currencies are added, and `unconverted` is the number of records with amounts that have no rate.
 */
const computedColumns = (
  model: Model,
  groups: readonly Group[],
  counts: boolean,
  measures: readonly Measure[],
  exchange: Exchange | undefined,
): string =>
  [
    ...groups.map(({ sql }, n) => `${sql} as g${n}`),
    ...(counts ? ['count(*) as n'] : []),
    ...measures.map((measure, n) => `${measureSql(model, measure, exchange)} as m${n}`),
    ...notes(model, measures, exchange),
  ].join(', ');

function notes(model: Model, measures: readonly Measure[], exchange: Exchange | undefined): string[] {
  const amounts = measures
    .filter(({ field }) => isMoney(model, field))
    .map(({ field }) => `${field.sql('t')} is not null`);
  if (!exchange || amounts.length === 0) return ['false as mixed', '0 as unconverted'];
  const counted = `(${amounts.join(' or ')})`;
  const { currency, conversion } = exchange;
  if (conversion)
    return ['false as mixed', `count(*) filter (where ${counted} and ${conversion.factor} is null) as unconverted`];
  return [
    `min(${currency}) filter (where ${counted}) <> max(${currency}) filter (where ${counted}) as mixed`,
    '0 as unconverted',
  ];
}

/** The same columns in the format of the response: `"stage": "won", "count": 3, "sum": {"value": 10}`. */
function outputColumns(groups: readonly Group[], counts: boolean, measures: readonly Measure[]): string {
  const output = ({ type }: Field, value: string, key: string) =>
    `${type.output ? type.output(value) : value} as "${key}"`;
  const objects = measureNames.flatMap((name) => {
    const members = measures.flatMap((measure, n) =>
      measure.name === name ? [output(measure.field, `c.m${n}`, measure.field.key)] : [],
    );
    return members.length === 0 ? [] : [`(select row_to_json(m) from (select ${members.join(', ')}) m) as "${name}"`];
  });
  const keys = groups.map(({ key, field, period }, n) =>
    period ? `c.g${n} as "${key}"` : output(field, `c.g${n}`, key),
  );
  return [...keys, ...(counts ? ['c.n as count'] : []), ...objects].join(', ');
}

function readCount(value: unknown, defaultValue: boolean): boolean {
  if (value === undefined) return defaultValue;
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  throw badQuery('count', 'must be true or false');
}

function readMeasure(grant: Grant, name: Measure['name'], key: string): Measure {
  const field = visibleField(grant, key);
  const supported =
    name === 'min' || name === 'max'
      ? field?.sortable && !['uuid', 'boolean'].includes(field.type.column)
      : field?.type.numeric;
  if (!field || !supported) throw badQuery(name, `${key} is not a field of ${grant.model.slug} that has a ${name}`);
  return { name, field };
}

function measureSql(model: Model, { name, field }: Measure, exchange: Exchange | undefined): string {
  const { conversion } = exchange ?? {};
  if (!conversion || !isMoney(model, field)) return `${name}(${field.sql('t')})`;
  return `trim_scale(round(${name}(${field.sql('t')} * ${conversion.factor}), ${conversion.digits}))`;
}

/** Parses `sort`, such as `-count`, `-sum.value` or `stage`. Defaults to the order of the groups. */
function orderOf(sort: unknown, groups: readonly Group[], counts: boolean, measures: readonly Measure[]): string {
  const columns = new Map<string, string>([
    ...groups.map(({ key }, n) => [key, `g${n}`] as const),
    ...(counts ? ([['count', 'n']] as const) : []),
    ...measures.map((measure, n) => [`${measure.name}.${measure.field.key}`, `m${n}`] as const),
  ]);
  const keys = sort === undefined ? groups.map(({ key }) => key) : readNames(sort, 'sort');
  const parts = keys.map((key) => {
    const descending = key.startsWith('-');
    const column = columns.get(descending ? key.slice(1) : key);
    if (!column) throw badQuery('sort', `${key} is neither a group nor a measure of this query`);
    return `${column}${descending ? ' desc' : ''} nulls last`;
  });
  // The groups break ties, so that a limit returns the same groups each time.
  return [...parts, ...groups.map((_, n) => `g${n} nulls last`)].join(', ') || '1';
}
