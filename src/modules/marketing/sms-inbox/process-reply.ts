import type { TransactionContext } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { addMessages, type ChannelMessage } from '../../communications/contract.ts';
import { findContactByNumber } from '../../sales/contract.ts';
import { refreshMember } from '../campaigns/contract.ts';
import { type AnsweredMessage, markAnswered, optIn, optOut, writeCounters } from '../sms/contract.ts';
import type { Reply } from './read-reply.ts';
import { addReply, lockThread } from './sql/replies.ts';

/**
 * Processes a reply once: STOP opts the number out, START opts it in, and any other text becomes a message of a
 * conversation.
 */
export async function processReply(within: TransactionContext, reply: Reply): Promise<void> {
  const { tx, caller } = within;
  const { phone, wants } = reply;
  if (!(await addReply(tx, caller.tenantId, reply.id))) return;
  if (wants === 'start') {
    await optIn(within, phone);
    return;
  }
  const answered = await markAnswered(tx, caller.tenantId, phone, wants === 'stop' ? 'optedOut' : 'replied');
  const isLead = answered?.contactId === null && answered.leadId !== null;
  const contactId = isLead ? null : (answered?.contactId ?? (await findContactByNumber(tx, caller.tenantId, phone)));
  const { leadId = null, campaignId = null } = answered ?? {};
  if (wants === 'stop') await optOut(within, phone, { contactId, leadId, campaignId });
  else await addToConversation(within, reply, contactId, answered);
  if (!answered || answered.workflowId !== null) return;
  await writeCounters(within, answered.channelId);
  await refreshMember(within, answered.campaignId, answered);
}

async function addToConversation(
  within: TransactionContext,
  { id: messageId, phone, text }: Reply,
  contactId: string | null,
  answered: AnsweredMessage | undefined,
): Promise<void> {
  const next = newId();
  const known = await lockThread(within.tx, within.caller.tenantId, phone, next);
  const leadId = answered?.leadId ?? null;
  const origin = { subject: `Text message from ${phone}`, contactId, leadId };
  const message: ChannelMessage = {
    ...origin,
    id: newId(),
    conversationId: known ?? next,
    own: false,
    fromName: phone,
    text,
    at: new Date(),
    messageId,
    ...(answered && { metadata: metadataOf(answered) }),
  };
  await addMessages(within, 'sms', known ? [] : [{ ...origin, id: next, participants: [phone] }], [message]);
}

const metadataOf = ({ campaignId, workflowId }: AnsweredMessage) =>
  workflowId === null ? { campaignId } : { workflowId };
