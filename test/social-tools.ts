import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { eventually } from './eventually.ts';
import type { Client, Json } from './harness.ts';

/** A request that a fake platform received. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly raw: Buffer;
  /** Parsed JSON or form; undefined for other bodies. */
  readonly body: Json;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
}

/** `hang`: it took the request and never answers. `cut`: it closes the connection after it took the request. */
export type Behaviour = (call: Call) => Answer | 'hang' | 'cut' | Promise<Answer | 'hang' | 'cut'>;

/** A platform on loopback. It keeps what it received; `behaviour` answers. */
export class FakePlatform {
  readonly calls: Call[] = [];
  behaviour: Behaviour;
  readonly #server: http.Server;

  constructor(behaviour: Behaviour = () => ({ json: {} })) {
    this.behaviour = behaviour;
    this.#server = http.createServer((request, response) => void this.#receive(request, response));
    after(() => this.close());
  }

  static async start(behaviour?: Behaviour): Promise<FakePlatform> {
    const fake = new FakePlatform(behaviour);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The calls to a path. */
  at(path: string, method?: string): Call[] {
    return this.calls.filter((call) => call.path === path && (method === undefined || call.method === method));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const raw = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? '/', this.url);
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      raw,
      body: bodyOf(raw, request.headers['content-type'] ?? ''),
    };
    this.calls.push(call);
    const answer = await this.behaviour(call);
    if (answer === 'hang') return;
    if (answer === 'cut') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.json === undefined ? '' : JSON.stringify(answer.json));
  }
}

function bodyOf(raw: Buffer, type: string): Json {
  if (type.includes('json') && raw.length > 0) return JSON.parse(raw.toString('utf8'));
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
  return undefined;
}

export const publishing = '/api/marketing/social-publishing';
export const connections = '/api/marketing/social-connection';

/** Accepts a post; throws with the reply when that fails. */
export async function publish(client: Client, post: Json): Promise<Json> {
  const reply = await client.post(publishing, post);
  if (reply.status !== 202) throw new Error(`publishing answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

/** Waits until a post has one of the states. */
export const postWith = (client: Client, id: string, ...statuses: string[]): Promise<Json> =>
  eventually(async () => {
    const { body } = await client.get(`${publishing}/${id}`);
    if (!statuses.includes(body.status)) throw new Error(`the post is ${body.status}: ${body.error}`);
    return body;
  });

export async function connectWebhook(client: Client, url: string, more: Json = {}): Promise<Json> {
  const reply = await client.post(`${connections}/connect`, { platform: 'webhook', url, ...more });
  if (reply.status !== 201) throw new Error(`connect answered ${reply.status}: ${reply.text}`);
  return reply.body;
}
