import type { Context } from '#core/context.ts';
import { inTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { type Conversation, readConversation } from '../../conversations/contract.ts';
import { normalSubject } from '../../messages/subject.ts';
import { accountSender, type MailSender } from './account-sender.ts';
import { chooseMailbox, findMailbox } from './choose-mailbox.ts';
import { sendMail, type WrittenMail } from './send-mail.ts';
import { findAnswered, type RepliedMail } from './thread.ts';

interface Reply extends Omit<WrittenMail, 'to' | 'subject' | 'conversationId'> {
  readonly connectionId?: string | undefined;
  readonly to?: WrittenMail['to'] | undefined;
}

/**
 * Answers a message of a conversation, by default the last one. The reply goes to the sender, from the mailbox that
 * received the message, if the caller may use it. For a caller without a mailbox the mail servers of the account send
 * it.
 */
export async function reply(context: Context, id: string, { connectionId, ...given }: Reply): Promise<string> {
  const conversation = await readConversation(context, id);
  const { channel } = conversation;
  if (given.to === undefined && (channel === 'sms' || channel === 'social'))
    throw new AppError(
      'conflict',
      `The conversation is of the channel ${channel}: answer with POST /api/marketing/${channel}-inbox/${id}/reply, or name mail addresses in "to".`,
    );
  const mailbox = await senderOf(context, connectionId, conversation);
  const answered = await inTransaction(context, (within) => findAnswered(within, given.inReplyTo, id));
  const to = given.to ?? recipientsOf(answered, mailbox.email ?? mailbox.replyTo ?? '');
  if (to.length === 0)
    throw invalid('to', 'required', 'is required, because the conversation has no message that can be answered');
  const subject = replySubject(answered?.subject ?? conversation.subject ?? '');
  return sendMail(context, mailbox, { ...given, to, subject, conversationId: id });
}

async function senderOf(
  context: Context,
  connectionId: string | undefined,
  conversation: Conversation,
): Promise<MailSender> {
  if (connectionId !== undefined) return chooseMailbox(context, connectionId);
  return (await findMailbox(context, undefined, conversation.connectionId)) ?? accountSender(context, conversation);
}

function recipientsOf(answered: RepliedMail | undefined, own: string): string[] {
  if (!answered) return [];
  const { direction, replyTo, from, to } = answered;
  const all = direction === 'inbound' ? [replyTo ?? from] : (to ?? []);
  return all.filter((address) => address !== null && address.toLowerCase() !== own.toLowerCase()) as string[];
}

/** Adds `Re:` unless the subject has a reply mark. Mail programs use their own language, for example `AW:`. */
const replySubject = (subject: string): string =>
  (normalSubject(subject).isReply ? subject : `Re: ${subject}`).slice(0, 998);
