import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversationsOf, recountConversations } from '../../conversations/contract.ts';
import { recordFacts } from '../../mail/contract.ts';
import type { Mailbox, PreparedMessage } from '../../messages/reading/message.ts';
import { emails } from '../../model-names.ts';
import { lockUnconfirmed } from '../sql/unconfirmed-mails.ts';

/**
 * Confirms mails whose connection broke after the handover: a copy in the sending mailbox proves that the server
 * accepted the mail. Other failures stay, because the server refused those mails, whatever the mailbox holds.
 */
export async function confirmSent(
  context: TransactionContext,
  { tenantId, connectionId }: Mailbox,
  known: ReadonlyMap<PreparedMessage, { readonly emailId: string | null }>,
): Promise<void> {
  const sentAt = new Map<string, Date>();
  for (const [{ direction, sentAt: at }, { emailId }] of known)
    if (direction === 'outbound' && emailId !== null) sentAt.set(emailId, at);
  if (sentAt.size === 0) return;
  const ids = await lockUnconfirmed(context.tx, tenantId, connectionId, [...sentAt.keys()]);
  if (ids.length === 0) return;
  const rows = ids.map((id) => {
    const at = sentAt.get(id)?.toISOString() ?? null;
    return { id, values: { status: 'sent', unconfirmed: false, error: null, sentAt: at } };
  });
  await updateMany(context, emails(context), rows, { withoutHooks: true });
  await recordFacts(
    context.tx,
    tenantId,
    ids.map((emailId) => ({ emailId, kind: 'sent', at: sentAt.get(emailId) as Date })),
  );
  await recountConversations(context, await conversationsOf(context.tx, tenantId, ids));
}
