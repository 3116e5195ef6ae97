import { type Context, inTransaction, queryable, withoutClient } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { confirmReply, readAnswerable, recordReply, refuseReply } from '../../../communications/contract.ts';
import { ConnectionNotUsable, type OpenedSession, openSession } from '../connections/open-session.ts';
import { Unknown } from '../http/platform-error.ts';
import type { Published } from '../platforms/platform.ts';
import { measureText } from '../posts/measure-text.ts';
import { noteMessages } from './sql/known-messages.ts';
import { type AnswerableMessage, lastMessage } from './sql/last-message.ts';

const unconfirmed = 'It is not known whether the platform published the reply. Look there before you write it again.';

/**
 * Answers the last message of a conversation at its platform. The record is written as unconfirmed before the call, so that a crash
 * leaves it in the right state. The call is made once. Returns the JSON of the record.
 */
export async function replyTo(context: Context, conversationId: string, text: string): Promise<string> {
  const { caller } = context;
  const conversation = await readAnswerable(context, conversationId, 'social', 'Social conversation');
  const message = await lastMessage(queryable(context), caller.tenantId, conversationId);
  if (!message)
    throw new AppError('conflict', 'The conversation has no message that can be answered; its account may be removed.');
  const opened = await open(context, message.connectionId);
  const { platform, session } = opened;
  if (!platform.reply) throw new AppError('conflict', `${platform.label} takes no replies from here; answer there.`);
  const length = measureText(text, platform.limits.text);
  if (length > platform.limits.text.max)
    throw invalid(
      'text',
      'too_long',
      `must be at most ${platform.limits.text.max} characters long on ${platform.label}; it has ${length}`,
    );
  const emailId = newId();
  await record(context, emailId, conversation, opened, text);
  // Write the result even when the client has disconnected.
  const detached = withoutClient(context);
  let published: Published;
  try {
    published = await platform.reply(session, message.replyTo, text, emailId);
  } catch (error) {
    throw await explain(detached, emailId, platform.label, error as Error);
  }
  return confirm(detached, conversationId, emailId, message, published);
}

async function open({ services, caller }: Context, connectionId: string): Promise<OpenedSession> {
  try {
    return await openSession(services, caller.tenantId, connectionId);
  } catch (error) {
    if (error instanceof ConnectionNotUsable) throw new AppError('conflict', error.message);
    throw new AppError('unavailable', `The platform could not be reached. ${(error as Error).message}`);
  }
}

const record = (
  context: Context,
  id: string,
  conversation: RecordObject,
  { platform, login }: OpenedSession,
  text: string,
): Promise<unknown> =>
  inTransaction(context, (within) =>
    recordReply(within, id, conversation, unconfirmed, {
      type: 'social',
      fromName: login.name.slice(0, 255),
      text,
      connectionId: login.id,
      metadata: { platform: platform.name, kind: 'reply', handle: login.handle },
    }),
  );

/** Marks a reply that the platform accepted. */
const confirm = (
  context: Context,
  conversationId: string,
  emailId: string,
  { connectionId, threadId, externalId }: AnswerableMessage,
  published: Published,
): Promise<string> =>
  inTransaction(context, async (within) => {
    if (published.externalId !== null)
      await noteMessages(within.tx, within.caller.tenantId, connectionId, [
        { externalId: published.externalId, threadId, conversationId, emailId, replyTo: { id: externalId } },
      ]);
    return confirmReply(within, conversationId, emailId, published.externalId);
  });

async function explain(context: Context, emailId: string, label: string, error: Error): Promise<AppError> {
  if (error instanceof Unknown) return new AppError('unavailable', `${unconfirmed} ${error.message}`);
  const message = `${label} refused the reply. ${error.message}`.slice(0, 2000);
  await refuseReply(context, emailId, message);
  return new AppError('conflict', message);
}
