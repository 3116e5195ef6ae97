import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { sendSmsJob } from '../jobs/send-sms.ts';
import { dialled, smsContacts, textFor } from './recipients.ts';
import { smsProviderOf } from './sms-setting.ts';
import { addMessages } from './sql/messages.ts';

/** Freezes the recipients of an SMS channel and enqueues the sending. False when the tenant has no provider. */
export async function startSms(
  context: TransactionContext,
  campaign: RecordObject,
  channel: RecordObject,
): Promise<boolean> {
  if (!(await smsProviderOf(context))) return false;
  if (!channel.message) throw new AppError('conflict', 'The channel has no message.');
  const { tx, caller, services } = context;
  const [campaignId, channelId] = [String(campaign._id), String(channel._id)];
  let count = 0;
  for await (const contacts of smsContacts(context, campaign, channel)) {
    const messages = contacts.flatMap((contact) => {
      const phone = dialled(contact);
      return phone === undefined
        ? []
        : [{ id: newId(), contactId: contact._id, phone, text: textFor(channel, contact) }];
    });
    count += messages.length;
    if (messages.length > 0) await addMessages(tx, caller.tenantId, campaignId, channelId, messages);
  }
  if (count === 0) throw new AppError('conflict', 'No contact of the audience has a telephone number.');
  await services.jobs.enqueue(context, sendSmsJob, { campaignId, channelId });
  return true;
}
