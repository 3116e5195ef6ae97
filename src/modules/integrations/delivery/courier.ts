import type { Services } from '#core/context.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';
import { LruMap } from '#lib/lru.ts';
import { Turns } from '#lib/semaphore.ts';
import { type Attempt, attemptOf, notAttempted } from './attempt.ts';
import { bodyOf } from './body.ts';
import { readLarge } from './claims.ts';
import type { Claimed } from './delivery.ts';
import { type SigningKey, signatureHeaders, signingKey } from './signing.ts';

/** Bytes of an answer that are kept. */
const maxKept = 16_384;
const maxLargeAtOnce = 8;

/** Takes one delivery to its receiver, signed, and comes back with what became of it. */
export class Courier {
  readonly #services: Services;
  readonly #http: GuardedHttp;
  readonly #timeoutMs: number;
  readonly #large = new Turns(maxLargeAtOnce);
  readonly #keys = new LruMap<string, SigningKey>(1000);

  constructor(services: Services, connections: number) {
    const { allowPrivate, timeoutMs, dnsServers } = services.settings.webhooks;
    this.#services = services;
    this.#timeoutMs = timeoutMs;
    this.#http = new GuardedHttp({ allowPrivate, maxKept, connections, connectMs: timeoutMs, dnsServers });
  }

  /** Large ones take turns, so that many of them do not fill the memory; undefined when its turn came too late. */
  async deliver(delivery: Claimed, isInTime: () => boolean): Promise<Attempt | undefined> {
    if (!delivery.large) return this.#post(delivery);
    return this.#large.use(async () => (isInTime() ? this.#post(delivery) : undefined));
  }

  async #post(delivery: Claimed): Promise<Attempt> {
    const at = new Date();
    try {
      const content = delivery.large ? await this.#services.db.queue((tx) => readLarge(tx, delivery)) : delivery;
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
      // A secret that was encrypted with another key, for instance: the operator's to mend, and then it goes out.
      this.#services.log.error({ err: error, delivery: delivery.id }, 'a webhook delivery could not be prepared');
      return notAttempted('It could not be read, put together or signed; the log of the server has the reason.', at);
    }
  }

  #keysOf({ secret, previousSecret }: Claimed): SigningKey[] {
    return [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) => {
      const key = this.#keys.get(sealed) ?? signingKey(this.#services.vault.decrypt(sealed));
      this.#keys.set(sealed, key);
      return key;
    });
  }

  /** Ends what is under way. */
  close(): Promise<void> {
    return this.#http.close();
  }
}
