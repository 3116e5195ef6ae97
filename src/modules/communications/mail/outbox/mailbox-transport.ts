import type { Services } from '#core/context.ts';
import { guardFor, MailboxNotUsable, openLogins, smtpServerOf } from '../../mailboxes/contract.ts';
import type { SendResult } from '../../smtp/send-result.ts';
import type { MailQueue } from '../queue/mail-queue.ts';
import type { Transport } from '../transports/transport.ts';
import type { Transports } from '../transports/transports.ts';
import { readMailboxAddress } from './sql/mailbox-address.ts';

/**
 * Returns the transport of a mailbox, which is its own server. An unusable transport answers each mail with the reason.
 */
export async function openMailboxTransport(
  services: Services,
  transports: Transports,
  { tenantId }: Pick<MailQueue, 'tenantId'>,
  connectionId: string,
): Promise<Transport> {
  const email = await readMailboxAddress(services.db, tenantId, connectionId);
  if (email === undefined)
    return new UnusableTransport(connectionId, {
      kind: 'transport',
      stop: true,
      onlyThisMail: true,
      message: 'The mailbox was disconnected before the mail was sent.',
    });
  try {
    const { smtp } = await openLogins(services, tenantId, connectionId);
    const guard = guardFor(services, smtp);
    const server = smtpServerOf(smtp, guard.allowPrivate);
    return transports.openMailbox(tenantId, { id: connectionId, email, server, guard });
  } catch (error) {
    if (!(error instanceof MailboxNotUsable)) throw error;
    return new UnusableTransport(connectionId, { kind: 'transport', stop: true, message: error.message });
  }
}

class UnusableTransport implements Transport {
  readonly id: string;
  readonly maxConnections = 1;
  readonly #result: SendResult;

  constructor(id: string, result: SendResult) {
    this.id = id;
    this.#result = result;
  }

  async send(): Promise<SendResult> {
    return this.#result;
  }

  async verify(): Promise<SendResult> {
    return this.#result;
  }

  close(): void {}
}
