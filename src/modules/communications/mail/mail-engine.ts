import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import type { ContentCache } from './content/thread/content-cache.ts';
import { mailContents } from './content/thread/mail-contents.ts';
import { BounceMailbox } from './delivery-reports/mailbox/bounce-mailbox.ts';
import { factCounter } from './facts/fact-counter.ts';
import { mailServices } from './outbox/mail-services.ts';
import { Outbox } from './outbox/outbox.ts';
import { factBuffer } from './tracking/fact-buffer.ts';
import { Transports } from './transports/transports.ts';

const endThreadsAfterMs = 3000;

/** Runs the background work for mail: the outbox, the counters and the mailbox for bounces. */
export class MailEngine implements Background {
  readonly #parts: readonly Background[];
  readonly #contents: ContentCache;

  constructor(services: Services) {
    this.#contents = services.of(mailContents);
    const outbox = new Outbox(services, {
      ...services.of(mailServices),
      contents: this.#contents,
      transports: new Transports(services),
      platformHasServer: services.mail.smtpUrl !== undefined,
    });
    this.#parts = [outbox, services.of(factCounter), services.of(factBuffer), new BounceMailbox(services)];
  }

  async start(): Promise<void> {
    for (const part of this.#parts) await part.start();
  }

  async stop(): Promise<void> {
    // Mails that are being rendered are finished, or released when rendering takes too long.
    const ending = setTimeout(() => this.#contents.close(), endThreadsAfterMs);
    await Promise.all(this.#parts.map((part) => part.stop()));
    clearTimeout(ending);
    this.#contents.close();
  }
}
