import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { rowInserter } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { workflowsPath } from '#test/workflow-tools.ts';

const receiver = await receiverForFile();
const contacts = scale.workflowRecords / 8;

const stepsTo = (url: string) => [
  { key: 'tag', type: 'addTag', config: { tag: 'met' } },
  { key: 'call', type: 'http', config: { url, body: { id: '{{ contact._id }}' } } },
  { key: 'end', type: 'updateRecord', config: { values: { title: 'Told {{ steps.call.status }}' } } },
];

describe('a workflow that calls another system', () => {
  it('makes each call at most once, and says which are not confirmed, when the server is killed again and again', async (t) => {
    await using home = await Home.prepared();
    const sql = home.sql.bind(home);
    // Calls take a while, so that kills hit some of them.
    receiver.behaviour = (_arrival, response) => void setTimeout(() => response.end('{}'), 20 + Math.random() * 40);
    const start = () => home.start({ WEBHOOK_ALLOW_PRIVATE: 'true' });
    let server = await start();
    let admin = await server.signIn(adminPassword);
    const add = await rowInserter({ admin, sql });
    await add.rows('sales_contacts', { last_name: `'Contact ' || n` }, contacts);
    const segment = await admin.create('/api/marketing/segments', { name: 'All', definition: {} });
    const steps = stepsTo(receiver.url('/told'));
    const { _id } = await admin.create(workflowsPath, { name: 'W', modelKey: 'contacts', steps });
    await admin.post(`${workflowsPath}/${_id}/activate`, {});
    const reply = await admin.post(`${workflowsPath}/${_id}/enroll`, { segmentId: segment._id });
    assert.equal(reply.status, 202, reply.text);
    for (let kill = 0; kill < scale.kills.times; kill += 1) {
      const before = receiver.arrivals.length;
      await until('calls', () => receiver.arrivals.length > before || before >= contacts * 0.95);
      await sleep(Math.random() * 300);
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      // The claims of the killed node expire at once, as they would after a minute.
      await sql(`update workflow_queue set lease_until = now() - interval '1 second' where claim is not null`);
      server = await start();
      admin = await server.signIn(adminPassword);
    }
    await until(
      'the end of all',
      async () => (await sql('select count(*)::int as count from workflow_queue'))[0]?.count === 0,
      240_000,
    );
    const enrollments = await sql(
      `select e.id, e.status, e.error, e.contact_id as "contactId", c.title,
         (select json_agg(r.step_key || ' ' || r.outcome order by r.n) from workflow_step_runs r where r.enrollment_id = e.id) as log
       from marketing_workflow_enrollments e join sales_contacts c on c.id = e.contact_id`,
    );
    assert.equal(enrollments.length, contacts);
    const calls = Map.groupBy(receiver.arrivals, ({ body }) => body.id);
    let unconfirmed = 0;
    for (const { id, status, error, contactId, title, log } of enrollments) {
      const made = calls.get(contactId) ?? [];
      assert.ok(made.length <= 1, `the call of ${contactId} was made ${made.length} times`);
      for (const { headers } of made) assert.equal(headers['idempotency-key'], `${id}:call:1`);
      if (status === 'completed') {
        assert.deepEqual([made.length, title, log], [1, 'Told 200', ['tag done', 'call done', 'end done']]);
        continue;
      }
      unconfirmed += 1;
      assert.equal(status, 'failed');
      assert.match(error, /^Not confirmed: /);
      assert.deepEqual(log, ['tag done', 'call unconfirmed']);
    }
    // At most five calls are made at a time.
    assert.ok(unconfirmed <= scale.kills.times * 5, `${unconfirmed} are not confirmed`);
    t.diagnostic(`${contacts} calls, ${scale.kills.times} kills, ${unconfirmed} not confirmed`);
    const [failed] = enrollments.filter(({ status }) => status === 'failed');
    if (!failed) return;
    assert.equal((await admin.post(`/api/marketing/workflow-enrollments/${failed.id}/retry`, {})).status, 200);
    await until('the retry', async () => {
      const [row] = await sql('select status from marketing_workflow_enrollments where id = $1', [failed.id]);
      return row?.status === 'completed';
    });
    // The receiver knows a repeated call by its key.
    const repeated = receiver.arrivals.filter(({ body }) => body.id === failed.contactId);
    assert.deepEqual([...new Set(repeated.map(({ headers }) => headers['idempotency-key']))], [`${failed.id}:call:1`]);
  });
});
