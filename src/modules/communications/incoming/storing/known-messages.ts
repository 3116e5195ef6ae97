import type { Transaction } from '#db/database.ts';
import { idOfMessageId } from '../../messages/mail-id.ts';
import type { Mailbox, NewMessage, PreparedMessage } from '../../messages/reading/message.ts';
import { assignMessages, claimMessages } from '../sql/claim-messages.ts';
import { findOwnMails } from '../sql/own-mails.ts';

/** Separates new messages from known ones. `emailId` is null when the record was deleted. */
interface Sorted {
  readonly created: readonly NewMessage[];
  readonly known: ReadonlyMap<PreparedMessage, { readonly emailId: string | null }>;
}

/** Finds the messages that are stored already, and claims the keys of the others for their mails. */
export async function claimKnown(tx: Transaction, mailbox: Mailbox, messages: readonly NewMessage[]): Promise<Sorted> {
  const known = new Map<PreparedMessage, { emailId: string | null }>();
  const firstOfKey = new Map<string, NewMessage>();
  const repeated: NewMessage[] = [];
  for (const one of messages) {
    const key = one.message.key.toString('hex');
    if (firstOfKey.has(key)) repeated.push(one);
    else firstOfKey.set(key, one);
  }
  const claims = Array.from(firstOfKey.values(), ({ emailId, message }) => ({ key: message.key, emailId }));
  for (const { key, emailId, exists } of await claimMessages(tx, mailbox.tenantId, claims)) {
    const taken = firstOfKey.get(key);
    if (taken) known.set(taken.message, { emailId: exists ? emailId : null });
  }
  const fresh = [...firstOfKey.values()].filter(({ message }) => !known.has(message));
  for (const [message, emailId] of await copiesOfOwnMails(tx, mailbox, fresh)) known.set(message, { emailId });
  const created = fresh.filter(({ message }) => !known.has(message));
  for (const { message } of repeated) {
    const first = firstOfKey.get(message.key.toString('hex')) as NewMessage;
    known.set(message, known.get(first.message) ?? { emailId: first.emailId });
  }
  return { created, known };
}

/**
 * Finds messages that the platform itself sent: the copy in the folder of sent mail, or in the mailbox of a colleague.
 * The author must be the same, because anybody can reuse the Message-ID of a mail that they received.
 */
async function copiesOfOwnMails(
  tx: Transaction,
  mailbox: Mailbox,
  messages: readonly NewMessage[],
): Promise<Map<PreparedMessage, string>> {
  const found = new Map<PreparedMessage, string>();
  const messageIds = messages.flatMap(({ message }) => message.messageId ?? []);
  if (messageIds.length === 0) return found;
  const ids = messageIds.flatMap((id) => idOfMessageId(id) ?? []);
  const mails = await findOwnMails(tx, mailbox.tenantId, messageIds, ids);
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const byMessageId = new Map(mails.map((mail) => [mail.messageId, mail]));
  for (const { message } of messages) {
    if (message.messageId === null) continue;
    const mail = byMessageId.get(message.messageId) ?? byId.get(idOfMessageId(message.messageId) ?? '');
    if (mail && (mail.from === null || mail.from === message.from?.address.toLowerCase())) found.set(message, mail.id);
  }
  await assignMessages(
    tx,
    mailbox.tenantId,
    Array.from(found, ([{ key }, emailId]) => ({ key, emailId })),
  );
  return found;
}
