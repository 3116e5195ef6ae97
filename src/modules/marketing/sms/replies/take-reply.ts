import type { TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { refreshMember } from '../../campaigns/refresh-members.ts';
import { conversations, emails } from '../../social/model-names.ts';
import { optIn, optOut } from '../opt-outs.ts';
import { type AnsweredMessage, addReply, findContact, lockThread, markAnswered } from '../sql/replies.ts';
import { writeCounters } from '../write-counters.ts';
import type { Reply } from './read-reply.ts';

/** Takes a reply, once: a word that stops or starts messages is obeyed, everything else becomes a message of a conversation. */
export async function takeReply(within: TransactionContext, reply: Reply): Promise<void> {
  const { tx, caller } = within;
  const { phone, wants } = reply;
  if (!(await addReply(tx, caller.tenantId, reply.id))) return;
  if (wants === 'start') {
    await optIn(within, phone);
    return;
  }
  const answered = await markAnswered(tx, caller.tenantId, phone, wants === 'stop' ? 'optedOut' : 'replied');
  const contactId = answered?.contactId ?? (await findContact(tx, caller.tenantId, phone));
  if (wants === 'stop') await optOut(within, phone, { contactId, campaignId: answered?.campaignId ?? null });
  else await addToConversation(within, reply, contactId, answered);
  if (!answered) return;
  await writeCounters(within, answered.channelId);
  if (answered.contactId !== null) await refreshMember(within, answered.campaignId, answered.contactId);
}

async function addToConversation(
  within: TransactionContext,
  { id: messageId, phone, text }: Reply,
  contactId: string | null,
  answered: AnsweredMessage | undefined,
): Promise<void> {
  const { tenantId } = within.caller;
  const next = newId();
  const thread = await lockThread(within.tx, tenantId, phone, next);
  const id = thread?.id ?? next;
  const subject = `Text message from ${phone}`;
  const preview = text.slice(0, 500).toWellFormed();
  if (thread) {
    const values = { preview, ...(thread.asleep && { status: 'open' }) };
    await updateMany(within, conversations(within), [{ id, values }], { withoutHooks: true });
  } else {
    const values = { subject, channel: 'sms', status: 'open', contactId, participants: [phone], preview };
    await insertMany(within, conversations(within), [{ id, values }], { withoutHooks: true });
  }
  const values = {
    ...{ type: 'sms', direction: 'inbound', status: 'received', read: false, category: 'personal' },
    ...{ fromName: phone, subject, text, contactId, conversationId: id, messageId },
    receivedAt: new Date().toISOString(),
    ...(answered && { metadata: { campaignId: answered.campaignId } }),
  };
  await insertMany(within, emails(within), [{ id: newId(), values }], { withoutHooks: true });
  await within.services.actions.run(within, 'communications.recountConversations', { ids: [id] });
}
