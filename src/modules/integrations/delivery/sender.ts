import type { Services } from '#core/context.ts';
import type { BackgroundRate } from '#core/limits/background-rate.ts';
import { Claimer } from './claimer.ts';
import type { ClaimedDelivery, WebhookKey } from './data/delivery.ts';
import { newLease } from './lease.ts';
import type { Capacity } from './match-plan.ts';
import type { OwnerPermissions } from './owner-permissions.ts';
import { ResultsWriter, type WrittenResults } from './results-writer.ts';
import { SendQueues } from './send-queues.ts';

/** Sends deliveries: claims those that are due, sends them, and writes the results. */
export class Sender {
  readonly #services: Services;
  readonly #rate: BackgroundRate;
  readonly #writer: ResultsWriter;
  readonly #queues: SendQueues;
  readonly #claimer: Claimer;

  constructor(services: Services, owners: OwnerPermissions, rate: BackgroundRate) {
    this.#services = services;
    this.#rate = rate;
    this.#writer = new ResultsWriter(services, (written) => this.#afterWriting(written));
    this.#queues = new SendQueues(services, this.#writer, () => this.#claimer.wake());
    this.#claimer = new Claimer(services, owners, rate, this.#queues, this.#writer);
  }

  /** The number of further deliveries that this node could claim. */
  get free(): number {
    return this.#queues.free;
  }

  /** The number of deliveries that this node could send at once for events that are matched now. */
  capacity(): Capacity {
    return {
      lease: newLease(this.#services),
      changeCount: this.#queues.changeCount,
      free: this.#writer.isFull ? 0 : Math.min(this.#queues.free, this.#rate.allowance),
      ofWebhook: ({ webhookId }) => ({
        max: this.#queues.freeOf(webhookId),
        endedClaims: this.#queues.endedClaimsOf(webhookId),
      }),
    };
  }

  /** Sends deliveries that were created with a claim, within this capacity. */
  send(claimed: readonly ClaimedDelivery[], { changeCount }: Capacity): void {
    this.#rate.use(claimed.length);
    this.#queues.add(claimed, changeCount);
  }

  isFull({ webhookId }: WebhookKey): boolean {
    return this.#queues.isFull(webhookId);
  }

  /** Calls `callback` once the webhook is not full. */
  whenFree({ webhookId }: WebhookKey, callback: () => void): void {
    this.#queues.whenFree(webhookId, callback);
  }

  /** Requests a claim from a webhook that may have due deliveries. */
  markDue(webhook: WebhookKey): void {
    this.#claimer.markDue(webhook);
  }

  webhooksChanged(tenantId: string): void {
    this.#queues.webhooksChanged(tenantId);
  }

  #afterWriting(written: WrittenResults): void {
    this.#queues.afterWriting(written);
    this.#claimer.afterWriting(written);
  }

  start(): void {
    this.#writer.start();
    this.#claimer.start();
  }

  /** Claims nothing more, lets deliveries in flight finish for a moment, and releases the rest. */
  async stop(): Promise<void> {
    this.#queues.stopSending();
    await Promise.all([this.#claimer.stop(), this.#writer.stop()]);
    await this.#queues.drain();
    await this.#writer.flush();
  }
}
