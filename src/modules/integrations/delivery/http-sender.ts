import type { Services } from '#core/context.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';
import { LruMap } from '#lib/lru.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { bodyOf } from './body.ts';
import { type Attempt, attemptOf, notAttempted } from './data/attempt.ts';
import type { ClaimedDelivery } from './data/delivery.ts';
import { type SigningKey, signatureHeaders, signingKey } from './signing.ts';
import { readLargeContent } from './sql/claim-due.ts';

/** Maximum number of response bytes that the log keeps. */
const maxResponseBytes = 16_384;
const maxLargeAtOnce = 8;

/** Sends signed deliveries to their receivers. */
export class HttpSender {
  readonly #services: Services;
  readonly #http: GuardedHttp;
  readonly #timeoutMs: number;
  readonly #large = new Semaphore(maxLargeAtOnce);
  readonly #keys = new LruMap<string, SigningKey>(1000);

  constructor(services: Services, connections: number) {
    const { allowPrivate, timeoutMs, dnsServers } = services.settings.outgoing;
    this.#services = services;
    this.#timeoutMs = timeoutMs;
    this.#http = new GuardedHttp({
      allowPrivate,
      maxKept: maxResponseBytes,
      connections,
      connectTimeoutMs: timeoutMs,
      dnsServers,
    });
  }

  /**
   * Sends a delivery. At most 8 large ones are sent at once, to limit the memory. Returns undefined when a large one
   * waited for too long.
   */
  async send(delivery: ClaimedDelivery, isInTime: () => boolean): Promise<Attempt | undefined> {
    if (!delivery.large) return this.#post(delivery);
    return this.#large.use(async () => (isInTime() ? this.#post(delivery) : undefined));
  }

  async #post(delivery: ClaimedDelivery): Promise<Attempt> {
    const at = new Date();
    try {
      const content = delivery.large ? await this.#services.db.queue((tx) => readLargeContent(tx, delivery)) : delivery;
      const body = Buffer.from(bodyOf(delivery, content));
      const outcome = await this.#http.post({
        url: delivery.url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Atrium-Webhooks/1',
          'x-platform-delivery': delivery.id,
          ...signatureHeaders({ eventId: delivery.eventId, body, keys: this.#keysOf(delivery), at }),
        },
        body,
        deadlineMs: this.#timeoutMs,
      });
      return attemptOf(outcome, at);
    } catch (error) {
      // The secret may be encrypted with another key, for example. A retry succeeds when the operator has fixed that.
      this.#services.log.error({ err: error, delivery: delivery.id }, 'a webhook delivery could not be prepared');
      return notAttempted('It could not be read, put together or signed; the log of the server has the reason.', at);
    }
  }

  #keysOf({ secret, previousSecret }: ClaimedDelivery): SigningKey[] {
    return [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) => {
      const key = this.#keys.get(sealed) ?? signingKey(this.#services.vault.decrypt(sealed));
      this.#keys.set(sealed, key);
      return key;
    });
  }

  /** Aborts open requests. */
  close(): Promise<void> {
    return this.#http.close();
  }
}
