import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';

const app = await appForFile();
const { admin, sql } = app;
const add = await rowInserter(app);

const countOf = async (path: string, id: string): Promise<number> =>
  (await admin.get(`/api/sales/${path}?filter[accountId]=${id}&limit=1&count=exact`)).body.meta.total;

describe('a merge of more than a thousand rows', () => {
  it('is a job, in which every row moves once; its preview counts them, and its undo is a job, too', async () => {
    const winner = await admin.create('/api/sales/accounts', { name: 'Kept' });
    const loser = await admin.create('/api/sales/accounts', { name: 'Gone' });
    const other = await admin.create('/api/sales/accounts', { name: 'Gone, too', parentAccountId: loser._id });
    await add.notes(loser._id, 1500);
    await add.contacts(other._id, 700);
    const body = {
      model: 'sales.accounts',
      winnerId: winner._id,
      loserIds: [loser._id, other._id],
      values: { name: 'Both' },
    };
    const preview = await admin.post('/api/data/merge?dryRun=true', body);
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual([preview.body.name, preview.body.moved], ['Both', 2201]);
    assert.deepEqual(preview.body.moves.map(({ model, count }: Json) => [model, count]).sort(), [
      ['sales.accountNotes', 1500],
      ['sales.accounts', 1],
      ['sales.contacts', 700],
    ]);
    const wrong = await admin.post('/api/data/merge', { ...body, values: { name: '' } });
    assert.equal(wrong.status, 422);

    const reply = await admin.post('/api/data/merge', body);
    assert.equal(reply.status, 202, reply.text);
    assert.equal(reply.headers.get('location'), `/api/data/jobs/${reply.body.jobId}`);
    const job = await waitForJob(admin, reply.body.jobId, 'completed');
    assert.ok(job.done === 2203 && job.total === 2203, JSON.stringify(job));
    assert.deepEqual([await countOf('accountNotes', winner._id), await countOf('contacts', winner._id)], [1500, 700]);
    assert.equal((await admin.get(`/api/sales/accounts/${loser._id}`)).status, 404);
    const { body: stored } = await admin.get(`/api/data/merges/${reply.body.mergeId}`);
    assert.deepEqual([stored.state, stored.moved], ['done', 2201]);
    const [counts] = await sql(
      `select count(*)::int as events, count(distinct record_id)::int as records from events where request_id = $1 and model <> 'data.merges'`,
      [`job ${reply.body.jobId}`],
    );
    // The account that refers to the other merged one changes before it is deleted.
    assert.deepEqual(counts, { events: 2204, records: 2203 });

    const undone = await admin.post('/api/data/merge/undo', { mergeId: reply.body.mergeId });
    assert.equal(undone.status, 202, undone.text);
    assert.equal((await admin.post('/api/data/merge', body)).status, 404);
    await waitForJob(admin, undone.body.jobId, 'completed');
    assert.deepEqual([await countOf('accountNotes', loser._id), await countOf('contacts', other._id)], [1500, 700]);
    assert.deepEqual([await countOf('accountNotes', winner._id), await countOf('contacts', winner._id)], [0, 0]);
    const names = async (id: string) => (await admin.get(`/api/sales/accounts/${id}`)).body;
    assert.deepEqual([(await names(winner._id)).name, (await names(other._id)).parentAccountId], ['Kept', loser._id]);
    assert.equal((await admin.get(`/api/data/merges/${reply.body.mergeId}`)).body.state, 'undone');
  });

  it('that is under way refuses another one of the same records', async () => {
    const winner = await admin.create('/api/sales/accounts', { name: 'Kept' });
    const loser = await admin.create('/api/sales/accounts', { name: 'Gone' });
    const third = await admin.create('/api/sales/accounts', { name: 'Third' });
    await add.notes(loser._id, 1100);
    const body = { model: 'sales.accounts', winnerId: winner._id, loserIds: [loser._id] };
    const reply = await admin.post('/api/data/merge', body);
    assert.equal(reply.status, 202, reply.text);
    const second = await admin.post('/api/data/merge', { ...body, winnerId: third._id, loserIds: [winner._id] });
    if ((await admin.get(`/api/data/merges/${reply.body.mergeId}`)).body.state === 'running') {
      assert.equal(second.status, 409, second.text);
      assert.equal(second.body.error.details[0].code, 'merge_in_progress');
    }
    await waitForJob(admin, reply.body.jobId, 'completed');
  });
});
