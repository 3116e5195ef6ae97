import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailLists } from '../../model-names.ts';
import type { MemberStatus } from './member-states.ts';
import type { LockedList } from './sql/lock-lists.ts';

/** Collects changes of the member counts of a list. */
export class CountChange {
  members = 0;
  unsubscribed = 0;

  /** Counts a status change of one member, or of `times` members. Null means that they are not in the list. */
  add(from: MemberStatus | null, to: MemberStatus | null, times = 1): void {
    this.members += times * (Number(to === 'subscribed') - Number(from === 'subscribed'));
    this.unsubscribed += times * (Number(to === 'unsubscribed') - Number(from === 'unsubscribed'));
  }
}

/** Writes the new numbers of a locked list, with one update however many members changed. */
export async function applyCounts(
  context: TransactionContext,
  { id, memberCount, unsubscribedCount }: LockedList,
  { members, unsubscribed }: CountChange,
): Promise<void> {
  if (members === 0 && unsubscribed === 0) return;
  await invoke(withAllAccess(context), operations.update, emailLists(context), {
    id,
    record: {
      memberCount: Math.max(0, memberCount + members),
      unsubscribedCount: Math.max(0, unsubscribedCount + unsubscribed),
    },
  });
}
