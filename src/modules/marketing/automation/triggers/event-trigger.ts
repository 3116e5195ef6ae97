import type { Model } from '#core/models/model.ts';
import { eventSource } from '#core/operations/event-source.ts';
import { type Reference, referencesTo } from '#core/operations/relink.ts';
import type { JsonObject } from '../definition/definition.ts';
import { readConditions, requireKnown } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { clickedLink } from './clicked-link.ts';
import { idsIn, type Watch, type WorkflowNews, wasSet, watchOf } from './watch.ts';

/** `{type: 'email.opened', filter, url}`: something that happens to a record of the workflow, or to a record that refers to it. */
export interface EventTrigger {
  readonly type: string;
  readonly watch: Watch;
}

/** The event that can name a link. */
const clicked = 'email.clicked';

const changes: ReadonlySet<string> = new Set(['created', 'updated', 'deleted', 'restored']);

/** `at` is the prefix of the parts in problems: `event.`, or empty. */
export function readEventTrigger(reading: StepReading, config: JsonObject, at: string): EventTrigger {
  requireKnown(config, ['type', 'filter', 'url'], at);
  const { type } = config;
  if (typeof type !== 'string' || type === '' || type.length > 200)
    throw new StepProblem(`${at}type`, 'required', 'is required: an event such as email.opened');
  if (config.url !== undefined && type !== clicked)
    throw new StepProblem(`${at}url`, 'not_supported', `is only for ${clicked}`);
  const watch = recordWatch(reading, type, config, at) ?? timeWatch(reading, type, config, at);
  if (watch) return { type, watch };
  const records = reading.model.labelPlural.toLowerCase();
  throw new StepProblem(
    `${at}type`,
    'unknown_event',
    `must be an event of ${records} or of records that refer to them, such as ${reading.model.key}.updated or email.opened`,
  );
}

/** `order.created`: a change of a record of the workflow, or of one that refers to it. */
function recordWatch(reading: StepReading, type: string, { filter }: JsonObject, at: string): Watch | undefined {
  const [key = '', change = '', ...rest] = type.split('.');
  const source = rest.length === 0 && changes.has(change) ? reading.context.registry.named(key) : undefined;
  if (!source || source.key !== key) return undefined;
  const isOwn = source.name === reading.model.name;
  const references = isOwn ? [] : referencesOf(reading, source);
  if (!isOwn && references.length === 0) return undefined;
  return watchOf({
    model: source.name,
    values: valuesOf(references),
    matches: (news) => news.type === type,
    targets: (news) => (isOwn ? [news.id ?? ''] : targetsBy(news, references)),
    where: { model: source, conditions: readConditions(reading, source, filter, `${at}filter`) },
    isDeletion: change === 'deleted',
  });
}

const referencesOf = ({ context, model }: StepReading, source: Model): Reference[] =>
  referencesTo(context.registry, model).filter(({ model: of, field }) => of === source && !field.type.array);

const valuesOf = (references: readonly Reference[], ...others: string[]): ReadonlySet<string> =>
  new Set([...references.flatMap(({ field, words }) => [field.key, ...(words ? ['modelKey'] : [])]), ...others]);

/** The records to which the references of the event point. */
const targetsBy = (news: WorkflowNews, references: readonly Reference[]): string[] =>
  references.flatMap(({ field, words }) =>
    words && !words.includes(String(news.values?.modelKey)) ? [] : idsIn(news, [field.key]),
  );

/** `email.opened`: the time `openedAt` of a record that refers to the record of the workflow was set. */
function timeWatch(reading: StepReading, type: string, config: JsonObject, at: string): Watch | undefined {
  const source = eventSource(reading.context.registry, reading.model, type);
  if (!source) return undefined;
  const { references } = source;
  const time = source.time.key;
  const link = clickedLink(config, `${at}url`);
  const happened = (news: WorkflowNews) => (time === 'createdAt' ? news.type.endsWith('.created') : wasSet(news, time));
  return watchOf({
    model: source.model.name,
    values: valuesOf(references, time, ...(link?.values ?? [])),
    matches: link?.matches ?? happened,
    targets: (news) => targetsBy(news, references),
    where: { model: source.model, conditions: readConditions(reading, source.model, config.filter, `${at}filter`) },
  });
}
