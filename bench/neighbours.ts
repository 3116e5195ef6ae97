import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from './report.ts';
import { adminPassword, fill, type Stage } from './stage.ts';

const slowRequests = 50;
const slowRows = 100_000;
/** Concurrent readers that pause between requests, like a normal tenant and unlike a load test. */
const readers = 4;
const pauseMs = 15;

/** Measures how much the requests of one tenant slow another tenant down. */
export async function neighbours(stage: Stage, report: Report, seconds: number): Promise<void> {
  const token = await provision(stage);
  const [row] = await stage.sql(`select id from tenants where account_key = 'bench-neighbour'`);
  await fill(stage, [stage.tenantId], slowRows);
  await fill(stage, [String(row?.id)], 1000);
  const headers = { authorization: `Bearer ${token}` };
  const path = '/api/sales/opportunities?filter[stage]=proposal&sort=-value';
  const read = () => fetch(`${stage.url}${path}`, { headers });
  await p95(read, 2);
  for (const [name, slow] of [
    ['that search 100,000 rows for 40 texts', search(stage)],
    ['that wait for a locked record', await waitForLock(stage)],
  ] as const) {
    const alone = await p95(read, seconds);
    let stopped = false;
    const slowClients = Array.from({ length: slowRequests }, async () => {
      while (!stopped) await slow.send();
    });
    await sleep(1000);
    const withLoad = await p95(read, seconds);
    stopped = true;
    await slow.end();
    await Promise.all(slowClients);
    const ratio = withLoad / alone;
    report(
      `p95 of a list beside ${slowRequests} requests of another tenant ${name}, against its usual one`,
      `${ratio.toFixed(2)} (${withLoad.toFixed(1)} ms; ${alone.toFixed(1)} ms)`,
      '≤ 2.00',
      ratio <= 2,
    );
  }
}

export async function p95(send: () => Promise<Response>, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const reader = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      const reply = await send();
      await reply.text();
      if (!reply.ok) throw new Error(`a neighbour was answered ${reply.status}`);
      times.push(performance.now() - startedAt);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

interface SlowRequests {
  send(): Promise<unknown>;
  end(): Promise<unknown>;
}

function search(stage: Stage): SlowRequests {
  const or = Array.from({ length: 40 }, (_, n) => ({ name: { contains: `no such text ${n}` } }));
  const body = JSON.stringify({ filter: { or } });
  return { send: () => post(stage, '/search', body).then((reply) => reply.text()), end: async () => {} };
}

async function waitForLock(stage: Stage): Promise<SlowRequests> {
  const created = await post(stage, '', JSON.stringify({ name: 'Locked' }));
  const { _id } = (await created.json()) as { _id: string };
  await stage.sql('begin');
  await stage.sql('select from sales_opportunities where tenant_id = 1 and id = $1 for update', [_id]);
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const send = () =>
    fetch(`${stage.url}/api/sales/opportunities/${_id}`, { method: 'PATCH', headers, body: '{"name":"Changed"}' }).then(
      (reply) => reply.text(),
    );
  return { send, end: () => stage.sql('rollback') };
}

const post = (stage: Stage, path: string, body: string): Promise<Response> =>
  fetch(`${stage.url}/api/sales/opportunities${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    body,
  });

/** Creates a second tenant. Returns the token of its admin. */
export async function provision(stage: Stage): Promise<string> {
  const tenant = { accountKey: 'bench-neighbour', adminEmail: 'admin@example.com', adminPassword };
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const send = (path: string, body: unknown) =>
    fetch(`${stage.url}/api/identity/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await send('account-provisioning/provision', tenant);
  const { accountKey, adminEmail: email } = tenant;
  const reply = await send('auth/login', { email, password: adminPassword, accountKey });
  return ((await reply.json()) as { token: string }).token;
}
