import type { Services } from '#core/context.ts';
import { pauseGone } from '../webhooks/pause.ts';
import type { ClaimedDelivery } from './data/delivery.ts';

const gone = 410;

/** Pauses webhooks whose receivers answer 410. A webhook is not paused twice at the same time. */
export class GoneReceivers {
  readonly #services: Services;
  readonly #pausing = new Map<string, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Pauses the webhook when `status`, the response to a delivery, is 410. */
  check({ tenantId, accountKey, webhookId, url }: ClaimedDelivery, status: number | null): void {
    if (status !== gone || this.#pausing.has(webhookId)) return;
    const pausing = pauseGone(this.#services, { tenantId, accountKey, webhookId }, url)
      // After a failure, the next attempt gets the same answer and pauses again.
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error, webhook: webhookId }, 'a webhook that answered 410 could not be paused'),
      )
      .finally(() => this.#pausing.delete(webhookId));
    this.#pausing.set(webhookId, pausing);
  }

  /** Waits for the pauses that have begun. */
  async settled(): Promise<void> {
    await Promise.all(this.#pausing.values());
  }
}
