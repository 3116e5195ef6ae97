import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { systemKeys } from '#core/models/model.ts';
import { isId } from '#lib/ids.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalId, readConditions, readIds, requiredId, requireKnown } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { clickedLink } from './clicked-link.ts';
import { describedTriggers } from './described-triggers.ts';
import { readEventTrigger } from './event-trigger.ts';
import { ownConditions } from './own-conditions.ts';
import { readDate, readSchedule } from './time-trigger.ts';
import { noTrigger, type Trigger } from './trigger.ts';
import { type TriggerName, triggerNames } from './trigger-names.ts';
import { changedAny, idsIn, type Watch, type WorkflowNews, wasSet, watchOf } from './watch.ts';

type TriggerReader = (reading: StepReading, config: JsonObject) => Partial<Trigger>;

/** What each trigger reads of `triggerConfig`. */
const readers: Readonly<Record<TriggerName, TriggerReader>> = {
  manual: ownConditions,
  recordCreated: (reading, config) =>
    ofEvent(reading, ownConditions(reading, config), selfWatch(reading.model, 'created')),
  recordUpdated: readUpdated,
  recordDeleted(reading, config) {
    const { conditions } = ownConditions(reading, config);
    return {
      watch: { ...selfWatch(reading.model, 'deleted'), where: { model: reading.model, conditions }, isDeletion: true },
    };
  },
  segmentEntered: (_reading, config) => segmentWatch(config, 'segment.entered'),
  segmentLeft: (_reading, config) => segmentWatch(config, 'segment.left'),
  formSubmitted: readForm,
  emailOpened: (reading, config) => mailWatch(reading, config, 'openedAt'),
  emailClicked: (reading, config) => mailWatch(reading, config, 'clickedAt'),
  emailReplied: (reading, config) => mailWatch(reading, config, 'repliedAt'),
  date: readDate,
  schedule: readSchedule,
  webhook: () => ({}),
  event: (reading, config) => ({ watch: readEventTrigger(reading, config, '').watch }),
};

/** Reads the trigger of a workflow. Problems name `trigger`, or `triggerConfig.` and the part. */
export function readTrigger(reading: StepReading): Trigger {
  const { trigger, triggerConfig } = reading.definition;
  const name = triggerNames.find((one) => one === trigger);
  if (!name) throw new StepProblem('trigger', 'invalid_value', `must be one of ${triggerNames.join(', ')}`);
  try {
    requireKnown(triggerConfig, Object.keys(describedTriggers[name].parts));
    return { ...noTrigger, ...readers[name](reading, triggerConfig) };
  } catch (error) {
    if (!(error instanceof StepProblem) || error.part === 'trigger') throw error;
    throw new StepProblem(`triggerConfig.${error.part}`, error.code, error.message);
  }
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
  const trigger = ownConditions(reading, config);
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
