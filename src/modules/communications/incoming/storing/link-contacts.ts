import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import {
  lockConversations,
  refreshConversations,
  refreshMails,
  shareAttachments,
} from '../../conversations/contract.ts';
import { conversations, emails } from '../../model-names.ts';
import { deleteUnlinked, findLinkable, type LinkableMail } from '../sql/unlinked.ts';

const batchSize = 200;

/**
 * Links mails of one tenant to contacts that were created, or got their address, after the mails. It compares the addresses of unlinked
 * mails with those of all contacts, so no write path of a contact is missed.
 */
export async function linkMailsOf(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const linked = await inTransaction(context, async (within) => {
      const found = await findLinkable(within.tx, within.caller.tenantId, batchSize);
      if (found.length > 0) await link(within, found);
      return found.length;
    });
    if (linked < batchSize) return;
  }
}

async function link(context: TransactionContext, found: readonly LinkableMail[]): Promise<void> {
  const { tx, caller } = context;
  const emailIds = found.map(({ emailId }) => emailId);
  const contactOf = new Map(
    found.flatMap((mail) => (mail.conversationId === null ? [] : [[mail.conversationId, mail] as const])),
  );
  const locked = await lockConversations(tx, caller.tenantId, [...contactOf.keys()]);
  await updateMany(
    context,
    emails(context),
    found.map(({ emailId, contactId, accountId }) => ({
      id: emailId,
      values: { contactId, ...(accountId && { accountId }) },
    })),
    { withoutHooks: true },
  );
  await updateMany(
    context,
    conversations(context),
    locked.flatMap(({ id, contactId, accountId }) => {
      const mail = contactOf.get(id);
      if (contactId !== null || !mail) return [];
      const account = accountId ?? mail.accountId;
      return [{ id, values: { contactId: mail.contactId, ...(account !== null && { accountId: account }) } }];
    }),
    { withoutHooks: true },
  );
  await refreshMails(context, emailIds);
  await shareAttachments(context, emailIds);
  await refreshConversations(
    context,
    locked.map(({ id }) => id),
  );
  await deleteUnlinked(tx, caller.tenantId, emailIds);
}
