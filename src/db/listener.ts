import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';

export interface Subscription {
  readonly channel: string;
  onMessage(payload: string): void;
  /** Called with true when notifications arrive from now on, and with false when they may be missed. */
  onConnectionChange(connected: boolean): void;
}

export interface ListenerOptions {
  /** Connects through a proxy, for tests that interrupt it. */
  readonly settings?: ConnectionSettings;
  readonly heartbeatMs?: number;
  /** The connection counts as lost after this time without a heartbeat. */
  readonly silentMs?: number;
  /** The time limit for opening a connection. */
  readonly connectTimeoutMs?: number;
}

const reconnectAfterMs = 250;
const checksPerHeartbeat = 5;

/**
 * The notification connection: one for all channels, for the lifetime of the process. It sends notifications to itself
 * as a heartbeat, because a connection whose other end is dead looks idle: TCP reports nothing, and notifications would
 * be missed for days.
 */
export class Listener {
  readonly #settings: ConnectionSettings;
  readonly #onLost: (error: Error) => void;
  readonly #heartbeatMs: number;
  readonly #silentMs: number;
  readonly #connectTimeoutMs: number;
  readonly #subscriptions = new Set<Subscription>();
  /** Each node has its own channel, so that nodes do not wake each other. */
  readonly #heartbeatChannel = `atrium_beat_${randomBytes(8).toString('hex')}`;
  #client: pg.Client | undefined;
  #connected: Promise<void> | undefined;
  #lastHeartbeatMs = 0;
  #heartbeats: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: ConnectionSettings, onLost: (error: Error) => void, options: ListenerOptions = {}) {
    this.#settings = options.settings ?? settings;
    this.#onLost = onLost;
    this.#heartbeatMs = options.heartbeatMs ?? 5000;
    this.#silentMs = options.silentMs ?? 15_000;
    this.#connectTimeoutMs = options.connectTimeoutMs ?? 10_000;
  }

  async add(subscription: Subscription): Promise<() => void> {
    this.#subscriptions.add(subscription);
    if (this.#connected) {
      await this.#connected;
      const client = this.#client;
      // Without a connection, the next one will listen to the channel.
      if (client) {
        await client.query(`listen ${subscription.channel}`);
        subscription.onConnectionChange(true);
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
      keepAliveInitialDelayMillis: this.#heartbeatMs,
      connectionTimeoutMillis: this.#connectTimeoutMs,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#heartbeatChannel) this.#lastHeartbeatMs = Date.now();
      for (const subscription of this.#subscriptions)
        if (subscription.channel === channel) subscription.onMessage(payload);
    });
    client.on('error', this.#onLost);
    client.once('end', () => this.#lost(client));
    await client.connect();
    const channels = new Set([this.#heartbeatChannel, ...[...this.#subscriptions].map(({ channel }) => channel)]);
    for (const channel of channels) await client.query(`listen ${channel}`);
    this.#lastHeartbeatMs = Date.now();
    this.#startHeartbeats(client);
    for (const { onConnectionChange } of this.#subscriptions) onConnectionChange(true);
  }

  /** Checks more often than it sends, so that silence is noticed right after `silentMs`, not a heartbeat later. */
  #startHeartbeats(client: pg.Client): void {
    let checks = 0;
    const check = () => {
      const silentMs = Date.now() - this.#lastHeartbeatMs;
      if (silentMs >= this.#silentMs) {
        this.#onLost(new Error(`no heartbeat arrived for ${silentMs} ms`));
        return this.#lost(client);
      }
      checks += 1;
      if (checks % checksPerHeartbeat === 0) client.query(`notify ${this.#heartbeatChannel}`).catch(() => {});
    };
    this.#heartbeats = setInterval(check, this.#heartbeatMs / checksPerHeartbeat).unref();
  }

  /** Abandons the connection and opens a new one. */
  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeats);
    for (const { onConnectionChange } of this.#subscriptions) onConnectionChange(false);
    destroy(client);
    setTimeout(() => {
      if (this.#closed) return;
      // When the connection fails, its `end` event calls this method again.
      this.#connected = this.#connect().catch(() => this.#client && destroy(this.#client));
    }, reconnectAfterMs).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeats);
    await this.#client?.end();
  }
}

/** Closes the socket without the protocol's Terminate message, which would wait on a dead connection. */
const destroy = (client: pg.Client): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
