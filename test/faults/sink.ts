import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { until } from '../process.ts';
import { signatureOf } from '../receiver.ts';

/** The parts of a request that the checks need. */
export interface Received {
  readonly path: string;
  readonly eventId: string;
  readonly recordId: string;
  readonly at: number;
  /** Time from the event to its arrival. */
  readonly tookMs: number;
}

function isSignedWith(secret: string, headers: http.IncomingHttpHeaders, raw: Buffer): boolean {
  const given = [headers['x-platform-signature'], headers['x-platform-signature-previous']];
  if (!given.includes(signatureOf(secret, raw))) return false;
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** A receiver for thousands of deliveries: it checks signatures, counts, and answers after `delayMs`. */
export class Sink {
  readonly received: Received[] = [];
  /** The number of arrivals of each event at each path. */
  readonly counts = new Map<string, number>();
  /** Answered requests, by path and event. */
  readonly answered = new Set<string>();
  /** Requests without a valid signature, by path and event. */
  readonly unverified: string[] = [];
  /** Requests without an answer. */
  readonly open = new Map<http.ServerResponse, string>();
  /** Paths that are never answered. */
  readonly silent = new Set<string>();
  /** Maximum delay of an answer; `Infinity` means until `release`. */
  delayMs = 0;
  status = 200;
  readonly #secrets = new Set<string>();
  readonly #lastGood = new Map<string, string>();
  readonly #server: http.Server;

  constructor() {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      response.on('error', () => {});
      request.on('end', () => void this.#take(request, Buffer.concat(chunks), response));
    });
    this.#server.keepAliveTimeout = 60_000;
  }

  static async forFile(): Promise<Sink> {
    const sink = new Sink();
    await new Promise<void>((resolve) => sink.#server.listen(0, '127.0.0.1', resolve));
    after(() => {
      sink.#server.closeAllConnections();
      sink.#server.close();
    });
    return sink;
  }

  /** Accepts signatures of this secret from now on. */
  trust(secret: string): void {
    this.#secrets.add(secret);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** The number of arrivals after the first one of each event at each path. */
  get extras(): number {
    return this.received.length - this.counts.size;
  }

  get records(): Set<string> {
    return new Set(this.received.map(({ recordId }) => recordId));
  }

  /** Answers all open requests, and later ones at once. */
  release(): void {
    this.delayMs = 0;
    for (const [response, key] of this.open) this.#answer(response, key);
  }

  async #take(request: http.IncomingMessage, raw: Buffer, response: http.ServerResponse): Promise<void> {
    const at = performance.timeOrigin + performance.now();
    const path = request.url ?? '';
    if (this.silent.has(path)) return;
    const { id, timestamp, data } = JSON.parse(raw.toString('utf8'));
    const key = `${path} ${id}`;
    this.received.push({ path, eventId: id, recordId: data.record._id, at, tookMs: at - Date.parse(timestamp) });
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.#verify(request.headers, raw, path, key);
    this.open.set(response, key);
    response.once('close', () => this.open.delete(response));
    if (this.delayMs === Number.POSITIVE_INFINITY) return;
    if (this.delayMs > 0) await sleep(Math.random() * this.delayMs);
    this.#answer(response, key);
  }

  #answer(response: http.ServerResponse, key: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.writeHead(this.status).end('ok', () => this.answered.add(key));
  }

  /** Checks both signatures against the trusted secrets, first against the last one that matched. */
  #verify(headers: http.IncomingHttpHeaders, raw: Buffer, path: string, key: string): void {
    const last = this.#lastGood.get(path);
    if (last !== undefined && isSignedWith(last, headers, raw)) return;
    const good = [...this.#secrets].find((secret) => isSignedWith(secret, headers, raw));
    if (good === undefined) this.unverified.push(key);
    else this.#lastGood.set(path, good);
  }

  /** Waits until `count` different events, counted per path, have arrived. */
  arrived(count: number, deadlineMs = 60_000): Promise<unknown> {
    return until(`${count} arrivals`, () => this.counts.size >= count, deadlineMs).catch((error: Error) => {
      throw new Error(`${error.message}; there were ${this.counts.size}`);
    });
  }
}
