import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { addToOutbox, notifyOutbox } from '#core/mail/outbox.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { emails } from '../../model-names.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { messageIdOf } from '../transports/message.ts';
import { readOwnMailboxes } from '../written/sql/own-mailboxes.ts';

/** An invitation, an update or a cancellation for one attendee. */
export interface CalendarMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** References of the mail to records, such as `contactId`. */
  readonly links: Readonly<Record<string, JsonValue>>;
}

/**
 * Queues mails with calendar entries in the transaction of the appointment. They are sent from the organizer's mailbox
 * if the caller may use it, otherwise by a mail server of the account. Answers go to the organizer in both cases.
 */
export async function queueCalendarMails(
  context: TransactionContext,
  organizer: { readonly email: string; readonly name: string | null },
  mails: readonly CalendarMail[],
): Promise<void> {
  const { tx, caller } = context;
  if (mails.length === 0) return;
  const address = organizer.email.toLowerCase();
  const mailbox = (await readOwnMailboxes(context)).find(({ email }) => email.toLowerCase() === address);
  const rows = mails.map(({ links, ...mail }) => {
    const id = newId();
    const sender = mailbox
      ? { type: 'mailbox', from: mailbox.email, connectionId: mailbox.id, messageId: messageIdOf(id, mailbox.email) }
      : { type: 'single', replyTo: organizer.email };
    const values = {
      ...sender,
      ...mail,
      ...links,
      to: [mail.to],
      fromName: organizer.name,
      direction: 'outbound',
      status: 'queued',
      read: true,
      ownerId: caller.userId,
      calendar: { ...mail.calendar },
    };
    return { id, values };
  });
  await insertMany(context, emails(context), rows, { withoutHooks: true });
  const queued = rows.map(({ id }) => ({ emailId: id, ...(mailbox && { connectionId: mailbox.id }) }));
  await addToOutbox(tx, caller.tenantId, queued);
  await notifyOutbox(tx);
}

/** An address among these that gets no single mail, because of a bounce, a complaint or an administrator. */
export async function findSuppressed(context: Context, addresses: readonly string[]): Promise<string | undefined> {
  const { tenantId } = context.caller;
  const found = await readSuppressed(queryable(context), tenantId, addresses, { bulk: false, emailListId: null });
  return found.keys().next().value;
}
