import { performance } from 'node:perf_hooks';
import { Agent } from 'undici';

/** The upper limit of deliveries per process: a loop that posts the same bodies and does nothing else. */
const { BENCH_URL = '', BENCH_BODY = '', BENCH_COUNT = '0' } = process.env;
const { origin, pathname } = new URL(BENCH_URL);
const agent = new Agent({ connections: 32, pipelining: 1 });
const body = Buffer.from(BENCH_BODY);
let left = Number(BENCH_COUNT);

async function post(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const answer = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: 32 }, post));
process.send?.({ perSecond: (Number(BENCH_COUNT) * 1000) / (performance.now() - startedAt) });
await agent.close();
