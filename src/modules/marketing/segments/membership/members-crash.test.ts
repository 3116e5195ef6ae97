import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';

const contacts = scale.deletedChildren * 6;

describe('a segment of many records', () => {
  it('has each member once, with one event, when the server is killed again and again while they are found', async () => {
    await using home = await Home.prepared();
    const sql = home.sql.bind(home);
    let server = await home.start();
    let admin = await server.signIn(adminPassword);
    const add = await rowInserter({ admin, sql });
    await add.rows(
      'sales_contacts',
      { last_name: `'Contact ' || n`, title: `case when n % 3 = 0 then 'Chief' end` },
      contacts,
    );
    const segment = { name: 'Chiefs', definition: { title: 'Chief' } };
    const { _id } = await admin.create('/api/marketing/segments', segment);
    const cursor = async (): Promise<string | null | undefined> =>
      (await sql('select cursor_id as cursor from segment_states where segment_id = $1', [_id]))[0]?.cursor;
    for (let kill = 0; kill < scale.kills.times; kill += 1) {
      const before = await cursor();
      // Kill it in the middle of a page, or between two.
      await until('progress', async () => (await cursor()) !== before || (await cursor()) === null);
      await sleep(Math.random() * 150);
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      server = await home.start();
      admin = await server.signIn(adminPassword);
      if (kill === 0)
        await admin.patch(`/api/marketing/segments/${_id}`, { definition: { title: { startsWith: 'Chief' } } });
    }
    const expected = Math.floor(contacts / 3);
    await until(
      'all members',
      async () => (await admin.get(`/api/marketing/segments/${_id}`)).body.memberCount === expected,
    );
    await until('the end of the evaluation', async () => (await cursor()) === null);
    const [members] = await sql(
      `select count(*)::int as count, count(distinct record_id)::int as records from segment_members where segment_id = $1`,
      [_id],
    );
    assert.deepEqual(members, { count: expected, records: expected });
    const [events] = await sql(
      `select count(*)::int as count, count(distinct record->>'recordId')::int as records from events where type = 'segment.entered'`,
    );
    assert.deepEqual(events, { count: expected, records: expected });
  });
});
