import type pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';

export interface Subscription {
  readonly channel: string;
  onMessage(payload: string): void;
  /** Notifications begin to arrive, or may be missed from now on. */
  onLine(connected: boolean): void;
}

const reconnectAfterMs = 250;

/** One connection that follows all notification channels for as long as the process lives. */
export class Listener {
  readonly #settings: ConnectionSettings;
  readonly #onLost: (error: Error) => void;
  readonly #subscriptions = new Set<Subscription>();
  #client: pg.Client | undefined;
  #connected: Promise<void> | undefined;
  #closed = false;

  constructor(settings: ConnectionSettings, onLost: (error: Error) => void) {
    this.#settings = settings;
    this.#onLost = onLost;
  }

  async add(subscription: Subscription): Promise<() => void> {
    this.#subscriptions.add(subscription);
    if (this.#connected) {
      await this.#connected;
      await this.#client?.query(`listen ${subscription.channel}`);
      subscription.onLine(true);
    } else {
      this.#connected = this.#connect();
      await this.#connected;
    }
    return () => {
      this.#subscriptions.delete(subscription);
    };
  }

  async #connect(): Promise<void> {
    const client = new (clientClass(this.#settings))(clientConfig(this.#settings));
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of this.#subscriptions)
        if (subscription.channel === channel) subscription.onMessage(payload);
    });
    client.on('error', this.#onLost);
    client.on('end', () => this.#lost());
    await client.connect();
    const channels = new Set([...this.#subscriptions].map(({ channel }) => channel));
    for (const channel of channels) await client.query(`listen ${channel}`);
    for (const { onLine } of this.#subscriptions) onLine(true);
  }

  #lost(): void {
    if (this.#closed) return;
    for (const { onLine } of this.#subscriptions) onLine(false);
    setTimeout(() => {
      if (this.#closed) return;
      // A connection that fails ends, and so comes back here.
      this.#connected = this.#connect().catch(() => void this.#client?.end().catch(() => {}));
    }, reconnectAfterMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }
}
