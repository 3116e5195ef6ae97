import type { TransactionContext } from '#core/context.ts';
import { applyReportsIn, type Fact, recordFacts } from '../../mail/contract.ts';
import { idOfMessageId } from '../../messages/mail-id.ts';
import type { NewMessage } from '../../messages/reading/message.ts';
import { findAnsweredMails, findEarlyReplies } from '../sql/answered-mails.ts';

/**
 * Records which of our mails the messages answer, as facts: `repliedAt` of a mail and the counters of its campaign
 * follow from them. Only personal messages are replies. A sent mail may also be read after its reply, so both
 * directions are checked.
 */
export async function recordReplies(context: TransactionContext, messages: readonly NewMessage[]): Promise<void> {
  const { tx, caller } = context;
  const facts = new Map<string, Fact>();
  const add = (emailId: string, at: Date) => {
    const known = facts.get(emailId)?.at;
    if (known === undefined || at < known) facts.set(emailId, { emailId, kind: 'replied', at });
  };
  const replies = messages.filter(
    ({ message }) =>
      message.direction === 'inbound' && message.category === 'personal' && message.references.length > 0,
  );
  const referred = [...new Set(replies.flatMap(({ message }) => message.references))];
  if (referred.length > 0) {
    const ids = referred.flatMap((id) => idOfMessageId(id) ?? []);
    const mails = await findAnsweredMails(tx, caller.tenantId, referred, ids);
    const byMessageId = new Map(mails.map(({ id, messageId }) => [messageId, id]));
    const known = new Set(mails.map(({ id }) => id));
    for (const { message } of replies) {
      // The mail that is answered directly comes first, then the nearest earlier ones.
      const candidates = [
        ...(message.inReplyTo === null ? [] : [message.inReplyTo]),
        ...message.references.toReversed(),
      ];
      const mailOf = (messageId: string) => {
        const id = byMessageId.get(messageId) ?? idOfMessageId(messageId);
        return id !== undefined && known.has(id) ? id : undefined;
      };
      const answered = candidates.map(mailOf).find((id) => id !== undefined);
      if (answered !== undefined) add(answered, message.receivedAt);
    }
  }
  const sent = new Map(
    messages.flatMap(({ emailId, message }) =>
      message.direction === 'outbound' && message.messageId !== null ? [[message.messageId, emailId] as const] : [],
    ),
  );
  if (sent.size > 0) {
    for (const { inReplyTo, at } of await findEarlyReplies(tx, caller.tenantId, [...sent.keys()]))
      add(sent.get(inReplyTo) as string, at);
  }
  await recordFacts(tx, caller.tenantId, [...facts.values()]);
}

/** Applies bounces that arrive in a user's mailbox like those in the mailbox for bounces. */
export async function applyBounces(context: TransactionContext, messages: readonly NewMessage[]): Promise<void> {
  const reports = messages.flatMap(({ message: { returned, receivedAt } }) =>
    returned ? returned.reports.map((report) => ({ emailId: returned.emailId, ...report, at: receivedAt })) : [],
  );
  if (reports.length > 0) await applyReportsIn(context, reports);
}
