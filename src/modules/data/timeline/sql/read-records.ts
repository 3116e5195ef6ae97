import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import type { TimelineType } from '#core/models/model.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { RecordPlace } from '../place.ts';
import { shownFields } from '../shown-fields.ts';
import type { Link, Source } from '../sources.ts';

export interface RecordRow {
  readonly at: string;
  /** The index of the source. */
  readonly m: number;
  readonly id: string;
  /** Null when the page is too large to send. */
  readonly record: string | null;
  readonly actor_id: string | null;
  readonly email: string | null;
}

interface Reading {
  readonly types: ReadonlySet<TimelineType>;
  readonly after: RecordPlace | null;
  readonly limit: number;
}

/**
 * Reads the next entries of all sources, newest first. Each way from a record of the timeline to a source reads the
 * index of its reference from the newest entry on, so the cost does not depend on the number of entries. The JSON is
 * built only for the rows of the page.
 */
export function readRecords(context: Context, sources: readonly Source[], reading: Reading): Promise<RecordRow[]> {
  if (sources.length === 0) return Promise.resolve([]);
  const params = new Params(context.caller.tenantId);
  const branches = sources.flatMap((source, m) =>
    source.links.flatMap((_link, n) => branchesOf(source, n, m, reading, params)),
  );
  const json = sources.map(
    ({ grant }, m) => `select ${visibleJson(grant, 't', shownFields(grant))}::text as record, t.created_by
      from ${tableAs(grant.model, 't')} where top.m = ${m} and ${scopedRows(grant.model, 't')} and t.id = top.id`,
  );
  const { join, email } = actorSql(context, 'e', params);
  const top = `select b.at, b.m, b.id from (${branches.join(' union all ')}) b
    order by b.at desc, b.m desc, b.id desc limit ${reading.limit}`;
  const rows = `select top.at, top.m, top.id, j.record, j.created_by as actor_id
    from (${top}) top cross join lateral (${json.join(' union all ')}) j`;
  const bytes = `case when sum(octet_length(e.record)) over () <= ${maxAnswerBytes} then e.record end`;
  return queryable(context).query<RecordRow>(
    `select r.* from ${scoped(
      'r',
      `select ${momentSql('e.at')} as at, e.m, e.id, ${bytes} as record, e.actor_id, ${email} as email
       from (${rows}) e ${join}`,
    )} order by r.at desc, r.m desc, r.id desc`,
    params.values,
  );
}

/** A link reads the entries with a time and, where the time may be missing, those with the time of their creation. */
function branchesOf(source: Source, n: number, m: number, reading: Reading, params: Params): string[] {
  const { at } = source;
  if (at.key === 'createdAt') return [branch(source, n, m, reading, params, 't.created_at', '')];
  const column = at.sql('t');
  return [
    branch(source, n, m, reading, params, column, ` and ${column} is not null`),
    branch(source, n, m, reading, params, 't.created_at', ` and ${column} is null`),
  ];
}

function branch(
  source: Source,
  n: number,
  m: number,
  { types, after, limit }: Reading,
  params: Params,
  at: string,
  segment: string,
): string {
  const { grant, links } = source;
  const link = links[n] as Link;
  const earlier = links.slice(0, n).map((other) => ` and not coalesce(${refersTo(other, params)}, false)`);
  const where = [
    scopedRows(grant.model, 't'),
    ` and ${link.field.sql('t')} = k.id${link.isText ? '::text' : ''}`,
    segment,
    ...earlier,
    typeCondition(source, types, params),
    after ? ` and ${afterPlace(source, after, at, params)}` : '',
    withinReach(grant, 't', params),
  ];
  return `(select r.at, ${m} as m, r.id from (${keysOf(link, params)}) k cross join lateral (
    select ${at} as at, t.id from ${tableAs(grant.model, 't')} where ${where.join('')}
    order by ${at} desc, t.id desc limit ${limit}) r)`;
}

/** The ids to which the entries of a link refer: records of the timeline, or those of the model between. */
function keysOf({ roots, through }: Link, params: Params): string {
  const ids = params.add(roots.ids, 'uuid[]');
  if (!through) return `select unnest(${ids}) as id`;
  const { grant, field } = through;
  return `select c.id from ${tableAs(grant.model, 'c')}
    where ${scopedRows(grant.model, 'c')} and ${field.sql('c')} = any(${ids})${withinReach(grant, 'c', params)}`;
}

/** SQL that is true when an entry refers to a record of the timeline by a link. */
function refersTo(link: Link, params: Params): string {
  const { field, roots, through } = link;
  if (!through) return `${field.sql('t')} = any(${params.add(roots.ids, link.isText ? 'text[]' : 'uuid[]')})`;
  return `${field.sql('t')} in (${keysOf(link, params)})`;
}

/** Entries of one model may have several types, which the value of a field tells apart. */
function typeCondition({ grant, timeline }: Source, types: ReadonlySet<TimelineType>, params: Params): string {
  const { type, typeBy } = timeline;
  const field = typeBy && grant.model.fields.get(typeBy.field);
  if (!field || !typeBy) return '';
  const special = Object.entries(typeBy.types);
  const values = (wanted: boolean) =>
    params.add(
      special.filter(([, one]) => types.has(one) === wanted).map(([value]) => value),
      'text[]',
    );
  if (types.has(type))
    return special.every(([, one]) => types.has(one)) ? '' : ` and ${field.sql('t')} <> all(${values(false)})`;
  return ` and ${field.sql('t')} = any(${values(true)})`;
}

/** SQL that is true for entries after a place in the order of time, model and id. */
function afterPlace({ grant }: Source, place: RecordPlace, at: string, params: Params): string {
  const time = params.add(place.at, 'timestamptz(3)');
  const { name } = grant.model;
  if (name === place.model) return `(${at}, t.id) < (${time}, ${params.add(place.id, 'uuid')})`;
  return `${at} ${name < place.model ? '<=' : '<'} ${time}`;
}
