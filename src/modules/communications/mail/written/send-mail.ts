import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { addToOutbox, notifyOutbox } from '#core/mail/outbox.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { findContacts } from '../../../sales/contract.ts';
import { type Conversation, isWider, lockConversation, recountConversations } from '../../conversations/contract.ts';
import { conversations, emails } from '../../model-names.ts';
import { listOf } from '../sending/message-input.ts';
import { readSendAt } from '../sending/send-at.ts';
import { requireAttachments, requireNotSuppressed, uniqueAddresses, visibleTo } from '../sending/send-single.ts';
import { requireOneLine } from '../sending/sender.ts';
import { messageIdOf } from '../transports/message.ts';
import type { MailSender } from './account-sender.ts';
import { viewersOf } from './audience.ts';
import { composeBody } from './compose-body.ts';
import { findAnswered, type Thread, threadOf } from './thread.ts';

/** A mail that a person writes in a mailbox. */
export interface WrittenMail {
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[] | undefined;
  readonly bcc?: string | readonly string[] | undefined;
  readonly subject: string;
  readonly body?: string | undefined;
  readonly html?: string | undefined;
  readonly attachments?: readonly string[] | undefined;
  readonly conversationId?: string | undefined;
  /** The `_id` of the answered mail. */
  readonly inReplyTo?: string | undefined;
  readonly sendAt?: string | undefined;
  readonly undoSeconds?: number | undefined;
}

const defaultUndoSeconds = 10;

/**
 * Writes the record of a mail and queues it for the mailbox's own server, or for a mail server of the account. It waits
 * in the queue for as long as it can be undone. Returns the record as JSON text.
 */
export async function sendMail(context: Context, mailbox: MailSender, mail: WrittenMail): Promise<string> {
  requireOneLine('subject', mail.subject);
  const to = uniqueAddresses(listOf(mail.to));
  const cc = uniqueAddresses(listOf(mail.cc));
  const bcc = uniqueAddresses(listOf(mail.bcc));
  const sendAt = mail.sendAt === undefined ? undefined : readSendAt(mail.sendAt);
  await requireNotSuppressed(context, [...to, ...cc, ...bcc], { bulk: false, personal: true });
  await requireAttachments(context, mail.attachments ?? []);
  const content = await composeBody(context, mail.body, mail.html, mailbox.signature);
  return inTransaction(context, async (within) => {
    const answered = await findAnswered(within, mail.inReplyTo, mail.conversationId);
    const conversationId = mail.conversationId ?? answered?.conversationId ?? undefined;
    const conversation = conversationId === undefined ? undefined : await lockConversation(within, conversationId);
    const contactId = conversation?.contactId ?? (await contactOf(within, to));
    const addressed = { to, cc, bcc, subject: mail.subject, ...content };
    const place = { conversation, contactId, thread: threadOf(answered), sendAt };
    return write(within, mailbox, { ...mail, ...addressed }, place);
  });
}

/** A written mail with its final texts. */
interface AddressedMail extends Omit<WrittenMail, 'html' | 'body'> {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly html: string | null;
  readonly text: string;
}

interface Place {
  readonly conversation: Conversation | undefined;
  readonly contactId: string | null;
  readonly thread: Thread;
  readonly sendAt: Date | undefined;
}

async function write(
  within: TransactionContext,
  mailbox: MailSender,
  mail: AddressedMail,
  { conversation, contactId, thread, sendAt }: Place,
): Promise<string> {
  const { tx, caller } = within;
  const id = newId();
  const viewers = viewersOf(within, mailbox, contactId);
  const conversationId = conversation?._id ?? (await beginConversation(within, mailbox, mail, contactId, viewers));
  const undoMs = (mail.undoSeconds ?? defaultUndoSeconds) * 1000;
  const undoUntil = new Date(Math.max(Date.now() + undoMs, sendAt?.getTime() ?? 0));
  const values = {
    type: mailbox.id === null ? 'single' : 'mailbox',
    direction: 'outbound',
    status: sendAt ? 'scheduled' : 'queued',
    from: mailbox.email,
    fromName: mailbox.name,
    replyTo: mailbox.replyTo ?? null,
    to: mail.to,
    cc: mail.cc,
    bcc: mail.bcc,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachmentIds: mail.attachments ?? [],
    conversationId,
    contactId,
    accountId: conversation?.accountId ?? null,
    connectionId: mailbox.id,
    // Set before the mail is sent, because the synchronisation may find the mail in the folder of sent mail first.
    messageId: mailbox.email === null ? null : messageIdOf(id, mailbox.email),
    ...thread,
    ...viewers,
    read: true,
    undoUntil: undoUntil.toISOString(),
    ...(sendAt && { scheduledAt: sendAt.toISOString() }),
  };
  await insertMany(within, emails(within), [{ id, values: values as never }], { withoutHooks: true });
  await addToOutbox(tx, caller.tenantId, [
    { emailId: id, sendAt: undoUntil, ...(mailbox.id !== null && { connectionId: mailbox.id }) },
  ]);
  await notifyOutbox(tx);
  if (conversation) await addParticipants(within, conversation, mail, viewers);
  await recountConversations(within, [conversationId]);
  const { body } = await invoke(withAllAccess(within), operations.get, emails(within), { id, query: {} });
  return visibleTo(within, body);
}

const participantsOf = ({ to, cc }: Pick<AddressedMail, 'to' | 'cc'>): string[] => uniqueAddresses([...to, ...cc]);

async function beginConversation(
  within: TransactionContext,
  mailbox: MailSender,
  mail: Pick<AddressedMail, 'to' | 'cc' | 'subject' | 'text'>,
  contactId: string | null,
  viewers: ReturnType<typeof viewersOf>,
): Promise<string> {
  const id = newId();
  const values = {
    subject: mail.subject,
    channel: 'email',
    status: 'open',
    contactId,
    connectionId: mailbox.id,
    assignedUserId: within.caller.userId,
    participants: uniqueAddresses([...participantsOf(mail), ...(mailbox.email === null ? [] : [mailbox.email])]),
    preview: mail.text.replaceAll(/\s+/g, ' ').trim().slice(0, 500),
    ...viewers,
  };
  await insertMany(within, conversations(within), [{ id, values: values as never }], { withoutHooks: true });
  return id;
}

/**
 * Adds the recipients to the conversation. Lists show its last message, unless more people see the conversation than
 * the message.
 */
async function addParticipants(
  within: TransactionContext,
  { _id: id, participants, visibility }: Conversation,
  mail: Pick<AddressedMail, 'to' | 'cc' | 'text'>,
  viewers: ReturnType<typeof viewersOf>,
): Promise<void> {
  const values = {
    participants: uniqueAddresses([...(participants ?? []), ...participantsOf(mail)]).slice(0, 500),
    ...(!isWider(visibility, viewers.visibility) && {
      preview: mail.text.replaceAll(/\s+/g, ' ').trim().slice(0, 500),
    }),
  };
  await updateMany(within, conversations(within), [{ id, values }], { withoutHooks: true });
}

async function contactOf({ tx, caller }: TransactionContext, to: readonly string[]): Promise<string | null> {
  const [address] = to;
  if (to.length !== 1 || address === undefined) return null;
  return (await findContacts(tx, caller.tenantId, to)).get(address.toLowerCase()) ?? null;
}
