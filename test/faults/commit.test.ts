import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client, Reply } from '../harness.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { allDelivered, assertOneToOne, contacts, createMany, register, Stage } from './stage.ts';

const env = { WEBHOOK_TIMEOUT: '2s', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s,1s,1s', LOG_LEVEL: 'warn' };
const stage = await Stage.forFile();
const sink = await Sink.forFile();

/** Writes without effect: a dry run, a refused one, and one rolled back because another in the same request was refused. */
async function writeWithoutEffect(client: Client): Promise<void> {
  const expect = ({ status, text }: Reply, expected: number) => assert.equal(status, expected, text);
  expect(await client.post(`${contacts}?dryRun=true`, { lastName: 'No effect' }), 201);
  expect(await client.post(contacts, { lastName: 'No effect', email: 'nobody' }), 422);
  const operations = [
    ...Array.from({ length: 5 }, () => ({ op: 'create', record: { lastName: 'No effect' } })),
    { op: 'create', record: { lastName: 'No effect', email: 'nobody' } },
  ];
  const bulk = await client.post(`${contacts}/bulk`, { operations });
  assert.ok(bulk.status >= 400, bulk.text);
}

describe('a server that is killed between a commit and its delivery', () => {
  it('leaves one event and one delivery for each committed change, and none for others', async (t) => {
    let server = await stage.start(env);
    let client = await stage.admin(server);
    await register(client, sink, '/hook');
    // The maximum number of concurrent requests waits for answers, so that nothing later is sent before the release.
    sink.delayMs = Number.POSITIVE_INFINITY;
    await createMany(client, 100);
    await sink.arrived(1);

    const answered: string[] = [];
    let unanswered = 0;
    for (let round = 0; round < scale.commitRounds; round += 1) {
      await writeWithoutEffect(client);
      answered.push((await client.create(contacts, { lastName: `Answered ${round}` }))._id);
      // The server is killed after the first answer; the results of the other requests are unknown.
      const racing = Array.from({ length: 6 }, (_, n) =>
        client.create(contacts, { lastName: `Racing ${round} ${n}` }).then(
          ({ _id }) => void answered.push(_id),
          () => {
            unanswered += 1;
          },
        ),
      );
      await Promise.race(racing);
      await server.stop('SIGKILL');
      await Promise.all(racing);
      server = await stage.start(env);
      client = await stage.admin(server);
    }
    sink.release();
    const [{ count }] = await stage.sql('select count(*)::int from sales_contacts');
    await allDelivered(stage, count);

    await assertOneToOne(stage);
    assert.deepEqual(sink.unverified, []);
    assert.equal(sink.counts.size, count);
    const arrived = sink.records;
    for (const id of answered) assert.ok(arrived.has(id), `${id} was answered and did not arrive`);
    assert.deepEqual(await stage.sql(`select id from sales_contacts where last_name = 'No effect'`), []);
    t.diagnostic(
      `${scale.commitRounds} kills, ${count} changes, ${answered.length} of them answered just before, ${unanswered} requests without an answer, ${sink.extras} extras`,
    );
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });
});
