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

/** `hang`: it reads the request and never answers. `cut`: it reads the request and closes the connection. */
export type Behaviour = (call: Call) => Answer | 'hang' | 'cut' | Promise<Answer | 'hang' | 'cut'>;

/** A platform on loopback. It records its requests; `behaviour` answers them. */
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

/** Connects an account by consent, as a browser does. */
export async function connectByConsent(client: Client, platform: string): Promise<Json> {
  const begun = await client.post(`${connections}/connect`, { platform });
  if (begun.status !== 200) throw new Error(`connect answered ${begun.status}: ${begun.text}`);
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const state = new URL(begun.body.authorizationUrl).searchParams.get('state') ?? '';
  const back = await fetch(`${client.url}${connections}/callback?${new URLSearchParams({ code: 'code', state })}`, {
    headers: { cookie, accept: 'application/json' },
  });
  if (back.status !== 200) throw new Error(`the callback answered ${back.status}`);
  return ((await back.json()) as Json).data[0];
}

/** Uploads a file. Returns its id. */
export async function uploadMedia(client: Client, content: Buffer, type: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type }), name);
  const reply = await fetch(`${client.url}/api/communications/file-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
    body: form,
  });
  if (reply.status >= 300) throw new Error(`the upload answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as Json).files[0]._id;
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

interface VideoShape {
  readonly seconds: number;
  /** The number of bytes of the frames, which contain noise. */
  readonly bytes?: number;
  readonly width?: number;
  readonly height?: number;
}

/** An MP4 file with the headers that players read, and its index at the end as cameras write it. */
export function mp4Of({ seconds, bytes = 1000, width = 640, height = 360 }: VideoShape): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(Math.round(seconds * 1000), 16);
  const tkhd = Buffer.alloc(84);
  tkhd.writeUInt16BE(width, 76);
  tkhd.writeUInt16BE(height, 80);
  const sound = box('trak', box('tkhd', Buffer.alloc(84)));
  const noise = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) noise.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    box('mdat', noise),
    box('moov', box('mvhd', mvhd), sound, box('trak', box('tkhd', tkhd))),
  ]);
}
