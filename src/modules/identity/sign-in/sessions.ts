import type { TransactionContext } from '#core/context.ts';
import { revokeSessionRow, revokeSessionsOfUser } from '../sql/sessions.ts';

// A trigger notifies the other nodes at commit. This node clears its own cache, so that it does not accept the session
// before the notification arrives.

export async function endSession(
  { tx, caller, services }: TransactionContext,
  sessionId: string,
  userId: string,
): Promise<void> {
  await revokeSessionRow(tx, caller.tenantId, sessionId);
  tx.afterCommit(() => services.directory.invalidateUser(caller.tenantId, userId));
}

/** Ends all sessions of a user, or all but `exceptId`. */
export async function endSessionsOfUser(
  { tx, caller, services }: TransactionContext,
  userId: string,
  exceptId?: string,
): Promise<void> {
  await revokeSessionsOfUser(tx, caller.tenantId, userId, exceptId);
  tx.afterCommit(() => services.directory.invalidateUser(caller.tenantId, userId));
}
