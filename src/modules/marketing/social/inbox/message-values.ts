import type { ChannelMessage, NewConversation } from '../../../communications/contract.ts';
import type { InboxItem, Platform } from '../platforms/platform.ts';
import { storable } from './storable-item.ts';

const kinds: Readonly<Record<InboxItem['kind'], string>> = {
  comment: 'Comment',
  mention: 'Mention',
  message: 'Message',
};

const subjectOf = ({ label }: Platform, { kind, author }: InboxItem): string =>
  storable(`${kinds[kind]} by ${author.name} on ${label}`, 900);

/** Builds the conversation of a thread. */
export const conversationOf = (
  platform: Platform,
  connectionId: string,
  threadId: string,
  id: string,
  item: InboxItem,
): NewConversation => ({
  id,
  subject: subjectOf(platform, item),
  connectionId,
  externalId: storable(`${platform.name}:${threadId}`, 600),
  participants: [item.author.handle],
  metadata: { platform: platform.name, kind: item.kind, url: item.url },
});

/** Builds the message of a comment, mention or direct message. */
export const messageOf = (
  platform: Platform,
  connectionId: string,
  conversationId: string,
  id: string,
  item: InboxItem,
): ChannelMessage => ({
  id,
  conversationId,
  own: item.own,
  fromName: item.author.name,
  subject: subjectOf(platform, item),
  text: item.text,
  at: item.at,
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
