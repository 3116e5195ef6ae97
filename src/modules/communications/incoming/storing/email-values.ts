import type { JsonValue } from '#core/fields/field.ts';
import { mailVisibility } from '../../conversations/contract.ts';
import type { Mailbox, Person, PreparedMessage } from '../../messages/reading/message.ts';
import type { Links } from '../links/find-links.ts';

/** An attachment that has a record. */
export interface WrittenAttachment {
  readonly id: string;
  readonly contentId: string | undefined;
}

interface Surroundings {
  readonly conversationId: string;
  readonly links: Links;
  readonly attachments: readonly WrittenAttachment[];
  readonly notes: readonly string[];
}

const addresses = (people: readonly Person[]): string[] => people.map(({ address }) => address);

/** Builds the record of a message. */
export function emailValues(
  mailbox: Mailbox,
  message: PreparedMessage,
  { conversationId, links, attachments, notes }: Surroundings,
): Record<string, JsonValue> {
  const { contactId, leadId, accountId, opportunityId } = links;
  const inbound = message.direction === 'inbound';
  return {
    from: message.from?.address ?? null,
    fromName: message.from?.name || null,
    replyTo: message.replyTo,
    to: addresses(message.to),
    cc: addresses(message.cc),
    bcc: addresses(message.bcc),
    subject: message.subject,
    text: message.text,
    html: message.html,
    direction: message.direction,
    type: 'mailbox',
    status: inbound ? 'received' : 'sent',
    conversationId,
    contactId,
    leadId,
    accountId,
    opportunityId,
    connectionId: mailbox.connectionId,
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    references: [...message.references],
    category: message.category,
    sentAt: message.sentAt.toISOString(),
    receivedAt: inbound ? message.receivedAt.toISOString() : null,
    read: !inbound || message.seen,
    attachmentIds: attachments.map(({ id }) => id),
    visibility: mailVisibility(mailbox.sharing, contactId),
    viewerIds: mailbox.ownerId === null ? [] : [mailbox.ownerId],
    viewerTeamIds: [...mailbox.teamIds],
    ownerId: mailbox.ownerId,
    headers: { ...message.headers },
    metadata: metadataOf(attachments, notes),
  };
}

/** Puts the attachment id of each image of the HTML into `contentIds`, and omissions into `notes`. */
function metadataOf(
  attachments: readonly WrittenAttachment[],
  notes: readonly string[],
): Record<string, JsonValue> | null {
  const contentIds: Record<string, string> = {};
  for (const { id, contentId } of attachments) if (contentId) contentIds[contentId] = id;
  const hasImages = Object.keys(contentIds).length > 0;
  if (!hasImages && notes.length === 0) return null;
  return { ...(hasImages && { contentIds }), ...(notes.length > 0 && { notes: [...notes] }) };
}
