import type { Context } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { commonEvents, type EventSource, eventSource } from '#core/operations/event-source.ts';
import { type Condition, readFilter } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import type { ParamSink } from '#db/params.ts';
import { parseDurationMs } from '#lib/durations.ts';
import { isJsonObject } from '#lib/json.ts';
import type { DefinitionReading } from './definition-reading.ts';

/** `{event: {type: 'email.opened', count: 2, within: '30d', filter: {…}}}`: so many events of a record, in the last time. */
export interface EventCondition {
  readonly source: EventSource;
  readonly count: number;
  /** Undefined means at any time. */
  readonly withinSeconds: number | undefined;
  readonly filter: readonly Condition[];
}

const maxCount = 1000;
const maxWithinMs = 10 * 366 * 86_400_000;
const keys: ReadonlySet<string> = new Set(['type', 'count', 'within', 'filter']);

export function readEventCondition(reading: DefinitionReading, value: unknown, at: string): EventCondition {
  if (!isJsonObject(value)) throw badQuery(at, 'must be an object such as {"type": "email.opened", "within": "30d"}');
  const unknown = Object.keys(value).find((key) => !keys.has(key));
  if (unknown !== undefined)
    throw badQuery(`${at}[${unknown}]`, 'is unknown; there are type, count, within and filter');
  const source = readSource(reading.context, reading.model, value.type, at);
  const filter = value.filter === undefined ? [] : readEventFilter(reading, source, value.filter);
  const count = value.count === undefined ? 1 : value.count;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > maxCount)
    throw badQuery(`${at}[count]`, `must be a whole number from 1 to ${maxCount}; for no event use not`);
  return { source, count, withinSeconds: readWithin(value.within, `${at}[within]`), filter };
}

function readSource({ registry }: Context, model: Model, type: unknown, at: string): EventSource {
  const source = typeof type === 'string' ? eventSource(registry, model, type) : undefined;
  if (source) return source;
  throw badQuery(
    `${at}[type]`,
    `must be an event of records that refer to ${model.labelPlural.toLowerCase()}: a model and what happened, such as ${commonEvents.join(', ')}`,
  );
}

/** The filter of an event is read with the same permissions as the definition around it. */
function readEventFilter(
  { context, periods }: DefinitionReading,
  { model }: EventSource,
  filter: unknown,
): Condition[] {
  return readFilter(context, context.caller.access.grant(model, 'read'), filter, periods);
}

function readWithin(value: unknown, at: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const ms = typeof value === 'string' ? parseDurationMs(value) : undefined;
  if (ms === undefined || ms < 1000 || ms > maxWithinMs)
    throw badQuery(at, 'must be a time such as 12h, 30d or 4w, of at most ten years');
  return ms / 1000;
}

/** SQL that is true when the record `alias` has enough events. */
export function eventConditionSql(condition: EventCondition, alias: string, params: ParamSink): string {
  const { source, count } = condition;
  const rows = source.references.map((reference) => eventRows(condition, reference, alias, params, 'past'));
  if (count === 1) return `(${rows.map((from) => `exists (select ${from})`).join(' or ')})`;
  const counts = rows.map((from) => `(select count(*) from (select ${from} limit ${count}) counted)`);
  return `(${counts.join(' + ')} >= ${count})`;
}

/** SQL of the next time at which the condition may change for the record without an event; null when there is none. */
export function nextChangeSql(condition: EventCondition, alias: string, params: ParamSink): string {
  const { source, count, withinSeconds } = condition;
  const at = source.time.sql('e');
  const rows = (when: 'past' | 'future') =>
    source.references
      .map((reference) => `select ${at} as at ${eventRows(condition, reference, alias, params, when)}`)
      .join(' union all ');
  const begins = `(select min(f.at) from (${rows('future')}) f)`;
  if (withinSeconds === undefined) return begins;
  const ends = `(select p.at + ${interval(withinSeconds, params)} from (${rows('past')}) p order by p.at desc offset ${count - 1} limit 1)`;
  return `least(${begins}, ${ends})`;
}

const interval = (seconds: number, params: ParamSink): string =>
  `make_interval(secs => ${params.add(seconds, 'float8')})`;

/** `from … where …` of the events of the record, up to now or later ones. */
function eventRows(
  { source, withinSeconds, filter }: EventCondition,
  { field, words }: EventSource['references'][number],
  alias: string,
  params: ParamSink,
  when: 'past' | 'future',
): string {
  const { model, time } = source;
  const at = time.sql('e');
  const named = words
    ? ` and ${(model.fields.get('modelKey') as Field).sql('e')} = any(${params.add(words, 'text[]')})`
    : '';
  const recent = () => (withinSeconds === undefined ? '' : ` and ${at} > now() - ${interval(withinSeconds, params)}`);
  const period = when === 'past' ? `${at} <= now()${recent()}` : `${at} > now()`;
  return `from ${tableAs(model, 'e')} where ${scopedRows(model, 'e')} and ${field.sql('e')} = ${alias}.id${words ? '::text' : ''}${named}
    and ${period}${compileConditions(filter, 'e', params)}`;
}
