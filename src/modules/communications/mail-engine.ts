import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { FactCounter } from './facts/fact-counter.ts';
import { mailServices } from './mail-services.ts';
import { MailboxEngine } from './mailboxes/sync/mailbox-engine.ts';
import { Outbox } from './outbox/outbox.ts';
import { BounceMailbox } from './returns/mailbox/bounce-mailbox.ts';
import { factBufferOf } from './tracking/fact-buffer.ts';
import { Transports } from './transports/transports.ts';
import { WordReader } from './words/word-reader.ts';

/** All that goes on about mail besides requests: sending it, counting what became of it, and reading mailboxes. */
export class MailEngine implements Background {
  readonly #parts: readonly Background[];

  constructor(services: Services) {
    const outbox = new Outbox(services, {
      ...mailServices(services),
      transports: new Transports(services),
      platformHasServer: services.mail.smtpUrl !== undefined,
    });
    this.#parts = [
      outbox,
      new FactCounter(services),
      factBufferOf(services),
      new BounceMailbox(services),
      new MailboxEngine(services),
      new WordReader(services),
    ];
  }

  async start(): Promise<void> {
    for (const part of this.#parts) await part.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.stop()));
  }
}
