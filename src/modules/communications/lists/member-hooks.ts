import { systemCaller } from '#core/access/caller.ts';
import type { TransactionContext } from '#core/context.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import type { Transaction } from '#db/database.ts';
import { recountList } from '../jobs/recount-list.ts';
import { readListsOfMembers } from './sql/lists-of-members.ts';

/** Lists that are counted after a transaction, which may change a thousand of their members. */
const recounted = new WeakMap<Transaction, Set<string>>();

/** By a job, so that a write of a member has one event and does not wait for others of its list. */
async function recountLater(context: TransactionContext, listIds: readonly string[]): Promise<void> {
  const { services, caller, tx } = context;
  const known = recounted.get(tx) ?? new Set();
  recounted.set(tx, known);
  const platform = { ...context, caller: systemCaller(caller.tenantId, caller.accountKey) };
  for (const emailListId of listIds) {
    if (known.has(emailListId)) continue;
    known.add(emailListId);
    await services.jobs.enqueue(platform, recountList, { emailListId });
  }
}

/** Keeps the numbers of lists right when members are written through the operations of their model. */
export const memberHooks: ModelHooks = {
  async afterSave(context, { previous, record }) {
    if (previous?.status === record.status && previous?.emailListId === record.emailListId) return;
    const listIds = [previous?.emailListId, record.emailListId].flatMap((id) => (typeof id === 'string' ? [id] : []));
    await recountLater(context, listIds);
  },

  async beforeRemove(context, ids) {
    await recountLater(context, await readListsOfMembers(context.tx, context.caller.tenantId, ids));
  },
};
