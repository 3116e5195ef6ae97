import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { setUnsubscribed } from '../../../sales/contract.ts';
import { recordFacts } from '../facts/record-facts.ts';
import { liftUnsubscription, suppress } from '../suppression/suppress.ts';
import { applyCounts, CountChange } from './list-counts.ts';
import type { MemberStatus } from './member-states.ts';
import { setMemberStatus } from './members.ts';
import { readMemberships } from './members-of-address.ts';
import { lockLists } from './sql/lock-lists.ts';

interface Unsubscription {
  readonly email: string;
  /** Null means all mailings. */
  readonly emailListId: string | null;
  /** The mail whose link was used. */
  readonly emailId?: string;
}

/** Stops mail of a list, or all mailings, to an address, which need not be a member. Repeating it is harmless. */
export function unsubscribeAddress(context: Context, { email, emailListId, emailId }: Unsubscription): Promise<void> {
  return inTransaction(context, async (within) => {
    await changeMembers(within, email, emailListId, 'unsubscribed', { unsubscribedAt: new Date() });
    if (emailListId === null) await setUnsubscribed(within, email, new Date());
    await suppress(within, { email, reason: 'unsubscribed', emailListId, ...(emailId !== undefined && { emailId }) });
    if (emailId !== undefined)
      await recordFacts(within.tx, within.caller.tenantId, [{ emailId, kind: 'unsubscribed' }]);
  });
}

/** Subscribes an address again when its owner asks for it. */
export function resubscribeAddress(context: Context, email: string, emailListId: string): Promise<void> {
  return inTransaction(context, async (within) => {
    const times = { subscribedAt: new Date(), unsubscribedAt: null };
    await changeMembers(within, email, emailListId, 'subscribed', times);
    await liftUnsubscription(within, email, emailListId);
  });
}

/** Confirms a pending address. Its earlier unsubscriptions end. */
export function confirmMember(context: Context, email: string, emailListId: string): Promise<void> {
  return inTransaction(context, async (within) => {
    const now = new Date();
    const times = { confirmedAt: now, subscribedAt: now, unsubscribedAt: null };
    await changeMembers(within, email, emailListId, 'subscribed', times);
    await liftUnsubscription(within, email, emailListId);
    await resumeMailings(within, email);
  });
}

/** Ends the unsubscription of an address from all mailings, when its owner asks for it. */
export function resumeMailings(context: Context, email: string): Promise<void> {
  return inTransaction(context, async (within) => {
    await liftUnsubscription(within, email, null);
    await setUnsubscribed(within, email, null);
  });
}

async function changeMembers(
  context: TransactionContext,
  email: string,
  emailListId: string | null,
  status: MemberStatus,
  times: Parameters<typeof setMemberStatus>[3],
): Promise<void> {
  const { tx, caller } = context;
  const found = await readMemberships(tx, caller.tenantId, email, emailListId);
  const lists = await lockLists(
    tx,
    caller.tenantId,
    found.map(({ listId }) => listId),
  );
  // Read the members again, because they may have changed before the lists were locked.
  const members = (await readMemberships(tx, caller.tenantId, email, emailListId)).filter(
    (member) => member.status !== status && lists.some(({ id }) => id === member.listId),
  );
  await setMemberStatus(
    context,
    members.map(({ id }) => id),
    status,
    times,
  );
  for (const list of lists) {
    const change = new CountChange();
    for (const member of members) if (member.listId === list.id) change.add(member.status, status);
    await applyCounts(context, list, change);
  }
}
