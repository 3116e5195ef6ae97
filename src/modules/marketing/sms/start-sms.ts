import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { smsProviderOf } from './provider/sms-setting.ts';
import { type SmsPerson, smsNumberOf, textFor, unknownPlaceholders } from './recipients.ts';
import { addMessages } from './sql/messages.ts';
import { announceMessages } from './sql/queue.ts';

/**
 * Freezes the recipients of an SMS channel and queues their messages. Returns false when the tenant has no provider.
 */
export async function startSms(
  context: TransactionContext,
  campaignId: string,
  channel: RecordObject,
  recipients: AsyncIterable<readonly SmsPerson[]>,
): Promise<boolean> {
  if (!(await smsProviderOf(context))) return false;
  if (!channel.message) throw new AppError('conflict', 'The channel has no message.');
  const [unknown] = unknownPlaceholders(channel);
  if (unknown) throw unknown;
  const { tx, caller } = context;
  const sender = { campaignId, channelId: String(channel._id), workflowId: null };
  let count = 0;
  for await (const people of recipients) {
    const messages = people.flatMap((person) => {
      const phone = smsNumberOf(person);
      const { contactId, leadId } = person;
      return phone === undefined ? [] : [{ id: newId(), contactId, leadId, phone, text: textFor(channel, person) }];
    });
    count += messages.length;
    if (messages.length > 0) await addMessages(tx, caller.tenantId, sender, messages);
  }
  if (count === 0) throw new AppError('conflict', 'Nobody in the audience has a telephone number.');
  await announceMessages(tx);
  return true;
}
