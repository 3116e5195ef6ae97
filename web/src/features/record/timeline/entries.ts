import { type FieldChange, type RecordData, records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import type { Link } from '~/metadata/registry.ts';
import type { PanelKind } from '../panel-links.ts';
import type { Source, Timed } from './merge.ts';

/** An entry of `GET …/{id}/history`. */
export interface HistoryEntry {
  readonly version: number | null;
  readonly action: 'created' | 'updated' | 'deleted' | 'restored';
  readonly timestamp: string;
  /**
   * `via` is set when AI, a connected program, a form or a campaign acted for the person. `viaId` is the form or
   * campaign.
   */
  readonly actor: {
    readonly _id: string;
    readonly email: string | null;
    readonly via?: 'ai' | 'mcp' | 'form' | 'campaign' | 'import';
    readonly viaId?: string;
  } | null;
  readonly changes: readonly FieldChange[];
}

export type EntryKind = 'changes' | PanelKind;

interface ChangeEntry extends Timed {
  readonly key: string;
  readonly kind: 'changes';
  readonly history: HistoryEntry;
}

export interface RecordEntry extends Timed {
  readonly key: string;
  readonly kind: PanelKind;
  readonly model: Model;
  readonly record: RecordData;
}

export type TimelineEntry = ChangeEntry | RecordEntry;

const pageSize = 20;

export function historySource(model: Model, id: string): Source<TimelineEntry> {
  const key = 'changes';
  return {
    key,
    async read(cursor) {
      const { data, meta } = await records.history(model.path, id, { limit: pageSize, cursor });
      const entries = (data as unknown as readonly HistoryEntry[]).map((history, n): ChangeEntry => {
        const { timestamp, version, action } = history;
        return { key: `${timestamp} ${version} ${action} ${n}`, source: key, time: timestamp, kind: key, history };
      });
      return { entries, next: meta.nextCursor };
    },
  };
}

/**
 * Reads the records that refer to a record. A path such as `conversationId.contactId` refers through another record.
 */
export function linkSource(kind: PanelKind, { model }: Link, path: string, id: string): Source<TimelineEntry> {
  const key = `${model.path} ${path}`;
  return {
    key,
    async read(cursor) {
      const input = {
        filter: { [path]: id },
        sort: ['-createdAt'],
        limit: pageSize,
        count: 'none' as const,
        cursor,
      };
      const { data, meta } = await records.list(model.path, input);
      const entries = data.map(
        (record): RecordEntry => ({ key: record._id, source: key, time: record.createdAt, kind, model, record }),
      );
      return { entries, next: meta.hasMore ? meta.nextCursor : null };
    },
  };
}

interface Actor {
  readonly id: string | null;
  /** The name or address to show: of a person who is not a user, or of a user when the viewer may not read users. */
  readonly email: string | null;
}

/** The actor of an entry. */
export function actorOf(entry: TimelineEntry): Actor {
  if (entry.kind === 'changes')
    return { id: entry.history.actor?._id ?? null, email: entry.history.actor?.email ?? null };
  const { record } = entry;
  if (entry.kind === 'submissions') return { id: null, email: typeof record.email === 'string' ? record.email : null };
  if (!isReceived(entry)) return { id: record.createdBy, email: null };
  const sender = [record.fromName, record.from].find((text) => typeof text === 'string' && text !== '');
  return { id: null, email: (sender as string | undefined) ?? null };
}

/** True when the entry is a mail from outside. */
const isReceived = (entry: TimelineEntry): boolean => entry.kind === 'emails' && entry.record.direction === 'inbound';

/** The text key for the action of the entry. */
export function actionTextOf(entry: TimelineEntry): string {
  if (entry.kind === 'changes') return entry.history.action;
  return isReceived(entry) ? 'emailReceived' : entry.kind;
}
