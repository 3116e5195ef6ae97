import type { JsonValue } from '#core/fields/field.ts';
import type { UncountedFact } from './dequeue-uncounted.ts';
import type { FactKind } from './record-facts.ts';

/** A fact, with the list to which its mail was sent. The list is null when the mail is deleted. */
export interface CountedFact extends UncountedFact {
  readonly emailListId: string | null;
  /** The channel of the campaign for which the mail was sent. */
  readonly channelId: string | null;
  /** The amount to add to the counter. Default: 1. */
  readonly change?: number;
}

/** A model whose records count the facts of their mails. */
export interface CountingModel {
  readonly name: string;
  /** The record that a fact belongs to. */
  recordOf(fact: CountedFact): string | null;
  /** The counter of each kind of fact. */
  readonly counters: Readonly<Partial<Record<FactKind, string>>>;
  /** The field for the time of the last sent mail. */
  readonly lastSent?: string;
}

/** Names of the counters, declared by `emailCounters`. */
const emailCounters = {
  sent: 'sentCount',
  delivered: 'deliveredCount',
  opened: 'openCount',
  firstOpened: 'uniqueOpenCount',
  clicked: 'clickCount',
  firstClicked: 'uniqueClickCount',
  replied: 'replyCount',
  bounced: 'bounceCount',
  unsubscribed: 'unsubscribeCount',
  complained: 'complaintCount',
  failed: 'failedCount',
} as const;

/** The models with counters, in the order in which their records are locked. A fact has a campaign of one module or of the other. */
export const countingModels: readonly CountingModel[] = [
  { name: 'communications.emailSnapshots', recordOf: ({ batchId }) => batchId, counters: emailCounters },
  { name: 'marketing.campaigns', recordOf: ({ campaignId }) => campaignId, counters: emailCounters },
  { name: 'marketing.campaignChannelEmails', recordOf: ({ channelId }) => channelId, counters: emailCounters },
  { name: 'communications.campaigns', recordOf: ({ campaignId }) => campaignId, counters: emailCounters },
  {
    name: 'communications.emailTemplates',
    recordOf: ({ templateId }) => templateId,
    counters: { sent: 'usageCount' },
    lastSent: 'lastUsedAt',
  },
  {
    name: 'communications.emailLists',
    recordOf: ({ emailListId }) => emailListId,
    counters: { bounced: 'bouncedCount' },
    lastSent: 'lastSentAt',
  },
];

export const counterKeys = ({ counters, lastSent }: CountingModel): string[] => [
  ...Object.values(counters),
  ...(lastSent === undefined ? [] : [lastSent]),
];

/** Returns the changes that facts make to the counters of one record. */
export function counterChanges(
  { counters, lastSent }: CountingModel,
  record: Readonly<Record<string, JsonValue>>,
  facts: readonly CountedFact[],
): Record<string, JsonValue> {
  const changes: Record<string, JsonValue> = {};
  for (const { kind, at, change = 1 } of facts) {
    const key = counters[kind];
    if (key !== undefined) changes[key] = Math.max(0, Number(changes[key] ?? record[key] ?? 0) + change);
    if (lastSent === undefined || kind !== 'sent') continue;
    const latest = changes[lastSent] ?? record[lastSent] ?? null;
    if (latest === null || Date.parse(String(latest)) < at.getTime()) changes[lastSent] = at.toISOString();
  }
  return changes;
}
