import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../harness.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, contacts, register, Stage } from './stage.ts';

const webhookCount = 6;
const stage = await Stage.forFile();
const sink = await Sink.forFile();
const nodes = await Promise.all(Array.from({ length: 4 }, () => stage.start()));
const admins: Client[] = [];
for (const node of nodes) admins.push(await stage.admin(node));
const [first] = admins as [Client, ...Client[]];
for (let n = 0; n < webhookCount; n += 1) await register(first, sink, `/hook-${n}`);
let expected = 0;

/** Creates contacts through each of these nodes, one by one and in bulk. */
async function createThrough(some: readonly Client[]): Promise<void> {
  const events = Math.ceil(scale.deliveries / webhookCount);
  const one = async (n: number) => (some[n % some.length] ?? first).create(contacts, { lastName: `One ${n}` });
  const bulk = Math.ceil(events / 4);
  const operations = Array.from({ length: bulk }, (_, n) => ({ op: 'create', record: { lastName: `Bulk ${n}` } }));
  const created = await Promise.all([
    some.at(-1)?.post(`${contacts}/bulk`, { operations }),
    ...Array.from({ length: events - bulk }, (_, n) => one(n)),
  ]);
  assert.equal(created.length, events - bulk + 1);
  expected += events * webhookCount;
}

async function assertOnce(): Promise<void> {
  await sink.arrived(expected);
  await allDelivered(stage, expected);
  assert.equal(sink.extras, 0, 'an event was delivered twice');
  assert.deepEqual(sink.unverified, []);
  await assertOneToOne(stage);
  const repeated = await stage.sql(
    'select id, attempts from webhook_deliveries where jsonb_array_length(attempts) <> 1',
  );
  assert.deepEqual(repeated, []);
}

describe('several nodes on one database', () => {
  for (const count of [2, 4]) {
    it(`make each delivery exactly once when ${count} of them create records`, async (t) => {
      const startedAt = Date.now();
      await createThrough(admins.slice(0, count));
      await assertOnce();
      t.diagnostic(`${expected} deliveries in total, ${Date.now() - startedAt} ms for this part`);
    });
  }

  it('make each delivery exactly once while nodes start and stop', async () => {
    sink.delayMs = 20;
    await Promise.all([
      createThrough(admins.slice(0, 2)),
      ...nodes.slice(2).map(async (node) => {
        await sink.arrived(expected + 20);
        assert.deepEqual(await node.stop(), { code: 0, signal: null }, node.stderr);
      }),
      stage.start(),
    ]);
    await assertOnce();
  });
});
