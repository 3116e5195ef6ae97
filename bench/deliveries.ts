import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from './load.ts';
import { median, type Report } from './report.ts';
import type { Stage } from './stage.ts';

interface Counted {
  readonly count: number;
  readonly last: number;
}

const here = (file: string) => path.join(import.meta.dirname, file);
const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve) => child.once('message', (message) => resolve(message as T)));

async function api(stage: Stage, method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await fetch(`${stage.url}${url}`, {
    method,
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

const record = { name: 'A new machine', value: 12_500, stage: 'proposal', closeDate: '2026-12-01' };

/** Measures how fast webhooks are delivered, and how much they slow other requests down. */
export async function deliveries(stage: Stage, report: Report, rounds: number, seconds: number): Promise<void> {
  const receiver = fork(here('receiver.ts'));
  try {
    const { port } = await nextMessage<{ port: number }>(receiver);
    const url = `http://127.0.0.1:${port}/`;
    const ask = (message: string): Promise<Counted> => {
      const reply = nextMessage<Counted>(receiver);
      receiver.send(message);
      return reply;
    };
    const webhook = await api(stage, 'POST', '/api/integrations/webhooks', { url, events: ['opportunity.created'] });
    const at = `/api/integrations/webhooks/${webhook._id}`;
    const setActive = (active: boolean) => api(stage, 'PUT', at, { active });
    await idleLatency(stage, ask, report);
    await setActive(false);
    const bodies = await api(stage, 'GET', '/api/sales/opportunities?limit=1');
    const sample = JSON.stringify({
      id: webhook._id,
      type: 'opportunity.created',
      timestamp: webhook.createdAt,
      accountKey: 'default',
      data: { record: (bodies.data as unknown[])[0] },
    });
    await throughput({ stage, ask, setActive, url, sample }, report);
    await whileWriting({ stage, ask, setActive }, report, rounds, seconds);
  } finally {
    receiver.kill();
  }
}

type Ask = (message: string) => Promise<Counted>;

async function idleLatency(stage: Stage, ask: Ask, report: Report): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    await ask('reset');
    const startedAt = performance.now();
    await api(stage, 'POST', '/api/sales/opportunities', record);
    while ((await ask('count')).count === 0) await sleep(1);
    times.push(performance.now() - startedAt);
    await sleep(50);
  }
  const p50 = median(times);
  report('event to arrival when idle, p50', `${p50.toFixed(0)} ms, the create included`, '< 100 ms', p50 < 100);
}

interface Setup {
  readonly stage: Stage;
  readonly ask: Ask;
  readonly setActive: (active: boolean) => Promise<unknown>;
}

/** Inserts many events as writes do. The webhook is paused meanwhile, and gets them when it is resumed. */
const insertEvents = (stage: Stage, count: number): Promise<unknown> =>
  stage.sql(
    `insert into events (tenant_id, id, type, model, record_id, record, actor_id)
     select e.tenant_id, gen_random_uuid(), e.type, e.model, e.record_id, e.record, e.actor_id
     from (select * from events where type = 'opportunity.created' and tenant_id = $1::bigint order by xid desc limit 1) e,
       generate_series(1, $2::int)`,
    [stage.tenantId, count],
  );

/** Deliveries per second, from resuming the webhook to the last arrival. */
async function drain({ stage, ask, setActive }: Setup, count: number): Promise<number> {
  await insertEvents(stage, count);
  await ask('reset');
  const startedAt = Date.now();
  await setActive(true);
  let counted = await ask('count');
  while (counted.count < count) {
    await sleep(20);
    counted = await ask('count');
    if (Date.now() - startedAt > 600_000) throw new Error(`only ${counted.count} of ${count} arrived`);
  }
  await setActive(false);
  return (count * 1000) / (counted.last - startedAt);
}

async function throughput(
  { url, sample, ...setup }: Setup & { url: string; sample: string },
  report: Report,
): Promise<void> {
  const bare = async (): Promise<number> => {
    const child = fork(here('bare-post.ts'), {
      env: { ...process.env, BENCH_URL: url, BENCH_BODY: sample, BENCH_COUNT: '20000' },
    });
    return (await nextMessage<{ perSecond: number }>(child)).perSecond;
  };
  // Warm up: a server runs for weeks, so the first seconds do not matter.
  await drain(setup, 20_000);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    theirs.push(await bare());
    ours.push(await drain(setup, 10_000));
  }
  const ratio = median(ours) / median(theirs);
  report(
    'delivery throughput, against a bare loop of posts',
    `${ratio.toFixed(2)} (${median(ours).toFixed(0)}/s; bare ${median(theirs).toFixed(0)}/s)`,
    '≥ 0.40',
    ratio >= 0.4,
  );
  // A short drain takes a tenth of a second, so measure several, before and after the long one.
  const few: number[] = [];
  const drainFew = async () => {
    for (let round = 0; round < 5; round += 1) few.push(await drain(setup, 1000));
  };
  await drainFew();
  const many = await drain(setup, 100_000);
  await drainFew();
  const ratioOfMany = many / median(few);
  report(
    'draining 100,000 waiting, against 1,000',
    `${ratioOfMany.toFixed(2)} (${many.toFixed(0)}/s; ${median(few).toFixed(0)}/s)`,
    '≥ 0.90',
    ratioOfMany >= 0.9,
  );
}

/** Runs the same load of creates with and without a webhook that gets each of them. */
async function whileWriting(
  { stage, ask, setActive }: Setup,
  report: Report,
  rounds: number,
  seconds: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(record);
  const next = () => ({ method: 'POST' as const, path: '/api/sales/opportunities', headers, body });
  const target = (name: string, active: boolean) => ({
    name,
    url: stage.url,
    next,
    before: async () => {
      // Deliver the rest of the last round first, so that each round starts the same.
      await setActive(true);
      await allDelivered(stage);
      await setActive(active);
    },
  });
  const { ours, theirs } = await compare(target('creates, heard', true), target('creates', false), rounds, seconds);
  await setActive(true);
  await allDelivered(stage);
  const ratio = ours.perSecond / theirs.perSecond;
  const { count } = await ask('count');
  report(
    'create with one matching webhook, against none',
    `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s; ${count} delivered in all)`,
    '≥ 0.85',
    ratio >= 0.85,
  );
}

async function allDelivered(stage: Stage): Promise<void> {
  for (;;) {
    const [row] = await stage.sql(
      `select exists (select from webhook_delivery_log where status <> 'delivered') or exists (
        select from webhook_endpoints e join events v on v.tenant_id = e.tenant_id and (v.xid, v.seq) > (e.xid, e.seq)) as busy`,
    );
    if (!row?.busy) return;
    await sleep(100);
  }
}
