import { type Grant, visibleField } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import type { TimelineType } from '#core/models/declaration.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { RecordPlace } from './place.ts';
import { shownFields } from './shown-fields.ts';
import type { Link, Source } from './sources.ts';

export interface RecordRow {
  readonly at: string;
  /** The index of the source. */
  readonly m: number;
  readonly id: string;
  /** Null when the page is too large to send. */
  readonly record: string | null;
  readonly excerpt: string | null;
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
 * index of its reference from the newest entry on, so the cost does not depend on the number of entries. `union` drops
 * the repetitions of an entry that several ways find. The JSON is built only for the rows of the page.
 */
export function readRecords(context: Context, sources: readonly Source[], reading: Reading): Promise<RecordRow[]> {
  if (sources.length === 0) return Promise.resolve([]);
  const params = new Params(context.caller.tenantId);
  const values = new StatementValues(params, reading.after);
  const branches = sources.flatMap((source, m) =>
    source.links.flatMap((link) => branchesOf({ source, link, m, reading, values })),
  );
  const json = sources.map(
    ({ grant, timeline }, m) => `select ${visibleJson(grant, 't', shownFields(grant))}::text as record, t.created_by,
        ${excerptSql(grant, timeline.excerpt)} as excerpt from ${tableAs(grant.model, 't')} where top.m = ${m} and ${scopedRows(grant.model, 't')} and t.id = top.id`,
  );
  const { join, email } = actorSql(context, 'e', params);
  const top = `select b.at, b.m, b.id from (${branches.join(' union ')}) b
    order by b.at desc, b.m desc, b.id desc limit ${reading.limit}`;
  const rows = `select top.at, top.m, top.id, j.record, j.excerpt, j.created_by as actor_id
    from (${top}) top cross join lateral (${json.join(' union all ')}) j`;
  const bytes = `case when sum(octet_length(e.record)) over () <= ${maxAnswerBytes} then e.record end`;
  return queryable(context).query<RecordRow>(
    `select r.* from ${scoped(
      'r',
      `select ${momentSql('e.at')} as at, e.m, e.id, ${bytes} as record, e.excerpt, e.actor_id, ${email} as email
       from (${rows}) e ${join}`,
    )} order by r.at desc, r.m desc, r.id desc`,
    params.values,
  );
}

const excerptLength = 300;

function excerptSql(grant: Grant, key: string | undefined): string {
  const field = key === undefined ? undefined : visibleField(grant, key);
  return field ? `left(${field.sql('t')}, ${excerptLength})` : 'null::text';
}

/**
 * The values that many branches use, each as one parameter: there may be thousands of ids. PostgreSQL refuses parameters
 * that no branch uses, so each is added at its first use.
 */
class StatementValues {
  readonly params: Params;
  readonly after: RecordPlace | null;
  readonly #added = new Map<unknown, string>();

  constructor(params: Params, after: RecordPlace | null) {
    this.params = params;
    this.after = after;
  }

  add(value: unknown, type: string): string {
    const known = this.#added.get(value) ?? this.params.add(value, type);
    this.#added.set(value, known);
    return known;
  }
}

interface Branch {
  readonly source: Source;
  readonly link: Link;
  /** The index of the source. */
  readonly m: number;
  readonly reading: Reading;
  readonly values: StatementValues;
}

/** A link reads the entries with a time and, where the time may be missing, those with the time of their creation. */
function branchesOf(branch: Branch): string[] {
  const { at } = branch.source;
  if (at.key === 'createdAt') return [branchSql(branch, 't.created_at', '')];
  const column = at.sql('t');
  return [
    branchSql(branch, column, ` and ${column} is not null`),
    branchSql(branch, 't.created_at', ` and ${column} is null`),
  ];
}

function branchSql({ source, link, m, reading, values }: Branch, at: string, segment: string): string {
  const { model } = source.grant;
  const where = [
    scopedRows(model, 't'),
    ` and ${link.field.sql('t')} = k.id${link.isText ? '::text' : ''}`,
    segment,
    typeCondition(source, reading.types, values.params),
    afterPlace(model.name, values, at),
    withinReach(source.grant, 't', values.params),
  ];
  return `(select r.at, ${m} as m, r.id from (${keysOf(link, values)}) k cross join lateral (
    select ${at} as at, t.id from ${tableAs(model, 't')} where ${where.join('')}
    order by ${at} desc, t.id desc limit ${reading.limit}) r)`;
}

/** The ids to which the entries of a link refer: records of the timeline, or those of the model between. */
function keysOf({ roots, through }: Link, values: StatementValues): string {
  const ids = values.add(roots.ids, 'uuid[]');
  if (!through) return `select unnest(${ids}) as id`;
  const { grant, field } = through;
  return `select c.id from ${tableAs(grant.model, 'c')}
    where ${scopedRows(grant.model, 'c')} and ${field.sql('c')} = any(${ids})${withinReach(grant, 'c', values.params)}`;
}

/** Entries of one model may have several types, which the value of a field tells apart. */
function typeCondition({ grant, timeline }: Source, types: ReadonlySet<TimelineType>, params: Params): string {
  const { type, typeBy } = timeline;
  const field = typeBy && grant.model.fields.get(typeBy.field);
  if (!field || !typeBy) return '';
  const special = Object.entries(typeBy.types);
  const values = (wanted: boolean) => {
    const chosen = special.filter(([, one]) => types.has(one) === wanted);
    return params.add(
      chosen.map(([value]) => value),
      'text[]',
    );
  };
  if (!types.has(type)) return ` and ${field.sql('t')} = any(${values(true)})`;
  return special.every(([, one]) => types.has(one)) ? '' : ` and ${field.sql('t')} <> all(${values(false)})`;
}

/** The condition for entries after a place in the order of time, model and id. */
function afterPlace(model: string, values: StatementValues, at: string): string {
  const { after } = values;
  if (!after) return '';
  const time = values.add(after.at, 'timestamptz(3)');
  if (model === after.model) return ` and (${at}, t.id) < (${time}, ${values.add(after.id, 'uuid')})`;
  return ` and ${at} ${model < after.model ? '<=' : '<'} ${time}`;
}
