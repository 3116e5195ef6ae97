import { createHash } from 'node:crypto';
import { Access } from '#core/access/access.ts';
import { asPlatform } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { AppError, badQuery } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { Calendar } from '#core/query/calendar.ts';
import { type Condition, type OtherKeys, readFilter } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { NamedPeriods } from '#core/query/named-periods.ts';
import type { ParamSink } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { StoredSegment } from '../stored/stored-segment.ts';
import type { DefinitionReading } from './definition-reading.ts';
import { type EventCondition, eventConditionSql, nextChangeSql, readEventCondition } from './event-condition.ts';
import { type DefinitionParts, type NamedSet, recordSetsOf } from './load-parts.ts';
import { percentSql, readPercent } from './percent-condition.ts';
import { SegmentReads } from './segment-reads.ts';

/** A segment that is ready to be part of statements. */
export interface CompiledSegment {
  readonly segment: StoredSegment;
  readonly model: Model;
  /** SQL that is true or false for the record `alias`, for statements in `scoped`. */
  sqlOf(alias: string, params: ParamSink): string;
  /** SQL of the next time at which the record may enter or leave without an event; undefined when it never does. */
  readonly nextChangeOf: ((alias: string, params: ParamSink) => string) | undefined;
  readonly reads: SegmentReads;
  /** How often all records have to be compared again, because the definition depends on the current day or time. */
  readonly again: 'never' | 'daily' | 'hourly';
  /** Differs when the definition means something else than before. Records that people chose are not part of it. */
  readonly fingerprint: string;
}

/** The segments that may be nested in each other. */
const maxNesting = 5;

interface Compiling {
  readonly context: Context;
  readonly parts: DefinitionParts;
  readonly calendar: Calendar;
}

/**
 * Compiles the definition of a segment, with the definitions of the segments that it names, for the platform. Throws an
 * AppError that says what is wrong with it.
 */
export function compileSegment(
  context: Context,
  segment: StoredSegment,
  parts: DefinitionParts,
  calendar: Calendar,
): CompiledSegment {
  return new SegmentCompiler({ context: asPlatform(context), parts, calendar }).compile(segment);
}

/** Compiles one segment and those that it names, and collects what all of them read. */
class SegmentCompiler {
  readonly #compiling: Compiling;
  readonly #reads = new SegmentReads();
  readonly #events: EventCondition[] = [];
  readonly #meaning: unknown[] = [];
  /** The ids of the segments around the definition that is read. */
  readonly #open: string[] = [];
  #isRelative = false;

  constructor(compiling: Compiling) {
    this.#compiling = compiling;
  }

  compile(segment: StoredSegment): CompiledSegment {
    const model = this.#modelOf(segment);
    const sqlOf = this.#members(segment, model, false);
    const events = this.#events;
    const reads = this.#reads;
    return {
      segment,
      model,
      sqlOf,
      nextChangeOf:
        events.length === 0
          ? undefined
          : (alias, params) => `least(${events.map((event) => nextChangeSql(event, alias, params)).join(', ')})`,
      reads,
      again: reads.usesTime ? 'hourly' : this.#isRelative ? 'daily' : 'never',
      fingerprint: createHash('sha256')
        .update(JSON.stringify([this.#meaning, reads.derived]))
        .digest('base64'),
    };
  }

  #modelOf({ name, modelKey }: StoredSegment): Model {
    const model = this.#compiling.context.registry.named(modelKey);
    if (model) return model;
    throw new AppError('conflict', `The segment ${name} consists of records of ${modelKey}, which is not a model.`);
  }

  /** SQL of everybody in a segment: who was chosen by hand or meets the definition, and is not excluded. */
  #members(segment: StoredSegment, model: Model, isNested: boolean): CompiledSegment['sqlOf'] {
    const { added, excluded, definition, type } = segment;
    this.#meaning.push([model.name, type, definition, isNested ? [added, excluded] : null]);
    const conditions =
      type === 'static' || definition === null ? undefined : this.#conditions(segment, model, definition);
    return (alias, params) => {
      const chosen = added.length > 0 ? [`${alias}.id = any(${params.add(added, 'uuid[]')})`] : [];
      const matching = conditions ? [`(true${compileConditions(conditions, alias, params)}) is true`] : [];
      const either = [...chosen, ...matching].join(' or ') || 'false';
      const not = excluded.length > 0 ? ` and ${alias}.id <> all(${params.add(excluded, 'uuid[]')})` : '';
      return `((${either})${not})`;
    };
  }

  #conditions({ id }: StoredSegment, model: Model, definition: object): readonly Condition[] {
    const { context, calendar } = this.#compiling;
    const periods = new NamedPeriods(calendar);
    const reading = { context, model, periods };
    this.#open.push(id);
    const others = definitionKeys(reading, this.#compiling.parts, {
      onEvent: (event) => this.#addEvent(event),
      segment: (nested, at) => this.#nested(nested, model, at),
      set: (named, at) => this.#set(named, model, at),
    });
    const conditions = readFilter(context, Access.system.grant(model, 'read'), definition, periods, others);
    this.#open.pop();
    this.#reads.addConditions(conditions);
    this.#isRelative ||= periods.used;
    return conditions;
  }

  #addEvent(event: EventCondition): void {
    const { source, filter } = event;
    this.#events.push(event);
    const fields = new Set([source.time.key]);
    const reads = new SegmentReads();
    reads.addConditions(filter);
    for (const key of reads.own) fields.add(key);
    this.#reads.derived.push(...reads.derived);
    for (const { field, words } of source.references)
      this.#reads.linked.push({
        model: source.model.name,
        reference: field.key,
        fields: new Set([...fields, ...(words ? ['modelKey'] : [])]),
      });
  }

  #nested(segment: StoredSegment, model: Model, at: string): Condition {
    if (this.#open.includes(segment.id))
      throw badQuery(at, `must not name ${segment.name}, which names this segment itself`);
    if (this.#open.length >= maxNesting)
      throw badQuery(at, `must not nest segments more than ${maxNesting} levels deep`);
    const other = this.#modelOf(segment);
    if (other.name !== model.name)
      throw badQuery(
        at,
        `names the segment ${segment.name} of ${other.labelPlural.toLowerCase()}; it must be one of ${model.labelPlural.toLowerCase()}`,
      );
    const sqlOf = this.#members(segment, model, true);
    return { sqlOf };
  }

  #set({ set, id, segmentId }: NamedSet, model: Model, at: string): Condition {
    if (set.of !== model.name)
      throw badQuery(
        at,
        `applies only to ${this.#compiling.context.registry.named(set.of)?.labelPlural.toLowerCase()}`,
      );
    this.#meaning.push([set.key, id, segmentId]);
    const { members } = set;
    this.#reads.linked.push({ model: members.model, reference: members.record, fields: new Set(members.decidedBy) });
    this.#reads.shared.push({ model: set.model, id, fields: set.fields });
    const nested = segmentId === null ? undefined : this.#compiling.parts.segments.get(segmentId);
    const also = nested && this.#nested(nested, model, at);
    return {
      sqlOf: (alias, params) => {
        const contains = set.contains(params.add(id, 'uuid'), `${alias}.id`);
        return also && 'sqlOf' in also ? `(${contains} or ${also.sqlOf(alias, params)})` : contains;
      },
    };
  }
}

interface DefinitionHandlers {
  readonly onEvent?: (event: EventCondition) => void;
  readonly segment?: (segment: StoredSegment, at: string) => Condition;
  readonly set?: (named: NamedSet, at: string) => Condition;
}

const always: Condition = { sqlOf: () => 'true' };

/** The keys of a definition that name no field, with what reads their values. */
export function definitionKeys(
  reading: DefinitionReading,
  { segments, sets }: DefinitionParts,
  handlers: DefinitionHandlers,
): OtherKeys {
  const keys = new Map<string, (value: unknown, at: string) => Condition>();
  keys.set('event', (value, at) => {
    const event = readEventCondition(reading, value, at);
    handlers.onEvent?.(event);
    return { sqlOf: (alias, params) => eventConditionSql(event, alias, params) };
  });
  keys.set('percent', (value, at) => {
    const percent = readPercent(value, at);
    return { sqlOf: (alias, params) => percentSql(percent, alias, params) };
  });
  keys.set('segment', (value, at) => {
    const segment = typeof value === 'string' && isId(value) ? segments.get(value.toLowerCase()) : undefined;
    if (!segment) throw badQuery(at, 'must be the id of a segment');
    return handlers.segment?.(segment, at) ?? always;
  });
  for (const { key, model } of recordSetsOf(reading.context)) {
    keys.set(key, (value, at) => {
      const named = typeof value === 'string' && isId(value) ? sets.get(`${key} ${value.toLowerCase()}`) : undefined;
      const label = reading.context.registry.named(model)?.label.toLowerCase();
      if (!named) throw badQuery(at, `must be the id of a record of ${label ?? model}`);
      return handlers.set?.(named, at) ?? always;
    });
  }
  return keys;
}
