import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { givenValue, type ModelHooks, setValue } from '#core/models/hooks.ts';
import type { Transaction } from '#db/database.ts';
import { askForConfirmation } from './confirmation-mail.ts';
import { recountList } from './recount-list.ts';
import { readListsOfMembers } from './sql/lists-of-members.ts';
import { type LockedList, lockLists } from './sql/lock-lists.ts';

/** Lists to recount after a transaction, each once, although it may change a thousand of their members. */
const recounted = new WeakMap<Transaction, Set<string>>();

/** Recounts in a job, so that writing a member makes one event and does not wait for other writes of its list. */
async function recountLater(context: TransactionContext, listIds: readonly string[]): Promise<void> {
  const { services, tx } = context;
  const known = recounted.get(tx) ?? new Set();
  recounted.set(tx, known);
  const platform = asPlatform(context);
  for (const emailListId of listIds) {
    if (known.has(emailListId)) continue;
    known.add(emailListId);
    await services.jobs.enqueue(platform, recountList, { emailListId });
  }
}

async function doubleOptInList({ tx, caller }: TransactionContext, id: unknown): Promise<LockedList | undefined> {
  if (typeof id !== 'string') return undefined;
  const [list] = await lockLists(tx, caller.tenantId, [id]);
  return list?.doubleOptIn ? list : undefined;
}

/** Keeps the counts of lists right when members are written through the operations of their model. */
export const memberHooks: ModelHooks = {
  /**
   * Anybody can type any address into a form, so in a list with double opt-in its owner confirms, whatever status the
   * form sets.
   */
  async beforeSave(context, saving) {
    if (context.via?.kind !== 'form') return undefined;
    const status = givenValue(saving, 'status') ?? saving.previous?.status ?? 'subscribed';
    if (status !== 'subscribed' || saving.previous?.status === 'subscribed') return undefined;
    if (await doubleOptInList(context, givenValue(saving, 'emailListId') ?? saving.previous?.emailListId))
      setValue(saving, 'status', 'pending');
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    if (context.via?.kind === 'form' && record.status === 'pending') {
      const list = await doubleOptInList(context, record.emailListId);
      const recipient = { memberId: String(record._id), email: String(record.email) };
      if (list) await askForConfirmation(context, list.name, [recipient]);
    }
    if (previous?.status === record.status && previous?.emailListId === record.emailListId) return;
    const listIds = [previous?.emailListId, record.emailListId].flatMap((id) => (typeof id === 'string' ? [id] : []));
    await recountLater(context, listIds);
  },

  async beforeRemove(context, ids) {
    await recountLater(context, await readListsOfMembers(context.tx, context.caller.tenantId, ids));
  },
};
