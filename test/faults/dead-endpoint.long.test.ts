import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { until } from '../process.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { contacts, percentile, register, Stage, webhooks } from './stage.ts';

const { waiting, measured, parts, slackMs, share } = scale.dead;
const factor = 1.2;
/**
 * No event may wait for the full poll, which happens every two seconds. When other files run at the same time, a single
 * one may.
 */
const maxMs = 1000;
const gapMs = 15;

/** Accepts connections, and never answers. */
const silent = net.createServer((socket) => socket.on('error', () => {}).resume());
const sockets = new Set<net.Socket>();
silent.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
after(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const stage = await Stage.forFile({ ownCluster: true });
const sink = await Sink.forFile();
const server = await stage.start({ WEBHOOK_TIMEOUT: '1s', LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);
await register(admin, sink, '/one');
await register(admin, sink, '/other');
const dead = await deadAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
sink.silent.add('/dead');
const neighbours: Json[] = [];
for (let n = 0; n < 2; n += 1) neighbours.push(await deadAt(sink.url('/dead')));

function deadAt(url: string): Promise<Json> {
  return admin.create(webhooks, { url, events: ['account.created'], active: false });
}

/** Inserts due deliveries into the queue. */
const fill = (webhook: Json, count: number) =>
  stage.sql(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, type, event_at, body)
     select w.tenant_id, gen_random_uuid(), w.webhook_id, gen_random_uuid(), 'account.created', now(), '{}'
     from webhook_endpoints w, generate_series(1, $2::int) where w.webhook_id = $1::uuid`,
    [webhook._id, count],
  );

const inFlight = async (webhook: Json): Promise<number> => {
  const [row] = await stage.sql(
    `select count(*)::int from webhook_delivery_log where webhook_id = $1 and status = 'delivering'`,
    [webhook._id],
  );
  return row.count;
};

/** The time in ms from event to arrival, for contacts that are created one after another. */
async function measure(count: number): Promise<number[]> {
  const before = sink.received.length;
  for (let n = 0; n < count; n += 1) {
    await admin.create(contacts, { lastName: `Measured ${n}` });
    await sleep(gapMs);
  }
  await until('all arrivals', () => sink.received.length >= before + count * 2);
  return sink.received.slice(before).map(({ tookMs }) => tookMs);
}

const activate = (webhook: Json, active: boolean) => admin.patch(`${webhooks}/${webhook._id}`, { active });
const ms = (value: number) => `${value.toFixed(1)} ms`;

describe('a dead endpoint', () => {
  it('with a long queue of deliveries does not delay others', async (t) => {
    await measure(30);
    await fill(dead, waiting);
    await stage.sql('analyze webhook_deliveries');
    const without: number[] = [];
    const withDead: number[] = [];
    // Alternate in short parts, so that other load on the machine affects both.
    for (let part = 0; part < parts; part += 1) {
      without.push(...(await measure(measured / parts)));
      await activate(dead, true);
      await until('attempts at the dead endpoint', async () => (await inFlight(dead)) > 0);
      withDead.push(...(await measure(measured / parts)));
      await activate(dead, false);
      await until('the last tries to end', async () => (await inFlight(dead)) === 0);
    }
    const [baseline, found] = [percentile(without, 0.95), percentile(withDead, 0.95)];
    t.diagnostic(
      `p95 ${ms(baseline)} without and ${ms(found)} with ${waiting} queued; p50 ${ms(percentile(without, 0.5))} and ${ms(percentile(withDead, 0.5))}; max ${ms(Math.max(...without))} and ${ms(Math.max(...withDead))}`,
    );
    assert.ok(found <= baseline * factor + slackMs, `p95 was ${ms(baseline)}, and with the dead endpoint ${ms(found)}`);
    assert.ok(percentile([...without, ...withDead], share) <= maxMs, 'events waited although there was capacity');
    assert.deepEqual(sink.unverified, []);
  });

  it('does not delay others on the same host', async (t) => {
    for (const webhook of neighbours) {
      await fill(webhook, 100);
      await activate(webhook, true);
    }
    await until('attempts at the dead endpoint', async () => (await inFlight(neighbours[0])) > 0);
    const took = await measure(50);
    t.diagnostic(`p95 ${ms(percentile(took, 0.95))}, longest ${ms(Math.max(...took))}`);
    assert.ok(percentile(took, share) <= maxMs, `events waited for up to ${ms(Math.max(...took))}`);
    for (const webhook of neighbours) await activate(webhook, false);
  });

  it('does not delay an event that occurs while another is being sent', async (t) => {
    const before = sink.received.length;
    const pairs = measured / 2;
    for (let n = 1; n <= pairs; n += 1) {
      const first = admin.create(contacts, { lastName: `First ${n}` });
      await sleep(Math.random() * gapMs);
      await Promise.all([first, admin.create(contacts, { lastName: `Second ${n}` })]);
      await until('both to arrive', () => sink.received.length >= before + n * 4);
    }
    const took = sink.received.slice(before).map(({ tookMs }) => tookMs);
    t.diagnostic(`${pairs} pairs: p95 ${ms(percentile(took, 0.95))}, longest ${ms(Math.max(...took))}`);
    assert.ok(percentile(took, share) <= maxMs, `events waited for up to ${ms(Math.max(...took))}`);
  });
});
