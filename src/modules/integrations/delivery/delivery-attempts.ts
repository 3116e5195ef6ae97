import type { Services } from '#core/context.ts';
import { notAttempted } from './data/attempt.ts';
import type { ClaimedDelivery } from './data/delivery.ts';
import { HttpSender } from './http-sender.ts';
import type { Result } from './sql/write-results.ts';

/** Makes attempts at deliveries, and decides whether a failed one is retried. */
export class DeliveryAttempts {
  readonly #services: Services;
  readonly #httpSender: HttpSender;
  #closed = false;

  constructor(services: Services, maxConnections: number) {
    this.#services = services;
    this.#httpSender = new HttpSender(services, maxConnections);
  }

  /** False when the lease may expire before the response arrives, so that another node could claim the delivery. */
  isInTime({ leaseExpiresAt }: ClaimedDelivery): boolean {
    return leaseExpiresAt >= Date.now() + this.#services.settings.outgoing.timeoutMs;
  }

  /** Makes one attempt. Returns undefined when this node did not send it in time, or aborted it. */
  async attempt(delivery: ClaimedDelivery): Promise<Result | undefined> {
    const { retryDelaysMs } = this.#services.settings.webhooks;
    if (!delivery.eventExists) {
      const attempt = notAttempted('It was not sent: the event is older than events are kept.');
      return { delivery, attempt, status: 'failed', delayMs: null };
    }
    if (delivery.refusal !== null)
      return { delivery, attempt: notAttempted(delivery.refusal), status: 'failed', delayMs: null };
    const attempt = await this.#httpSender.send(delivery, () => this.isInTime(delivery));
    if (!attempt) return undefined;
    if (attempt.error === null) return { delivery, attempt, status: 'delivered', delayMs: null };
    if (this.#closed) return undefined;
    const delayMs = retryDelaysMs[delivery.tries] ?? null;
    return { delivery, attempt, status: delayMs === null ? 'failed' : 'retrying', delayMs };
  }

  /** Aborts open requests. */
  close(): Promise<void> {
    this.#closed = true;
    return this.#httpSender.close();
  }
}
