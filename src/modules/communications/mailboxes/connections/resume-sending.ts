import { notifyOutbox } from '#core/mail/outbox.ts';
import type { Transaction } from '#db/database.ts';
import { resumeTransport } from '../../smtp/transport-pauses.ts';

/** Sends the waiting mails of a mailbox now. Call it when the mailbox got a new login. */
export async function resumeSending(tx: Transaction, tenantId: string, connectionId: string): Promise<void> {
  await resumeTransport(tx, tenantId, connectionId);
  await notifyOutbox(tx);
}
