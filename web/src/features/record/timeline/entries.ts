import type { FieldChange, RecordData } from '~/api/records.ts';
import type { PanelKind } from '../panel-links.ts';

/** An entry of `GET …/{id}/history`. */
export interface HistoryEntry {
  readonly version: number | null;
  readonly action: 'created' | 'updated' | 'deleted' | 'restored';
  readonly timestamp: string;
  readonly actor: Author | null;
  /** Set when formulas and rollups changed because other records did. The version is that of the entry before. */
  readonly derived?: true;
  readonly changes: readonly FieldChange[];
}

/** The author of an entry. The sender of a received mail, or a visitor, has no id. */
interface Author {
  readonly _id: string | null;
  readonly email: string | null;
  /**
   * `via` is set when AI, a connected program, a form or a campaign acted for the person. `viaId` is the form or
   * campaign.
   */
  readonly via?: 'ai' | 'mcp' | 'form' | 'campaign' | 'import' | 'workflow' | 'rule';
  readonly viaId?: string;
  readonly name?: string | null;
}

export type EntryKind = 'changes' | PanelKind;

/** The types of entries of `GET /api/data/timeline` that a kind consists of. */
export const typesOfKind = {
  changes: ['change'],
  notes: ['note'],
  emails: ['email'],
  activities: ['activity', 'call'],
  tasks: ['task'],
  files: ['file'],
  comments: ['comment'],
  submissions: ['submission'],
} as const satisfies Readonly<Record<EntryKind, readonly string[]>>;

type EntryType = (typeof typesOfKind)[EntryKind][number];

interface Entry {
  readonly at: string;
  readonly by: Author | null;
  readonly record: {
    readonly moduleKey: string;
    readonly slug: string;
    readonly _id: string;
    readonly title: string | null;
  };
}

interface ChangeEntry extends Entry {
  readonly type: 'change';
  readonly change: Omit<HistoryEntry, 'timestamp' | 'actor'>;
}

export interface RecordEntry extends Entry {
  readonly type: Exclude<EntryType, 'change'>;
  readonly values: RecordData;
  readonly excerpt?: string;
}

export type TimelineEntry = ChangeEntry | RecordEntry;

/** A key that no other entry of the timeline has. */
export const keyOf = (entry: TimelineEntry): string =>
  `${entry.type} ${entry.record._id} ${entry.type === 'change' ? `${entry.at} ${entry.change.version} ${entry.change.action}` : ''}`;

/** The text key for the action of the entry. */
export function actionTextOf(entry: TimelineEntry): string {
  if (entry.type === 'change') return entry.change.action;
  if (entry.type === 'email') return entry.values.direction === 'inbound' ? 'emailReceived' : 'emails';
  return entry.type === 'activity' || entry.type === 'call' ? entry.type : `${entry.type}s`;
}
