import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { until } from '../process.ts';
import { Load } from './load.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { assertOneToOne, register, Stage, states, webhooks } from './stage.ts';

const stage = await Stage.forFile();
const sink = await Sink.forFile();
const nodes = [await stage.start({ LOG_LEVEL: 'warn' }), await stage.start({ LOG_LEVEL: 'warn' })] as const;
const [one, other] = [await stage.admin(nodes[0]), await stage.admin(nodes[1])];
const webhook = await register(one, sink, '/hook');
const path = `${webhooks}/${webhook._id}`;

const edit = async (change: Json): Promise<void> => {
  const reply = await other.patch(path, change);
  assert.equal(reply.status, 200, reply.text);
};

const arrivedAt = (address: string): number => sink.received.filter(({ path: at }) => at === address).length;

/** Changes a webhook during deliveries. */
const changes: (() => Promise<void>)[] = [
  async () => {
    const reply = await other.post(`${path}/rotate-secret`, {});
    assert.equal(reply.status, 200, reply.text);
    sink.trust(reply.body.secret);
  },
  () => edit({ url: sink.url('/moved') }),
  () => edit({ active: false }),
  async () => {
    await edit({ active: true });
    // Wait for a delivery: on a slow machine the address could otherwise change back before anything is sent to it.
    await until('a delivery at the other address', () => arrivedAt('/moved') > 0);
  },
  () => edit({ url: sink.url('/hook'), description: 'It is back' }),
];

describe('a webhook that is paused, resumed, moved and gets new secrets under load', () => {
  it('loses no delivery, and each one is signed with a secret that the receiver knows', async (t) => {
    sink.delayMs = 30;
    await using load = new Load(one);
    for (let round = 0; round < scale.changing.rounds; round += 1) {
      for (const change of changes) {
        await change();
        await sleep(Math.random() * 60);
      }
    }
    await load.end();
    assert.deepEqual(load.unexpected, []);
    assert.equal(load.refusals, 0);
    await until('every contact to arrive', () => sink.records.size >= load.answered.size, 60_000);
    await until('the end of all deliveries', async () => (await states(stage)).delivered === load.answered.size);
    const arrived = sink.records;
    for (const id of load.answered.keys()) assert.ok(arrived.has(id), `${id} did not arrive`);
    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    assert.equal(sink.received.length, load.answered.size, 'a delivery was sent twice');
    const moved = arrivedAt('/moved');
    t.diagnostic(
      `${load.answered.size} contacts, ${scale.changing.rounds * changes.length} changes; ${moved} arrived at the other address`,
    );
  });
});
