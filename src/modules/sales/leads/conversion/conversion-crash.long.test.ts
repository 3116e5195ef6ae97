import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import type { Client } from '#test/harness.ts';
import { rowInserter } from '#test/large-records.ts';
import { Home, until } from '#test/process.ts';

const children = scale.deletedChildren / 2;
const management = '/api/sales/lead-management';

describe('a conversion of a lead with many children', () => {
  it('whose server is killed has changed nothing, and is done when it is repeated; so is its undo', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const before = await first.signIn(adminPassword);
    const sql = home.sql.bind(home);
    const email = 'crash@many-children.example';
    const { _id: leadId } = await before.create('/api/sales/leads', { lastName: 'Many', company: 'Many', email });
    const add = await rowInserter({ admin: before, sql });
    await add.rows('sales_lead_notes', { lead_id: `'${leadId}'`, content: `'Note ' || n` }, children);
    await add.rows('sales_tasks', { lead_id: `'${leadId}'`, title: `'Task ' || n` }, children);
    const total = async (by: Client, path: string) =>
      (await by.get(`/api/sales/${path}&limit=1&count=exact`)).body.meta.total;

    // The conversion waits for this locked task, after it has moved the notes.
    const locking = await home.connect();
    await locking.query('begin');
    await locking.query('select from sales_tasks where lead_id = $1 order by id desc limit 1 for update', [leadId]);
    const cut = before.post(`${management}/convert`, { leadId }).catch((error: Error) => error);
    await until('the conversion to wait', async () => {
      const rows = await sql(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%sales_tasks%'`,
      );
      return rows.length > 0;
    });
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    assert.ok((await cut) instanceof Error);
    await locking.end();

    const second = await home.start();
    const admin = await second.signIn(adminPassword);
    assert.equal((await admin.get(`/api/sales/leads/${leadId}`)).body.convertedAt, null);
    assert.equal(await total(admin, `contacts?filter[email]=${email}`), 0);
    assert.equal(await total(admin, `leadNotes?filter[leadId]=${leadId}`), children);

    const began = performance.now();
    const converted = await admin.post(`${management}/convert`, { leadId });
    assert.equal(converted.status, 200, converted.text);
    const { contactId } = converted.body;
    assert.equal(await total(admin, `contactNotes?filter[contactId]=${contactId}`), children);
    assert.equal(await total(admin, `tasks?filter[contactId]=${contactId}`), children);
    assert.equal(await total(admin, `leadNotes?filter[leadId]=${leadId}`), 0);
    assert.ok(performance.now() - began < 60_000, 'a conversion takes seconds, not minutes');
    const [events] = await sql(
      `select count(*) filter (where type = 'contactNote.created')::int as notes,
         count(*) filter (where type = 'task.updated')::int as tasks, count(distinct xid)::int as transactions
       from events where type in ('contactNote.created', 'task.updated')`,
    );
    assert.deepEqual(events, { notes: children, tasks: children, transactions: 1 });

    const undone = await admin.post(`${management}/unconvert`, { leadId });
    assert.equal(undone.status, 200, undone.text);
    assert.equal(await total(admin, `leadNotes?filter[leadId]=${leadId}`), children);
    assert.equal(await total(admin, `tasks?filter[contactId][null]=true&filter[leadId]=${leadId}`), children);
  });
});
