import type { TransactionContext } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { smsProviderOf } from './provider/sms-setting.ts';
import { smsNumberOf } from './recipients.ts';
import { addMessages } from './sql/messages.ts';
import { hasOptedOut } from './sql/opt-outs.ts';
import { announceMessages } from './sql/queue.ts';

/** A text message of a workflow for a contact or a lead. */
export interface PersonSms {
  readonly workflowId: string;
  readonly person: { readonly model: 'sales.contacts' | 'sales.leads'; readonly id: string };
  /** The number as the record of the person has it. */
  readonly phone: string | null | undefined;
  readonly text: string;
}

interface SkippedSms {
  readonly skipped: 'noProvider' | 'noNumber' | 'optedOut' | 'noText';
  /** A sentence for the people who read the log. */
  readonly why: string;
}

/**
 * Queues a text message for a person. It is sent while the workflow is active. Returns the id of the message, or the
 * reason why none is sent.
 */
export async function queuePersonSms(
  within: TransactionContext,
  { workflowId, person, phone: given, text }: PersonSms,
): Promise<{ readonly messageId: string } | SkippedSms> {
  const { tx, caller } = within;
  if (text.trim() === '') return { skipped: 'noText', why: 'The text of the message is empty.' };
  if (!(await smsProviderOf(within)))
    return { skipped: 'noProvider', why: 'No provider of text messages is set up: add the setting marketing.sms.' };
  const phone = smsNumberOf({ mobilePhone: null, phone: given ?? null });
  if (phone === undefined)
    return {
      skipped: 'noNumber',
      why: given ? `“${given}” is not a telephone number.` : 'There is no telephone number.',
    };
  if (await hasOptedOut(tx, caller.tenantId, phone))
    return { skipped: 'optedOut', why: `The number ${phone} opted out of text messages.` };
  const messageId = newId();
  const isLead = person.model === 'sales.leads';
  const ofPerson = { contactId: isLead ? null : person.id, leadId: isLead ? person.id : null };
  const message = { id: messageId, phone, text, ...ofPerson };
  await addMessages(tx, caller.tenantId, { campaignId: null, channelId: null, workflowId }, [message]);
  await announceMessages(tx);
  return { messageId };
}
