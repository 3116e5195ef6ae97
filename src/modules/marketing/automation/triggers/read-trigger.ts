import { isCalendarDate } from '#core/fields/date.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { systemKeys } from '#core/models/model.ts';
import type { Condition } from '#core/query/filter.ts';
import { parseCron } from '#lib/cron.ts';
import { isId } from '#lib/ids.ts';
import { momentOf, parseClock } from '#lib/zoned-time.ts';
import type { JsonObject } from '../definition/definition.ts';
import {
  optionalId,
  readConditions,
  readDuration,
  readIds,
  readZone,
  requiredId,
  requiredText,
  requireKnown,
} from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { nextRun } from '../timing/schedule.ts';
import { clickedLink } from './clicked-link.ts';
import { readEventTrigger } from './event-trigger.ts';
import { changedAny, idsIn, type Watch, type WorkflowNews, wasSet, watchOf } from './watch.ts';

/** What enrolls records: events, times, or a request. */
export interface Trigger {
  /** The events; undefined for triggers by time and by request. */
  readonly watch: Watch | undefined;
  /** Conditions of the record, besides those of the workflow. */
  readonly conditions: readonly Condition[];
  /** True when the record has to meet these conditions at the event, and not when it is read. */
  readonly isOfEvent: boolean;
  readonly time: TimeTrigger | undefined;
}

export type TimeTrigger =
  | { readonly kind: 'schedule'; readonly cron: string; readonly zone: string }
  /** Once, at a moment. */
  | { readonly kind: 'once'; readonly at: Date }
  /** A date of the record with an offset; `minutes` is the time of the day, for fields that are days. */
  | {
      readonly kind: 'date';
      readonly field: Field;
      readonly offsetMs: number;
      readonly minutes: number;
      readonly zone: string;
      readonly yearly: boolean;
    };

type TriggerReader = (reading: StepReading, config: JsonObject) => Partial<Trigger>;

/** Trigger names, and what each reads of `triggerConfig`. */
const triggers: Readonly<Record<string, TriggerReader>> = {
  manual: (reading, config) => own(reading, config, []),
  webhook: (_reading, config) => {
    requireKnown(config, []);
    return {};
  },
  recordCreated: (reading, config) => ofEvent(reading, own(reading, config, []), selfWatch(reading.model, 'created')),
  recordDeleted(reading, config) {
    requireKnown(config, ['filter']);
    const conditions = readConditions(reading, reading.model, config.filter, 'filter');
    return {
      watch: { ...selfWatch(reading.model, 'deleted'), where: { model: reading.model, conditions }, isDeletion: true },
    };
  },
  recordUpdated: readUpdated,
  segmentEntered: (_reading, config) => segmentWatch(config, 'segment.entered'),
  segmentLeft: (_reading, config) => segmentWatch(config, 'segment.left'),
  formSubmitted: readForm,
  emailOpened: (reading, config) => mailWatch(reading, config, 'openedAt'),
  emailClicked: (reading, config) => mailWatch(reading, config, 'clickedAt'),
  emailReplied: (reading, config) => mailWatch(reading, config, 'repliedAt'),
  date: readDate,
  schedule: readSchedule,
  event(reading, config) {
    requireKnown(config, ['type', 'filter', 'url']);
    return { watch: readEventTrigger(reading, { type: null, ...config }, '').watch };
  },
};

const triggerNames = Object.keys(triggers);

export const noTrigger: Trigger = { watch: undefined, conditions: [], isOfEvent: false, time: undefined };

export function readTrigger(reading: StepReading): Trigger {
  const { trigger, triggerConfig } = reading.definition;
  const read = Object.hasOwn(triggers, trigger) ? triggers[trigger] : undefined;
  if (!read) throw new StepProblem('trigger', 'invalid_value', `must be one of ${triggerNames.join(', ')}`);
  return { ...noTrigger, ...read(reading, triggerConfig) };
}

function own(reading: StepReading, config: JsonObject, others: readonly string[]): Partial<Trigger> {
  requireKnown(config, ['filter', ...others]);
  return { conditions: readConditions(reading, reading.model, config.filter, 'filter') };
}

/** A trigger whose conditions the record has to meet at the event. */
const ofEvent = ({ model }: StepReading, trigger: Partial<Trigger>, watch: Watch): Partial<Trigger> => ({
  ...trigger,
  isOfEvent: true,
  watch: { ...watch, where: { model, conditions: trigger.conditions ?? [] } },
});

const selfWatch = (model: Model, change: 'created' | 'updated' | 'deleted'): Watch =>
  watchOf({
    model: model.name,
    matches: (news) => news.type === `${model.key}.${change}` && news.id !== null,
    targets: ({ id }) => (id === null ? [] : [id]),
  });

/** A number that only counts, such as the visits of a page. Its changes start nothing unless a trigger names it. */
const isCounter = ({ type, key, declared }: Field): boolean =>
  type.numeric === true && declared.default === 0 && (declared.min === 0 || key.endsWith('Count'));

function readUpdated(reading: StepReading, config: JsonObject): Partial<Trigger> {
  const { model } = reading;
  const trigger = own(reading, config, ['fields', 'previous']);
  const before = readConditions(reading, model, config.previous, 'previous');
  const fields = readFields(model, config.fields);
  return ofEvent(reading, trigger, {
    ...selfWatch(model, 'updated'),
    fields,
    matches: (news) => news.type === `${model.key}.updated` && news.id !== null && changedAny(news, fields),
    ...(before.length > 0 && { before: { model, conditions: before } }),
  });
}

function readFields(model: Model, value: unknown): ReadonlySet<string> {
  if (value === undefined || value === null)
    return new Set(
      [...model.fields.values()].flatMap((field) =>
        systemKeys.has(field.key) || isCounter(field) || field.declared.eventless ? [] : [field.key],
      ),
    );
  if (!Array.isArray(value) || value.length === 0)
    throw new StepProblem('fields', 'invalid_type', 'must be a list of fields');
  for (const key of value)
    if (typeof key !== 'string' || !model.fields.has(key))
      throw new StepProblem(
        'fields',
        'unknown_field',
        `holds ${String(key)}, which is not a field of ${model.labelPlural.toLowerCase()}`,
      );
  return new Set(value as string[]);
}

function segmentWatch(config: JsonObject, type: string): Partial<Trigger> {
  requireKnown(config, ['segmentId', 'segmentIds']);
  const segmentIds = new Set<unknown>(
    config.segmentIds === undefined ? [requiredId(config, 'segmentId')] : readIds(config.segmentIds, 'segmentIds'),
  );
  return {
    watch: watchOf({
      model: 'marketing.segmentMembers',
      values: new Set(['segmentId', 'recordId']),
      matches: (news) => news.type === type && segmentIds.has(news.values?.segmentId),
      targets: (news) => idsIn(news, ['recordId']),
    }),
  };
}

function readForm(reading: StepReading, config: JsonObject): Partial<Trigger> {
  requireKnown(config, ['formId', 'filter']);
  const formId = optionalId(config, 'formId');
  const { model } = reading;
  const source = reading.context.registry.named('forms.formSubmissions');
  if (!source) throw new StepProblem('formId', 'unknown_model', 'cannot be used: there are no forms');
  const conditions = readConditions(reading, source, { status: { in: ['received', 'processed'] } }, 'filter');
  const link = [...source.fields.values()].find(({ declared, type }) => declared.to === model.name && !type.array)?.key;
  const words = new Set<unknown>([model.name, model.slug, model.key]);
  const recordsOf = (values: WorkflowNews['values']): string[] => {
    if (link !== undefined && typeof values?.[link] === 'string') return [values[link]];
    return words.has(values?.modelKey) && typeof values?.recordId === 'string' && isId(values.recordId)
      ? [values.recordId]
      : [];
  };
  return {
    conditions: readConditions(reading, model, config.filter, 'filter'),
    watch: watchOf({
      model: source.name,
      values: new Set(['formId', 'modelKey', 'recordId', ...(link === undefined ? [] : [link])]),
      // The record may be written after the submission. The first event that names it counts.
      matches: ({ values, former }) =>
        (formId === undefined || values?.formId === formId) &&
        recordsOf(values).length > 0 &&
        recordsOf(former).length === 0,
      targets: ({ values }) => recordsOf(values),
      where: { model: source, conditions },
    }),
  };
}

function mailWatch(reading: StepReading, config: JsonObject, time: string): Partial<Trigger> {
  requireKnown(config, ['campaignId', 'templateId', 'url', 'filter']);
  const emails = reading.context.registry.named('communications.emails');
  const person =
    emails &&
    [...emails.fields.values()].find(({ declared, type }) => declared.to === reading.model.name && !type.array);
  if (!emails || !person)
    throw new StepProblem(
      'trigger',
      'no_mails',
      `cannot be used: mails do not refer to ${reading.model.labelPlural.toLowerCase()}`,
    );
  const campaignId = optionalId(config, 'campaignId');
  const templateId = optionalId(config, 'templateId');
  if (time !== 'clickedAt' && config.url !== undefined)
    throw new StepProblem('url', 'not_supported', 'is only for emailClicked');
  const link = clickedLink(config, 'url');
  return {
    conditions: readConditions(reading, reading.model, config.filter, 'filter'),
    watch: watchOf({
      model: emails.name,
      values: new Set([time, person.key, 'campaignId', 'templateId', ...(link?.values ?? [])]),
      matches: (news) =>
        (link ? link.matches(news) : wasSet(news, time)) &&
        (campaignId === undefined || news.values?.campaignId === campaignId) &&
        (templateId === undefined || news.values?.templateId === templateId),
      targets: (news) => idsIn(news, [person.key]),
    }),
  };
}

const zoneOf = ({ definition, calendar }: StepReading, value: unknown): string =>
  value === undefined || value === null ? (definition.timezone ?? calendar.zone) : readZone(value, 'tz');

function readDate(reading: StepReading, config: JsonObject): Partial<Trigger> {
  const trigger = own(reading, config, ['field', 'offset', 'at', 'tz', 'yearly']);
  const field = reading.model.fields.get(requiredText(config, 'field', 200));
  if (field?.type.temporal !== true || field.column === null)
    throw new StepProblem('field', 'unknown_field', `must be a date of ${reading.model.labelPlural.toLowerCase()}`);
  const minutes = parseClock(config.at ?? '09:00');
  if (minutes === undefined) throw new StepProblem('at', 'invalid_value', 'must be a time such as 09:00');
  const offset = config.offset === undefined ? '0s' : config.offset;
  const yearly = config.yearly === true;
  if (yearly && field.type.name !== 'date')
    throw new StepProblem('yearly', 'invalid_value', 'needs a field that is a day');
  return {
    ...trigger,
    time: {
      kind: 'date',
      field,
      offsetMs: readDuration(offset, 'offset', true),
      minutes,
      zone: zoneOf(reading, config.tz),
      yearly,
    },
  };
}

function readSchedule(reading: StepReading, config: JsonObject): Partial<Trigger> {
  const trigger = own(reading, config, ['cron', 'on', 'at', 'tz']);
  if (config.on !== undefined) return { ...trigger, time: readOnce(reading, config) };
  if (config.at !== undefined) throw new StepProblem('at', 'not_supported', 'is only for a schedule with on');
  const cron = requiredText(config, 'cron', 100);
  if (!parseCron(cron)) throw new StepProblem('cron', 'invalid_value', 'must be a schedule such as 0 9 * * 1');
  const zone = zoneOf(reading, config.tz);
  if (!nextRun(cron, zone, new Date()))
    throw new StepProblem(
      'cron',
      'invalid_value',
      'must be a schedule that comes again, and has a day that no month has',
    );
  return { ...trigger, time: { kind: 'schedule', cron, zone } };
}

/** `{on: "2026-12-01", at: "09:00"}`: one day. */
function readOnce(reading: StepReading, { cron, on, at, tz }: JsonObject): TimeTrigger {
  if (cron !== undefined) throw new StepProblem('cron', 'not_supported', 'cannot be used together with on');
  if (typeof on !== 'string' || !isCalendarDate(on))
    throw new StepProblem('on', 'invalid_value', 'must be a day such as 2026-12-01');
  const minutes = parseClock(at ?? '09:00');
  if (minutes === undefined) throw new StepProblem('at', 'invalid_value', 'must be a time such as 09:00');
  return { kind: 'once', at: momentOf(on, minutes, zoneOf(reading, tz)) };
}
