import type { TransactionContext } from '#core/context.ts';
import { latestPosition } from '#core/events/feed.ts';
import { leadFollower } from './lead-follower.ts';
import { startFollowing } from './sql/followers.ts';

/** The id before all others. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Call this when rules have changed: from now on the tenant is followed, and all records of these models are scored again. */
export async function followRules(context: TransactionContext, modelKeys: readonly unknown[]): Promise<void> {
  const { tx, caller, services } = context;
  const rescore = Object.fromEntries(
    modelKeys.flatMap((key) => (key === 'leads' || key === 'contacts' ? [[key, firstId]] : [])),
  );
  await startFollowing(tx, caller.tenantId, await latestPosition(context), rescore);
  tx.afterCommit(() => services.of(leadFollower).follow(caller.tenantId));
}
