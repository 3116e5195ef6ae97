import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { paragraphs } from '#lib/mail.ts';
import { socialConnections } from '../model-names.ts';
import { lockOwner } from './sql/lock-owner.ts';

/** The page of the console where a user connects accounts. */
export const connectionsPage = '/app/marketing/social/connections';

/** Stops using the connection until a user connects it again. Its owner gets one mail. */
export async function requireReauthorization(
  within: TransactionContext,
  connectionId: string,
  reason: string,
): Promise<void> {
  const owner = await lockOwner(within.tx, within.caller.tenantId, connectionId);
  if (!owner) return;
  const values = { status: 'needsReauthorization', error: reason.slice(0, 1000) };
  await updateMany(within, socialConnections(within), [{ id: connectionId, values }]);
  if (owner.status === 'needsReauthorization' || owner.ownerEmail === null) return;
  await enqueueMail(within, owner.ownerEmail, {
    subject: `Connect ${owner.name} again`,
    ...paragraphs(
      `Nothing is published with the social account ${owner.name} any more. ${reason}`,
      `Sign in and connect it again: ${within.services.publicUrl()}${connectionsPage}`,
    ),
  });
}

/** Marks an access token as expired that the platform refused too early, so that the next use renews it. */
export const expireAccess = (within: TransactionContext, connectionId: string): Promise<unknown> =>
  updateMany(within, socialConnections(within), [
    { id: connectionId, values: { expiresAt: new Date().toISOString() } },
  ]);
