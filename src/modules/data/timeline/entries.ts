import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { type Actor, actorOf } from '#core/events/event-actors.ts';
import { pastState } from '#core/events/past-state.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { TimelineType } from '#core/models/declaration.ts';
import type { Model } from '#core/models/model.ts';
import { type ChangeEntry, changeEntry } from '#core/operations/history.ts';
import { pastAudience, visibleState } from '#core/operations/record-events.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { withoutTags } from '#lib/html.ts';
import { parseJson } from '#lib/json.ts';
import type { TimelineChange } from './read-changes.ts';
import type { RecordRow } from './read-records.ts';
import type { Roots } from './roots.ts';
import type { Source } from './sources.ts';

/** The author of an entry. A sender or visitor who is not a user has no id. */
type Author = Actor | { readonly _id: null; readonly email: string; readonly name: string | null };

interface RecordName {
  readonly moduleKey: string;
  readonly modelKey: string;
  readonly slug: string;
  readonly _id: string;
  readonly title: string | null;
}

export interface TimelineEntryView {
  readonly type: TimelineType;
  readonly at: string;
  readonly by: Author | null;
  /** The changed record, or the one that is the entry. */
  readonly record: RecordName;
  readonly summary: string;
  /** The fields of a record that is an entry. */
  readonly values?: RecordObject;
  /** The beginning of its long text. */
  readonly excerpt?: string;
  readonly change?: Omit<ChangeEntry, 'timestamp' | 'actor'>;
}

export interface EntryMaker {
  record(row: RecordRow): TimelineEntryView;
  /** Undefined when the caller was not in the audience of the record at that time. */
  change(row: TimelineChange): Promise<TimelineEntryView | undefined>;
}

export function entryMaker(context: Context, sources: readonly Source[], roots: readonly Roots[]): EntryMaker {
  const grants = new Map(roots.map(({ grant }) => [grant.model.name, grant]));
  const audiences = new Map(roots.map(({ grant }) => [grant.model.name, pastAudience(context, grant)]));
  return {
    record: (row) => recordEntry(sources[row.m] as Source, row),
    async change(row) {
      const grant = grants.get(row.model) as Grant;
      const entry = await changeEntry(grant, row, audiences.get(row.model) as ReturnType<typeof pastAudience>);
      return entry && changeView(grant, row, entry);
    },
  };
}

function recordEntry({ grant, timeline }: Source, row: RecordRow): TimelineEntryView {
  const { model } = grant;
  const values = parseJson(row.record ?? '{}') as RecordObject;
  const { type, typeBy, author } = timeline;
  const value = typeBy && values[typeBy.field];
  const isByAuthor = author && (!author.when || values[author.when.field] === author.when.is);
  const email = isByAuthor ? textOf(values[author.email]) : null;
  const name = author?.name === undefined ? null : textOf(values[author.name]);
  return {
    type: (typeof value === 'string' ? typeBy?.types[value] : undefined) ?? type,
    at: row.at,
    by: isByAuthor ? (email === null ? null : { _id: null, email, name }) : actorOf(row.actor_id, row.email),
    record: nameOf(model, row.id, values),
    summary: plainLine(textOf(values[model.titleField]) ?? '') || model.label,
    values,
    ...(row.excerpt !== null && { excerpt: row.excerpt }),
  };
}

function changeView(grant: Grant, row: TimelineChange, entry: ChangeEntry): TimelineEntryView {
  const { model } = grant;
  const { timestamp, actor, ...change } = entry;
  const state = visibleState(grant, pastState(model, row.record ?? row.previous ?? '{}'));
  return {
    type: 'change',
    at: timestamp,
    by: actor,
    record: nameOf(model, row.id, state),
    summary: changeSummary(model, change),
    change,
  };
}

const verbs = { created: 'Created', updated: 'Changed', deleted: 'Deleted', restored: 'Restored' } as const;
const maxNamed = 5;

/** Names the changed fields, such as "Changed Stage, Value". */
function changeSummary(model: Model, { action, changes }: Pick<ChangeEntry, 'action' | 'changes'>): string {
  if (action !== 'updated' || changes.length === 0) return `${verbs[action]} ${model.label}`;
  const labels = changes.map(({ field }) => model.fields.get(field)?.label ?? field);
  const more = labels.length > maxNamed ? ` and ${labels.length - maxNamed} more` : '';
  return `${verbs[action]} ${labels.slice(0, maxNamed).join(', ')}${more}`;
}

function nameOf({ moduleKey, key, slug, titleField }: Model, id: string, values: RecordObject): RecordName {
  const title = titleField === '_id' ? null : textOf(values[titleField]);
  return { moduleKey, modelKey: key, slug, _id: id, title: title === null ? null : plainLine(title) };
}

const textOf = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' ? value : value === null || value === undefined ? null : JSON.stringify(value);

const maxSummary = 300;
/** Characters that are read for a summary. */
const maxRead = 5000;

/** The beginning of a text in one line, without markup. */
const plainLine = (text: string): string =>
  withoutTags(text.slice(0, maxRead), ' ').replaceAll(/\s+/g, ' ').trim().slice(0, maxSummary).toWellFormed();
