import type { Params } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { Context } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Calendar } from '../query/calendar.ts';
import { readPath } from '../query/field-path.ts';
import { readNames } from '../query/list-query.ts';
import { scopedRows, tableAs, withinReach } from '../query/rows.ts';

const periods = ['day', 'week', 'month', 'quarter', 'year'];
const maxReferences = 10;

export interface Group {
  /** The name in the response: `stage`, or `accountId.industryId`. */
  readonly key: string;
  readonly field: Field;
  /** SQL of a typed value. For a period it is the text of its first day. */
  readonly sql: string;
  readonly period: boolean;
}

export interface Groups {
  readonly list: readonly Group[];
  /** SQL that joins the referenced records that the groups read. */
  readonly joins: string;
}

/** Parses `groupBy`. A reference to a record that the caller may not read counts as no value. */
export function readGroups(
  context: Context,
  grant: Grant,
  groupBy: unknown,
  { zone, firstDayOfWeek }: Calendar,
  params: Params,
): Groups {
  if (groupBy === undefined) return { list: [], joins: '' };
  const joined = new Map<Field, { alias: string; sql: string }>();
  const aliasOf = (field: Field, targetGrant: Grant): string => {
    const existing = joined.get(field);
    if (existing) return existing.alias;
    if (joined.size === maxReferences)
      throw badQuery('groupBy', `must reach the records of at most ${maxReferences} references`);
    const alias = `r${joined.size}`;
    const rows = `${scopedRows(targetGrant.model, alias)}${withinReach(targetGrant, alias, params)}`;
    const sql = ` left join ${tableAs(targetGrant.model, alias)} on ${rows} and ${alias}.id = ${field.sql('t')}`;
    joined.set(field, { alias, sql });
    return alias;
  };
  let zoneParam: string | undefined;
  const inZone = (time: string) => {
    zoneParam ??= params.add(zone, 'text');
    return `${time} at time zone ${zoneParam}`;
  };
  const list = readNames(groupBy, 'groupBy').map((name): Group => {
    const [key = '', period, ...more] = name.split(':');
    const { field, through } = readPath(context, grant, key, 'groupBy', { is: 'sortable', verb: 'grouped by' });
    const column = field.sql(through ? aliasOf(through.field, through.grant) : 't');
    if (period === undefined) return { key, field, sql: column, period: false };
    if (!field.type.temporal) throw badQuery('groupBy', `${key} is not a date, so it has no ${period}`);
    if (!periods.includes(period) || more.length > 0)
      throw badQuery('groupBy', `${period} is not a period; there are ${periods.join(', ')}`);
    const local = field.type.column === 'date' ? `${column}::timestamp` : inZone(column);
    // Weeks begin on Monday in PostgreSQL.
    const shift = period === 'week' ? (8 - firstDayOfWeek) % 7 : 0;
    const first =
      shift === 0
        ? `date_trunc('${period}', ${local})`
        : `date_trunc('week', ${local} + interval '${shift} days') - interval '${shift} days'`;
    return { key, field, sql: `to_char(${first}, 'YYYY-MM-DD')`, period: true };
  });
  if (new Set(list.map(({ key }) => key)).size !== list.length)
    throw badQuery('groupBy', 'must not name a field twice');
  return { list, joins: Array.from(joined.values(), ({ sql }) => sql).join('') };
}

/** The groups whose referenced records `include` adds to the response. */
export function readIncludedGroups(context: Context, groups: readonly Group[], include: unknown): Group[] {
  if (include === undefined) return [];
  return readNames(include, 'include').map((name) => {
    const group = groups.find(({ key }) => key === name);
    if (group?.field.declared.to === undefined)
      throw badQuery('include', `${name} is not a reference that this query groups by`);
    context.caller.access.grant(context.registry.target(group.field), 'read');
    return group;
  });
}
