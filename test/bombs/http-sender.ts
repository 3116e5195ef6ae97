import { Worker } from 'node:worker_threads';
import type { Client } from '../harness.ts';
import type { Probes, ThreadReply, ThreadRequest, ToThread } from './http-thread.ts';

type Answer = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly failure: string };

export const requestOf = ({ url, token }: Client, method: string, path: string, body?: unknown): ThreadRequest => ({
  url: `${url}${path}`,
  method,
  headers: {
    'accept-encoding': 'identity',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/**
 * Sends requests from its own thread, so that a server in this thread cannot delay the clock of the client, nor the
 * client the server.
 */
export class HttpSender {
  readonly #worker = new Worker(new URL('./http-thread.ts', import.meta.url), { execArgv: [] });
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  constructor() {
    this.#worker.on('message', (message: Answer) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('failure' in message) waiting?.reject(new Error(message.failure));
      else waiting?.resolve(message.answer);
    });
    this.#worker.on('error', (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error);
    });
  }

  send(request: ThreadRequest): Promise<ThreadReply> {
    return this.#ask((id) => ({ id, request })) as Promise<ThreadReply>;
  }

  /** Repeats requests until `stop`. */
  probe(requests: readonly ThreadRequest[]): { stop(): Promise<Probes> } {
    const probes = this.#ask((id) => ({ id, probe: requests })) as Promise<Probes>;
    probes.catch(() => {});
    return {
      stop: () => {
        this.#worker.postMessage({ id: 0, stop: true } satisfies ToThread);
        return probes;
      },
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: (id: number) => ToThread): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    this.#last += 1;
    this.#waiting.set(this.#last, answer);
    this.#worker.postMessage(message(this.#last));
    return answer.promise;
  }
}
