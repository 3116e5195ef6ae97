import type { Context } from '#core/context.ts';
import { inTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { readConversation } from '../../conversations/conversation.ts';
import { normalSubject } from '../incoming/threads/subject.ts';
import { chooseMailbox } from './choose-mailbox.ts';
import { sendMail, type WrittenMail } from './send-mail.ts';
import { type Answered, findAnswered } from './thread.ts';

interface Reply extends Omit<WrittenMail, 'to' | 'subject' | 'conversationId'> {
  readonly connectionId?: string | undefined;
  readonly to?: WrittenMail['to'] | undefined;
}

/** Answers a message of a conversation, the last one unless another is named: to its sender, by the mailbox that got it, if the caller may use that. */
export async function reply(context: Context, id: string, { connectionId, ...given }: Reply): Promise<string> {
  const conversation = await readConversation(context, id);
  const { channel } = conversation;
  if (given.to === undefined && (channel === 'sms' || channel === 'social'))
    throw new AppError(
      'conflict',
      `The conversation is of the channel ${channel}: answer with POST /api/marketing/${channel}-inbox/${id}/reply, or name mail addresses in "to".`,
    );
  const mailbox = await chooseMailbox(context, connectionId, conversation.connectionId);
  const answered = await inTransaction(context, (within) => findAnswered(within, given.inReplyTo, id));
  const to = given.to ?? recipientsOf(answered, mailbox.email);
  if (to.length === 0)
    throw invalid('to', 'required', 'is required, because the conversation has no message that can be answered');
  const subject = replySubject(answered?.subject ?? conversation.subject ?? '');
  return sendMail(context, mailbox, { ...given, to, subject, conversationId: id });
}

function recipientsOf(answered: Answered | undefined, own: string): string[] {
  if (!answered) return [];
  const { direction, replyTo, from, to } = answered;
  const all = direction === 'inbound' ? [replyTo ?? from] : (to ?? []);
  return all.filter((address) => address !== null && address.toLowerCase() !== own.toLowerCase()) as string[];
}

/** Mail programs mark replies in their language: `AW:` needs no `Re:` before it. */
const replySubject = (subject: string): string =>
  (normalSubject(subject).isReply ? subject : `Re: ${subject}`).slice(0, 998);
