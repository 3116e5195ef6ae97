import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from './load.ts';
import type { Stage } from './stage.ts';

type Note = (what: string, measured: string, target: string, holds: boolean) => void;

interface Counted {
  readonly count: number;
  readonly last: number;
}

const here = (file: string) => path.join(import.meta.dirname, file);
const answer = <T>(child: ChildProcess): Promise<T> =>
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

/** How fast webhooks are served, and what they cost everybody else. */
export async function deliveries(stage: Stage, note: Note, rounds: number, seconds: number): Promise<void> {
  const receiver = fork(here('receiver.ts'));
  try {
    const { port } = await answer<{ port: number }>(receiver);
    const url = `http://127.0.0.1:${port}/`;
    const ask = (message: string): Promise<Counted> => {
      const told = answer<Counted>(receiver);
      receiver.send(message);
      return told;
    };
    const webhook = await api(stage, 'POST', '/api/integrations/webhooks', { url, events: ['opportunity.created'] });
    const at = `/api/integrations/webhooks/${webhook._id}`;
    const active = (yes: boolean) => api(stage, 'PUT', at, { active: yes });
    await idle(stage, ask, note);
    await active(false);
    const bodies = await api(stage, 'GET', '/api/sales/opportunities?limit=1');
    const sample = JSON.stringify({
      id: webhook._id,
      type: 'opportunity.created',
      timestamp: webhook.createdAt,
      accountKey: 'default',
      data: { record: (bodies.data as unknown[])[0] },
    });
    await throughput({ stage, ask, active, url, sample }, note);
    await whileWriting({ stage, ask, active }, note, rounds, seconds);
  } finally {
    receiver.kill();
  }
}

type Ask = (message: string) => Promise<Counted>;

const middle = (some: number[]): number => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN;

async function idle(stage: Stage, ask: Ask, note: Note): Promise<void> {
  const took: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    await ask('reset');
    const begun = performance.now();
    await api(stage, 'POST', '/api/sales/opportunities', record);
    while ((await ask('count')).count === 0) await sleep(1);
    took.push(performance.now() - begun);
    await sleep(50);
  }
  const half = middle(took);
  note('event to arrival when idle, p50', `${half.toFixed(0)} ms, the create included`, '< 100 ms', half < 100);
}

interface Place {
  readonly stage: Stage;
  readonly ask: Ask;
  readonly active: (yes: boolean) => Promise<unknown>;
}

/** Events as writes leave them, many at a time; the webhook is paused meanwhile and sees them when it is resumed. */
const insertEvents = (stage: Stage, count: number): Promise<unknown> =>
  stage.sql(
    `insert into events (tenant_id, id, type, model, record_id, record, actor_id)
     select e.tenant_id, gen_random_uuid(), e.type, e.model, e.record_id, e.record, e.actor_id
     from (select * from events where type = 'opportunity.created' and tenant_id = $1::bigint order by xid desc limit 1) e,
       generate_series(1, $2::int)`,
    [stage.tenantId, count],
  );

/** How many per second, from the moment that the webhook is resumed to the last arrival. */
async function drain({ stage, ask, active }: Place, count: number): Promise<number> {
  await insertEvents(stage, count);
  await ask('reset');
  const begun = Date.now();
  await active(true);
  let counted = await ask('count');
  while (counted.count < count) {
    await sleep(20);
    counted = await ask('count');
    if (Date.now() - begun > 600_000) throw new Error(`only ${counted.count} of ${count} arrived`);
  }
  await active(false);
  return (count * 1000) / (counted.last - begun);
}

async function throughput(
  { url, sample, ...place }: Place & { url: string; sample: string },
  note: Note,
): Promise<void> {
  const bare = async (): Promise<number> => {
    const child = fork(here('bare-post.ts'), {
      env: { ...process.env, BENCH_URL: url, BENCH_BODY: sample, BENCH_COUNT: '20000' },
    });
    return (await answer<{ perSecond: number }>(child)).perSecond;
  };
  // A server runs for weeks: what its first seconds cost is not what is asked.
  await drain(place, 20_000);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    theirs.push(await bare());
    ours.push(await drain(place, 10_000));
  }
  const ratio = middle(ours) / middle(theirs);
  note(
    'delivery throughput, against a bare loop of posts',
    `${ratio.toFixed(2)} (${middle(ours).toFixed(0)}/s; bare ${middle(theirs).toFixed(0)}/s)`,
    '≥ 0.40',
    ratio >= 0.4,
  );
  // A short one is over in a tenth of a second: several, before and after the long one.
  const few: number[] = [];
  const some = async () => {
    for (let round = 0; round < 5; round += 1) few.push(await drain(place, 1000));
  };
  await some();
  const many = await drain(place, 100_000);
  await some();
  const kept = many / middle(few);
  note(
    'draining 100,000 waiting, against 1,000',
    `${kept.toFixed(2)} (${many.toFixed(0)}/s; ${middle(few).toFixed(0)}/s)`,
    '≥ 0.90',
    kept >= 0.9,
  );
}

/** The same load of creates with and without a webhook that hears of each. */
async function whileWriting({ stage, ask, active }: Place, note: Note, rounds: number, seconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(record);
  const next = () => ({ method: 'POST' as const, path: '/api/sales/opportunities', headers, body });
  const target = (name: string, yes: boolean) => ({
    name,
    url: stage.url,
    next,
    before: async () => {
      // What the last round left is delivered first, so that each begins alike.
      await active(true);
      await settled(stage);
      await active(yes);
    },
  });
  const { ours, theirs } = await compare(target('creates, heard', true), target('creates', false), rounds, seconds);
  await active(true);
  await settled(stage);
  const ratio = ours.perSecond / theirs.perSecond;
  const { count } = await ask('count');
  note(
    'create with one matching webhook, against none',
    `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s; ${count} delivered in all)`,
    '≥ 0.85',
    ratio >= 0.85,
  );
}

async function settled(stage: Stage): Promise<void> {
  for (;;) {
    const [row] = await stage.sql(
      `select exists (select from webhook_delivery_log where status <> 'delivered') or exists (
        select from webhook_endpoints e join events v on v.tenant_id = e.tenant_id and (v.xid, v.seq) > (e.xid, e.seq)) as busy`,
    );
    if (!row?.busy) return;
    await sleep(100);
  }
}
