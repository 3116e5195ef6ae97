import type { JsonValue } from '#core/fields/field.ts';
import type { InboxItem, Platform } from '../platforms/platform.ts';
import { storable } from './storable-item.ts';

type Values = Record<string, JsonValue>;

const kinds: Readonly<Record<InboxItem['kind'], string>> = {
  comment: 'Comment',
  mention: 'Mention',
  message: 'Message',
};

const subjectOf = ({ label }: Platform, { kind, author }: InboxItem): string =>
  storable(`${kinds[kind]} by ${author.name} on ${label}`, 900);

/** A thread as a record of communications/conversations. */
export const conversationValues = (
  platform: Platform,
  connectionId: string,
  threadId: string,
  item: InboxItem,
): Values => ({
  subject: subjectOf(platform, item),
  channel: 'social',
  status: 'open',
  connectionId,
  externalId: storable(`${platform.name}:${threadId}`, 600),
  participants: [item.author.handle],
  preview: storable(item.text, 500),
  metadata: { platform: platform.name, kind: item.kind, url: item.url },
});

/** A comment, mention or message as a record of communications/emails. */
export const emailValues = (
  platform: Platform,
  connectionId: string,
  conversationId: string,
  item: InboxItem,
): Values => ({
  type: 'social',
  direction: item.own ? 'outbound' : 'inbound',
  status: item.own ? 'sent' : 'received',
  fromName: item.author.name,
  subject: subjectOf(platform, item),
  text: item.text,
  [item.own ? 'sentAt' : 'receivedAt']: item.at.toISOString(),
  read: item.own,
  category: 'personal',
  conversationId,
  connectionId,
  messageId: storable(item.externalId, 600),
  metadata: {
    platform: platform.name,
    kind: item.kind,
    url: item.url,
    handle: item.author.handle,
    authorId: item.author.id,
  },
});
