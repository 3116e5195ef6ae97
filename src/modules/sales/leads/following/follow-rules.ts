import type { TransactionContext } from '#core/context.ts';
import { leadFollower } from './lead-follower.ts';

/** The id before all others. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Call this when rules have changed: from now on the tenant is followed, and all records of these models are scored again. */
export async function followRules(context: TransactionContext, modelKeys: readonly unknown[]): Promise<void> {
  const rescore = Object.fromEntries(
    modelKeys.flatMap((key) => (key === 'leads' || key === 'contacts' ? [[key, firstId]] : [])),
  );
  await context.services.of(leadFollower).follow(context, rescore);
}
