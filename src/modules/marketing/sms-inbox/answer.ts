import { type Context, inTransaction, queryable, withoutClient } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import {
  confirmReply,
  numberOfConversation,
  readAnswerable,
  recordReply,
  refuseReply,
} from '../../communications/contract.ts';
import { hasOptedOut, type SmsProvider, sendMessage, smsProviderOf, statusUrl } from '../sms/contract.ts';

const unconfirmed =
  'It is not known whether the SMS provider sent the message. Look there, or ask the person, before you write it again.';

/**
 * Answers the number of the last text message of a conversation. Sends to the provider once. Returns the JSON of the
 * record.
 */
export async function answerBySms(context: Context, conversationId: string, text: string): Promise<string> {
  const conversation = await readAnswerable(context, conversationId, 'sms', 'SMS conversation');
  if (typeof conversation.mergedIntoId === 'string')
    throw new AppError(
      'conflict',
      `The conversation was merged into ${conversation.mergedIntoId}: answer in that conversation.`,
    );
  const phone = await numberOfConversation(queryable(context), context.caller.tenantId, conversationId);
  if (phone === undefined)
    throw new AppError('conflict', 'The conversation has no text message of a number that could be answered.');
  const provider = await smsProviderOf(context);
  if (!provider)
    throw new AppError(
      'not_configured',
      'No SMS provider is set up: an administrator adds the setting marketing.sms with Twilio or a webhook.',
    );
  const id = newId();
  await record(context, id, conversation, provider.provider, phone, text);
  // The result is written even when the client has disconnected.
  const detached = withoutClient(context);
  const sent = await sendMessage(context.services, provider, { id, phone, text }, statusUrl(context));
  if (sent.status === 'sent')
    return inTransaction(detached, (within) => confirmReply(within, conversationId, id, sent.providerId));
  if (sent.status === 'unconfirmed') throw new AppError('unavailable', `${unconfirmed} ${sent.error}`);
  const message = `The message was not sent. ${sent.error}`.slice(0, 2000);
  await refuseReply(detached, id, message);
  throw new AppError('conflict', message);
}

/** Records the message and checks the opt-outs in one transaction, so that nothing reaches the provider after a STOP. */
const record = (
  context: Context,
  id: string,
  conversation: RecordObject,
  provider: SmsProvider,
  phone: string,
  text: string,
): Promise<unknown> =>
  inTransaction(context, async (within) => {
    if (await hasOptedOut(within.tx, within.caller.tenantId, phone))
      throw new AppError(
        'conflict',
        `${phone} opted out of text messages. The person can send START, or somebody removes the number from the SMS opt-outs of marketing, with a reason.`,
      );
    const { contactId } = conversation;
    await recordReply(within, id, conversation, unconfirmed, {
      type: 'sms',
      fromName: provider.provider === 'twilio' ? provider.from : 'SMS',
      text,
      contactId: contactId ?? null,
      metadata: { phone },
    });
  });
