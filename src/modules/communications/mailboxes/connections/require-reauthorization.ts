import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { paragraphs } from '#lib/mail.ts';
import { mailboxConnections } from '../../model-names.ts';
import { mailboxesPage } from './connection-input.ts';
import { lockOwner } from './sql/lock-owner.ts';
import { pauseMailbox } from './sql/pause-mailbox.ts';

/** Stops the synchronisation until the user connects the mailbox again, and asks the user once, by mail. */
export async function requireReauthorization(
  services: Services,
  tenantId: string,
  connectionId: string,
  reason: string,
): Promise<void> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return;
  const context = await tenantContext(services, { tenantId, accountKey: tenant.accountKey });
  await inTransaction(context, (within) => pauseForUser(within, connectionId, reason));
}

/** Pauses a mailbox in the transaction of the caller, which acts as the platform. */
export async function pauseForUser(within: TransactionContext, connectionId: string, reason: string): Promise<void> {
  const { tx, services, caller } = within;
  const owner = await lockOwner(tx, caller.tenantId, connectionId);
  if (!owner) return;
  await pauseMailbox(tx, caller.tenantId, connectionId);
  const values = { status: 'needsReauthorization', error: reason };
  await updateMany(within, mailboxConnections(within), [{ id: connectionId, values }]);
  if (owner.status === 'needsReauthorization' || owner.ownerEmail === null) return;
  await enqueueMail(within, owner.ownerEmail, {
    subject: `Connect your mailbox ${owner.email} again`,
    ...paragraphs(
      `The mailbox ${owner.email} is no longer synchronised. ${reason}`,
      `Sign in and open the settings of your mailboxes: ${services.publicUrl()}${mailboxesPage}`,
    ),
  });
}
