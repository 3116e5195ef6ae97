import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyRecord } from '../../packages/sdk/src/index.ts';
import type { Client } from '../harness.ts';

/** Creates an API key of the caller. */
export async function apiKeyOf(client: Client, scopes: readonly string[] = ['*']): Promise<string> {
  const { key } = await client.create('/api/identity/apiKeys', { name: `key ${scopes.join(' ')}`, scopes });
  return key;
}

export const names = (records: readonly AnyRecord[]): unknown[] => records.map(({ lastName }) => lastName);

/** What the proxy does with a request instead of forwarding it, or after it was forwarded. */
type Fault =
  | 'refuse'
  | 'lose-answer'
  | { readonly status: number; readonly headers?: http.OutgoingHttpHeaders }
  | 'hang';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** A real HTTP proxy before a server. It fails as it is told: the first fault is for the next request, and so on. */
export class FlakyProxy implements AsyncDisposable {
  readonly faults: Fault[] = [];
  readonly seen: Seen[] = [];
  target: string;
  readonly #server: http.Server;

  constructor(target: string) {
    this.target = target;
    this.#server = http.createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all open connections, as a network does that fails. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, path: url, headers });
    const fault = this.faults.shift();
    if (fault === 'refuse') return void request.socket.destroy();
    if (fault === 'hang') return;
    if (typeof fault === 'object')
      return void response.writeHead(fault.status, fault.headers).end('an error of a proxy');
    const onward = http.request(`${this.target}${url}`, { method, headers }, (answer) => {
      if (fault === 'lose-answer') {
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => request.socket.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
