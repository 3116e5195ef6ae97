import type { Services } from '#core/context.ts';
import { pauseGone } from '../webhooks/pause.ts';
import type { Claimed } from './delivery.ts';

const gone = 410;

/** Pauses webhooks whose receivers answer that they are gone for good, each once at a time. */
export class GoneReceivers {
  readonly #services: Services;
  readonly #pausing = new Map<string, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** `status`: what a receiver answered to a delivery. */
  answered({ tenantId, accountKey, webhookId, url }: Claimed, status: number | null): void {
    if (status !== gone || this.#pausing.has(webhookId)) return;
    const pausing = pauseGone(this.#services, { tenantId, accountKey, webhookId }, url)
      // The next attempt gets the same answer and tries again.
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error, webhook: webhookId }, 'a webhook that answered 410 could not be paused'),
      )
      .finally(() => this.#pausing.delete(webhookId));
    this.#pausing.set(webhookId, pausing);
  }

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#pausing.values());
  }
}
