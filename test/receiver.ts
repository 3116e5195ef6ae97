import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Json } from './harness.ts';
import { until } from './process.ts';

/** A received request. */
export interface Arrival {
  readonly path: string;
  readonly at: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: Json;
}

type Behaviour = (arrival: Arrival, response: http.ServerResponse, request: http.IncomingMessage) => void;

const ok: Behaviour = (_arrival, response) => {
  response.end('ok');
};

/** A server that receives webhooks: records all requests, and answers with `behaviour`. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  behaviour: Behaviour = ok;
  readonly #server: http.Server;
  #connections = 0;

  constructor() {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      response.on('error', () => {});
      request.on('end', () => {
        const raw = Buffer.concat(chunks);
        const arrival: Arrival = {
          path: request.url ?? '',
          at: Date.now(),
          headers: request.headers,
          raw,
          body: JSON.parse(raw.toString('utf8')),
        };
        this.arrivals.push(arrival);
        this.behaviour(arrival, response, request);
      });
    });
    this.#server.on('connection', () => {
      this.#connections += 1;
    });
  }

  get connections(): number {
    return this.#connections;
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, host, resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The requests to a path. */
  at(path: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.path === path);
  }

  /** Waits until `count` requests to a path have arrived. */
  async received(path: string, count = 1): Promise<Arrival[]> {
    await until(`${count} deliveries at ${path}`, () => this.at(path).length >= count, 60_000);
    return this.at(path);
  }

  answer(status: number, body = '', headers: http.OutgoingHttpHeaders = {}): void {
    this.behaviour = (_arrival, response) => {
      response.writeHead(status, headers).end(body);
    };
  }

  well(): void {
    this.behaviour = ok;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** Starts a receiver at the top of a test file. It closes after the last test. */
export async function receiverForFile(): Promise<Receiver> {
  const receiver = await new Receiver().listen();
  after(() => receiver.close());
  return receiver;
}

/** The expected signature of a body. */
export const signatureOf = (secret: string, raw: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
