import { createHash } from 'node:crypto';
import type { Mailbox, PreparedMessage } from '../../messages/reading/message.ts';
import { normalSubject } from '../../messages/subject.ts';

const keyOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 32);

export const idKey = (messageId: string): string => keyOf('id', messageId);

/** All ids of a message: its own, and those that it refers to. */
export const threadIds = ({ messageId, references }: PreparedMessage): string[] =>
  messageId === null ? [...references] : [messageId, ...references];

/** The key of a provider's thread, which is unique only within its mailbox. */
export const providerKey = ({ connectionId }: Mailbox, threadId: string): string =>
  keyOf('thread', `${connectionId} ${threadId}`);

/** The subject and people of a mail, to match replies without references. */
export interface SubjectKey {
  readonly subject: string;
  readonly isReply: boolean;
  readonly sender: string;
  readonly participants: readonly string[];
}

const maxParticipants = 50;

/** Undefined for mails that are never matched by subject: those of lists and programs, and those without a subject. */
export function subjectKey(message: PreparedMessage): SubjectKey | undefined {
  const { text, isReply } = normalSubject(message.subject);
  const sender = message.from?.address.toLowerCase();
  if (text === '' || sender === undefined || message.category !== 'personal') return undefined;
  const participants = [...message.to, ...message.cc]
    .slice(0, maxParticipants)
    .map(({ address }) => address.toLowerCase());
  return {
    subject: keyOf('subject', text),
    isReply: isReply && message.references.length === 0,
    sender,
    participants: [...new Set(participants)],
  };
}
