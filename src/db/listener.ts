import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';

export interface Subscription {
  readonly channel: string;
  onMessage(payload: string): void;
  /** Notifications begin to arrive, or may be missed from now on. */
  onLine(connected: boolean): void;
}

export interface LineOptions {
  /** Another way to the same database, for tests that disturb it. */
  readonly settings?: ConnectionSettings;
  readonly beatMs?: number;
  /** Without a heartbeat for this long the connection counts as lost. */
  readonly silentMs?: number;
  /** How long making a connection may take. */
  readonly connectMs?: number;
}

const reconnectAfterMs = 250;
const looksPerBeat = 5;

/**
 * One connection that follows all notification channels for as long as the process lives. It notifies itself regularly,
 * because a connection whose other end is gone looks idle: TCP reports nothing, and notifications are missed for days.
 */
export class Listener {
  readonly #settings: ConnectionSettings;
  readonly #onLost: (error: Error) => void;
  readonly #beatMs: number;
  readonly #silentMs: number;
  readonly #connectMs: number;
  readonly #subscriptions = new Set<Subscription>();
  /** Of this node alone, so that nodes do not wake each other. */
  readonly #beatChannel = `atrium_beat_${randomBytes(8).toString('hex')}`;
  #client: pg.Client | undefined;
  #connected: Promise<void> | undefined;
  #heardAtMs = 0;
  #beats: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: ConnectionSettings, onLost: (error: Error) => void, line: LineOptions = {}) {
    this.#settings = line.settings ?? settings;
    this.#onLost = onLost;
    this.#beatMs = line.beatMs ?? 5000;
    this.#silentMs = line.silentMs ?? 15_000;
    this.#connectMs = line.connectMs ?? 10_000;
  }

  async add(subscription: Subscription): Promise<() => void> {
    this.#subscriptions.add(subscription);
    if (this.#connected) {
      await this.#connected;
      const client = this.#client;
      // While the line is down, the next connection listens to it.
      if (client) {
        await client.query(`listen ${subscription.channel}`);
        subscription.onLine(true);
      }
    } else {
      this.#connected = this.#connect();
      await this.#connected;
    }
    return () => {
      this.#subscriptions.delete(subscription);
    };
  }

  async #connect(): Promise<void> {
    const client = new (clientClass(this.#settings))({
      ...clientConfig(this.#settings),
      keepAlive: true,
      keepAliveInitialDelayMillis: this.#beatMs,
      connectionTimeoutMillis: this.#connectMs,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#beatChannel) this.#heardAtMs = Date.now();
      for (const subscription of this.#subscriptions)
        if (subscription.channel === channel) subscription.onMessage(payload);
    });
    client.on('error', this.#onLost);
    client.once('end', () => this.#lost(client));
    await client.connect();
    const channels = new Set([this.#beatChannel, ...[...this.#subscriptions].map(({ channel }) => channel)]);
    for (const channel of channels) await client.query(`listen ${channel}`);
    this.#heardAtMs = Date.now();
    this.#startBeats(client);
    for (const { onLine } of this.#subscriptions) onLine(true);
  }

  /** Looks more often than it notifies, so that a silence is found when it is due and not a beat later. */
  #startBeats(client: pg.Client): void {
    let looks = 0;
    const look = () => {
      const silentMs = Date.now() - this.#heardAtMs;
      if (silentMs >= this.#silentMs) {
        this.#onLost(new Error(`no heartbeat arrived for ${silentMs} ms`));
        return this.#lost(client);
      }
      looks += 1;
      if (looks % looksPerBeat === 0) client.query(`notify ${this.#beatChannel}`).catch(() => {});
    };
    this.#beats = setInterval(look, this.#beatMs / looksPerBeat).unref();
  }

  /** Nothing heard on the connection counts any more. A new one is made. */
  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#beats);
    for (const { onLine } of this.#subscriptions) onLine(false);
    destroy(client);
    setTimeout(() => {
      if (this.#closed) return;
      // A connection that fails ends, and so comes back here.
      this.#connected = this.#connect().catch(() => this.#client && destroy(this.#client));
    }, reconnectAfterMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beats);
    await this.#client?.end();
  }
}

/** Closes the socket without a farewell, for which a dead connection would wait. */
const destroy = (client: pg.Client): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
