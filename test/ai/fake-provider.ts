import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { anthropic } from './wire/anthropic.ts';
import { google } from './wire/google.ts';
import { openaiChat } from './wire/openai-chat.ts';
import { openaiResponses } from './wire/openai-responses.ts';
import type { ScriptedAnswer, Wire } from './wire/scripted-answer.ts';

export type { ScriptedAnswer } from './wire/scripted-answer.ts';

export interface ProviderCall {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Json;
}

const families = ['openai', 'anthropic', 'google'] as const;
export type Family = (typeof families)[number];
export const modelOf: Readonly<Record<Family, string>> = {
  openai: 'gpt-4o',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
};
export const allFamilies: readonly Family[] = families;

/** The format of a request, by its path. */
function wireOf(path: string): Wire {
  if (path.includes('/messages')) return anthropic;
  if (path.includes(':')) return google;
  return path.includes('/responses') ? openaiResponses : openaiChat;
}

/** The API key in a request. */
export const keyIn = ({ headers }: ProviderCall): string | undefined =>
  headers.authorization?.replace('Bearer ', '') ??
  ([headers['x-api-key'] ?? headers['x-goog-api-key']].flat()[0] as string | undefined);

/** A provider in the formats of all three providers, whose answers come from the script of the test. */
export class FakeProvider {
  readonly asked: ProviderCall[] = [];
  /** Requests that the client closed before the answer was complete. */
  left = 0;
  #script: (asked: ProviderCall, count: number) => ScriptedAnswer = () => ({ text: 'Hello' });
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));
  #calls = 0;

  /** Starts a provider that closes at the end of the test file. */
  static async forFile(): Promise<FakeProvider> {
    const provider = await FakeProvider.start();
    after(() => provider.close());
    return provider;
  }

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that uses this provider for all three. */
  get env(): Record<string, string> {
    const { url } = this;
    return { OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_BASE_URL: `${url}/v1`, GOOGLE_AI_BASE_URL: `${url}/v1beta` };
  }

  /** Sets the next answers, in order; the last one is repeated. */
  says(...said: readonly ScriptedAnswer[]): void {
    this.answers((_asked, count) => said[Math.min(count, said.length - 1)] as ScriptedAnswer);
  }

  answers(script: (asked: ProviderCall, count: number) => ScriptedAnswer): void {
    this.#script = script;
    this.#calls = 0;
    this.asked.length = 0;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url ?? '';
    const asked = { path, headers: request.headers, body: JSON.parse(text) };
    this.asked.push(asked);
    const said = this.#script(asked, this.#calls);
    this.#calls += 1;
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) this.left += 1;
      gone.abort();
    });
    const wait = async () => {
      if (said.waitMs !== undefined) await sleep(said.waitMs, undefined, { signal: gone.signal }).catch(() => {});
    };
    if (said.status !== undefined || said.raw !== undefined) {
      await wait();
      sendRaw(response, said);
    } else if (path.includes('stream') || asked.body.stream === true) await sendStream(path, response, said, wait);
    else {
      await wait();
      sendWhole(path, response, said);
    }
  }
}

function sendRaw(response: http.ServerResponse, { status, headers, raw }: ScriptedAnswer): void {
  response.writeHead(status ?? 200, { 'content-type': 'application/json', ...headers });
  response.end(raw ?? JSON.stringify({ error: { message: `status ${status}`, type: 'x', code: status } }));
}

function sendWhole(path: string, response: http.ServerResponse, said: ScriptedAnswer): void {
  const text = JSON.stringify(wireOf(path).whole(said));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  if (said.cut) response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
}

async function sendStream(
  path: string,
  response: http.ServerResponse,
  said: ScriptedAnswer,
  wait: () => Promise<void>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = wireOf(path).streamed(said);
  for (const event of said.cut ? events.slice(0, Math.ceil(events.length / 2)) : events) {
    if (response.destroyed) return;
    response.write(event);
    await wait();
  }
  if (said.cut) response.destroy();
  else response.end();
}
