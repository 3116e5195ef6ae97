import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { askForConfirmation } from './confirmation-mail.ts';
import { applyCounts, CountChange } from './list-counts.ts';
import { type MemberState, readMemberStates } from './member-states.ts';
import { deactivateSuppressions, insertMembers, type MemberSource, setMemberStatus } from './members.ts';
import { type LockedList, lockLists } from './sql/lock-lists.ts';
import { checkAddresses, type Rejection, type Subscriber } from './subscriber.ts';

export interface SubscribeOptions {
  readonly source: MemberSource;
  /** True also adds addresses whose owner has unsubscribed before. */
  readonly resubscribe: boolean;
}

export interface SubscribeResult {
  subscribed: number;
  pending: number;
  alreadySubscribed: number;
  readonly rejected: Rejection[];
}

/** An address of the request, with its stored state. */
interface Candidate {
  readonly subscriber: Subscriber;
  readonly state: MemberState;
}

/** Largest number of addresses in one statement. */
const maxAddresses = 5000;

/**
 * Adds addresses to a list. With double opt-in they are pending, and their owners get a mail to confirm. An address
 * that bounced, complained or is blocked is rejected. An unsubscribed address is rejected too, unless its owner can
 * confirm.
 */
export async function subscribeMembers(
  context: Context,
  listId: string,
  given: readonly Subscriber[],
  options: SubscribeOptions,
): Promise<SubscribeResult> {
  const { valid, rejected } = checkAddresses(given);
  const total: SubscribeResult = { subscribed: 0, pending: 0, alreadySubscribed: 0, rejected };
  for (let from = 0; from < valid.length || from === 0; from += maxAddresses) {
    const part = valid.slice(from, from + maxAddresses);
    const result = await inTransaction(context, (within) => subscribePart(within, listId, part, options));
    total.subscribed += result.subscribed;
    total.pending += result.pending;
    total.alreadySubscribed += result.alreadySubscribed;
    total.rejected.push(...result.rejected);
  }
  return total;
}

async function subscribePart(
  context: TransactionContext,
  listId: string,
  subscribers: readonly Subscriber[],
  options: SubscribeOptions,
): Promise<SubscribeResult> {
  const { tx, caller } = context;
  const [list] = await lockLists(tx, caller.tenantId, [listId]);
  if (!list) throw notFound(`Email list ${listId}`);
  if (list.type === 'dynamic')
    throw new AppError('conflict', 'A dynamic list has the contacts of its segment; add the address to a static list.');
  const states = await readMemberStates(
    tx,
    caller.tenantId,
    listId,
    subscribers.map(({ email }) => email),
  );
  const byEmail = new Map(states.map((state) => [state.email, state]));
  const result: SubscribeResult = { subscribed: 0, pending: 0, alreadySubscribed: 0, rejected: [] };
  const candidates: Candidate[] = [];
  for (const subscriber of subscribers) {
    const state = byEmail.get(subscriber.email.toLowerCase());
    if (!state) throw new Error(`the state of ${subscriber.email} was not read`);
    const reason = reasonToReject(state, list, options);
    if (reason !== undefined) result.rejected.push({ email: subscriber.email, reason });
    else if (state.status === 'subscribed' && state.unsubscriptions.length === 0) result.alreadySubscribed += 1;
    else candidates.push({ subscriber, state });
  }
  if (list.doubleOptIn) result.pending = await addPending(context, list, candidates, options);
  else result.subscribed = await addSubscribed(context, list, candidates, options);
  return result;
}

function reasonToReject(
  { status, blocked, unsubscriptions }: MemberState,
  { doubleOptIn }: LockedList,
  { resubscribe }: SubscribeOptions,
): Rejection['reason'] | undefined {
  if (blocked !== null) return blocked;
  const unsubscribed = status === 'unsubscribed' || unsubscriptions.length > 0;
  return unsubscribed && !doubleOptIn && !resubscribe ? 'unsubscribed' : undefined;
}

/** Adds pending members. Suppressions stay until the owner confirms. */
async function addPending(
  context: TransactionContext,
  list: LockedList,
  candidates: readonly Candidate[],
  { source }: SubscribeOptions,
): Promise<number> {
  const { created, known, change } = divide(candidates, 'pending');
  const ids = await insertMembers(context, list.id, created, { status: 'pending', source });
  const knownIds = known.map(({ state }) => state.memberId as string);
  await setMemberStatus(context, knownIds, 'pending', {});
  await applyCounts(context, list, change);
  await askForConfirmation(context, list.name, [
    ...created.map(({ email }, n) => ({ email, memberId: ids[n] as string })),
    ...known.map(({ subscriber: { email } }, n) => ({ email, memberId: knownIds[n] as string })),
  ]);
  return candidates.length;
}

async function addSubscribed(
  context: TransactionContext,
  list: LockedList,
  candidates: readonly Candidate[],
  { source }: SubscribeOptions,
): Promise<number> {
  const { created, known, change } = divide(candidates, 'subscribed');
  await insertMembers(context, list.id, created, { status: 'subscribed', source });
  const knownIds = known.map(({ state }) => state.memberId as string);
  await setMemberStatus(context, knownIds, 'subscribed', { subscribedAt: new Date(), unsubscribedAt: null });
  await deactivateSuppressions(
    context,
    candidates.flatMap(({ state }) => state.unsubscriptions),
  );
  await applyCounts(context, list, change);
  return candidates.length;
}

/** Separates new addresses from known members, and returns the changes of the list's counts. */
function divide(candidates: readonly Candidate[], to: 'pending' | 'subscribed') {
  const change = new CountChange();
  for (const { state } of candidates) change.add(state.status, to);
  return {
    created: candidates.filter(({ state }) => state.memberId === null).map(({ subscriber }) => subscriber),
    known: candidates.filter(({ state }) => state.memberId !== null),
    change,
  };
}
