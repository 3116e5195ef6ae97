import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { applyCounts, CountChange } from './list-counts.ts';
import { countMembers } from './sql/count-members.ts';
import { lockLists } from './sql/lock-lists.ts';

/** Counts the members of a list after some were written one by one. Skips a list that was deleted meanwhile. */
export const recountList = defineJob({
  name: 'communications.recountList',
  summary: 'Counts the members of an email list',
  input: Type.Object({ emailListId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ emailListId }) => emailListId,
  run: (context, { emailListId }) =>
    inTransaction(context, async (within) => {
      const { tx, caller } = within;
      const [list] = await lockLists(tx, caller.tenantId, [emailListId]);
      if (!list) return;
      const { members, unsubscribed } = await countMembers(tx, caller.tenantId, list.id);
      const change = new CountChange();
      change.members = members - list.memberCount;
      change.unsubscribed = unsubscribed - list.unsubscribedCount;
      await applyCounts(within, list, change);
    }),
});
