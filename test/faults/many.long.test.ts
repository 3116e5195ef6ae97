import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, createMany, MemoryWatch, register, Stage } from './stage.ts';

const { webhookCount, eventCount, maxMb } = scale.many;

describe('many webhooks of one tenant', () => {
  it('are served with bounded memory when all fall behind together', async (t) => {
    const stage = await Stage.forFile({ ownCluster: true });
    const sink = await Sink.forFile();
    // A receiver that does not answer in time gets the event again, and on a busy machine it may be late. So the
    // timeout is long.
    const server = await stage.start({ WEBHOOK_TIMEOUT: '60s', LOG_LEVEL: 'warn' });
    const admin = await stage.admin(server);
    for (let n = 0; n < webhookCount; n += 1) await register(admin, sink, `/hook-${n}`);
    using memory = new MemoryWatch(server);
    await createMany(admin, eventCount);
    await allDelivered(stage, webhookCount * eventCount, 300_000);
    t.diagnostic(`${webhookCount * eventCount} deliveries, ${memory.maxMb.toFixed(0)} MB at most`);
    assert.equal(sink.extras, 0, 'an event was delivered twice');
    assert.deepEqual(sink.unverified, []);
    await assertOneToOne(stage);
    assert.ok(memory.maxMb <= maxMb, `it took ${memory.maxMb.toFixed(0)} MB`);
  });
});

describe('records that are so large that only some are sent at a time', () => {
  it('arrive once, however long they wait', async (t) => {
    const stage = await Stage.forFile();
    const sink = await Sink.forFile();
    // The lease is 20 s, and all deliveries take longer, because eight are sent at a time.
    const server = await stage.start({ WEBHOOK_TIMEOUT: '5s', LOG_LEVEL: 'warn' });
    const admin = await stage.admin(server);
    for (let n = 0; n < 4; n += 1) await register(admin, sink, `/large-${n}`);
    sink.delayMs = 1800;
    const startedAt = Date.now();
    await createMany(admin, 50, { description: 'x'.repeat(40_000) }, 20);
    await allDelivered(stage, 200, 120_000);
    t.diagnostic(`200 deliveries in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
    assert.equal(sink.extras, 0, 'an event was delivered twice');
    const repeated = await stage.sql('select id from webhook_deliveries where jsonb_array_length(attempts) <> 1');
    assert.deepEqual(repeated, []);
    await assertOneToOne(stage);
  });
});
