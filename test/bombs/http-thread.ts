import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

export interface ThreadRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface ThreadReply {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

export interface Probes {
  /** The duration of each request. */
  readonly timesMs: number[];
  /** The delays of this thread's timers, which show that other processes used the processors. */
  readonly lateMs: number[];
}

export type ToThread =
  | { readonly id: number; readonly request: ThreadRequest }
  | { readonly id: number; readonly probe: readonly ThreadRequest[] }
  | { readonly id: number; readonly stop: true };

const pauseMs = 10;
const agent = new http.Agent({ keepAlive: true });

function send({ url, method, headers, body }: ThreadRequest): Promise<ThreadReply> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text, tookMs: performance.now() - started });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

let probing = false;

/** Sends the requests one after another until it is stopped. */
async function probe(requests: readonly ThreadRequest[]): Promise<Probes> {
  const timesMs: number[] = [];
  const lateMs: number[] = [];
  probing = true;
  while (probing)
    for (const request of requests) {
      const { status, text, tookMs } = await send(request);
      // 503 is allowed, because the database of a busy machine answers late. The time of the probe shows whether that
      // matters.
      if (status !== 200 && status !== 503) throw new Error(`${request.url} answered ${status}: ${text.slice(0, 500)}`);
      timesMs.push(tookMs);
      const paused = performance.now();
      await sleep(pauseMs);
      lateMs.push(performance.now() - paused - pauseMs);
    }
  return { timesMs, lateMs };
}

parentPort?.on('message', async (message: ToThread) => {
  if ('stop' in message) {
    probing = false;
    return;
  }
  try {
    const answer = 'probe' in message ? await probe(message.probe) : await send(message.request);
    parentPort?.postMessage({ id: message.id, answer });
  } catch (error) {
    parentPort?.postMessage({ id: message.id, failure: (error as Error).message });
  }
});
