import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { long } from '#test/long.ts';

const app = await appForFile();
const { admin, sql } = app;
const accounts = '/api/sales/accounts';
const contacts = '/api/sales/contacts';
const notes = '/api/sales/accountNotes';
const add = await rowInserter(app);

const total = async (path: string, filter: string): Promise<number> =>
  (await admin.get(`${path}?filter[${filter}&limit=1&count=exact`)).body.meta.total;

/** Deletes or restores a record with a job, and waits until the job is completed. */
async function runByJob(method: string, path: string): Promise<Json> {
  const reply = await admin.request(method, `${path}?async=true`);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.headers.get('location'), `/api/data/jobs/${reply.body.jobId}`);
  return waitForJob(admin, reply.body.jobId, 'completed');
}

const countsOf = async (requestId: string): Promise<Json> =>
  Object.fromEntries(
    (await sql('select type, count(*)::int as count from events where request_id = $1 group by type', [requestId])).map(
      ({ type, count }) => [type, count],
    ),
  );

describe('a record that a job deleted', () => {
  it('is restored completely by an ordinary restore, although several transactions deleted it', async () => {
    const account = await admin.create(accounts, { name: 'A' });
    await add.notes(account._id, 2500);
    await add.contacts(account._id, 1500);
    const { _id: jobId } = await runByJob('DELETE', `${accounts}/${account._id}`);
    const [{ transactions }] = await sql(
      'select count(distinct xid)::int as transactions from events where request_id = $1',
      [`job ${jobId}`],
    );
    assert.ok(transactions > 2);
    const { data } = (await admin.get('/api/data/trash')).body;
    assert.deepEqual(
      data.map(({ modelKey, recordId }: Json) => [modelKey, recordId]),
      [['account', account._id]],
    );
    const reply = await admin.request('POST', `${accounts}/${account._id}/restore`, undefined, {
      'x-request-id': 'whole',
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(await total(notes, `accountId]=${account._id}`), 2500);
    assert.equal(await total(contacts, `accountId]=${account._id}`), 1500);
    assert.deepEqual(await countsOf('whole'), {
      'account.restored': 1,
      'accountNote.restored': 2500,
      'contact.updated': 1500,
    });
    assert.deepEqual((await admin.get('/api/data/trash')).body.data, []);
  });

  it('with more than 5,000 dependants is restored by a job', long, async () => {
    const account = await admin.create(accounts, { name: 'B' });
    const [early] = await add.notes(account._id, 1);
    assert.equal((await admin.delete(`${notes}/${early.id}`)).status, 204);
    await add.notes(account._id, 4000);
    await add.contacts(account._id, 3000);
    const path = `${accounts}/${account._id}`;
    await runByJob('DELETE', path);
    await assertNoWrites(app, ['sales_accounts', 'sales_account_notes', 'sales_contacts'], async () => {
      const reply = await admin.request('POST', `${path}/restore`);
      refused(reply, 409, 'too_many_dependants');
      assert.match(reply.body.error.message, /7,000 dependants.*\?async=true/);
      refused(await admin.request('POST', `${path}/restore?async=true&dryRun=true`), 400, 'bad_request', 'async');
      refused(await admin.post(`${path}/restore?async=true`, { name: 'B' }), 422, 'validation_failed', 'name');
    });
    const { _id: jobId, done, total: all } = await runByJob('POST', `${path}/restore`);
    assert.deepEqual([done, all], [7001, 7001]);
    assert.equal(await total(notes, `accountId]=${account._id}`), 4000);
    assert.equal(await total(contacts, `accountId]=${account._id}`), 3000);
    assert.deepEqual(await countsOf(`job ${jobId}`), {
      'account.restored': 1,
      'accountNote.restored': 4000,
      'contact.updated': 3000,
    });
    refused(await admin.get(`${notes}/${early.id}`), 404, 'not_found');
    refused(await admin.request('POST', `${path}/restore?async=true`), 409, 'conflict');
  });

  it('is restored with children of children and with references among them', async () => {
    const lead = await admin.create('/api/sales/leads', { lastName: 'L' });
    for (const [from, key] of [
      ['leadNotes', 'taskId'],
      ['leadTasks', 'afterId'],
    ] as const) {
      const reference = { moduleKey: 'sales', slug: 'leadTasks' };
      const field = { key, type: 'reference', reference, required: key === 'taskId' };
      await admin.create(`/api/data/models/sales/${from}/fields`, field);
    }
    const first = await admin.create('/api/sales/leadTasks', { leadId: lead._id, title: 'T' });
    const second = await admin.create('/api/sales/leadTasks', { leadId: lead._id, title: 'T', afterId: first._id });
    const note = await admin.create('/api/sales/leadNotes', { leadId: lead._id, content: 'N', taskId: second._id });
    await runByJob('DELETE', `/api/sales/leads/${lead._id}`);
    await runByJob('POST', `/api/sales/leads/${lead._id}/restore`);
    assert.equal((await admin.get(`/api/sales/leadTasks/${second._id}`)).body.afterId, first._id);
    assert.equal((await admin.get(`/api/sales/leadNotes/${note._id}`)).body.taskId, second._id);

    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const email = await admin.create('/api/marketing/campaignChannelEmails', {
      campaignId: campaign._id,
      subject: 'S',
    });
    const file = { campaignChannelEmailId: email._id, name: 'F' };
    const grandchild = await admin.create('/api/marketing/campaignChannelEmailFiles', file);
    await runByJob('DELETE', `/api/marketing/campaigns/${campaign._id}`);
    await runByJob('POST', `/api/marketing/campaigns/${campaign._id}/restore`);
    assert.equal((await admin.get(`/api/marketing/campaignChannelEmailFiles/${grandchild._id}`)).status, 200);
  });

  it('only in part, because the job failed, leaves its deleted children in the trash, and each can be restored', async () => {
    const account = await admin.create(accounts, { name: 'S' });
    await add.notes(account._id, 3000);
    const fields = '/api/data/models/sales/businessListingProfiles/fields';
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    await admin.create(fields, { key: 'boundTo', type: 'reference', reference, required: true });
    const { jobId } = (await admin.delete(`${accounts}/${account._id}?async=true`)).body;
    await admin.create('/api/sales/businessListingProfiles', { name: 'P', boundTo: account._id });
    await waitForJob(admin, jobId, 'failed');
    const remaining = await total(notes, `accountId]=${account._id}`);
    const { data } = (await admin.get('/api/data/trash?filter[modelKey]=accountNote&limit=200')).body;
    const [mine] = data.filter(({ record }: Json) => record.accountId === account._id);
    assert.equal(mine === undefined, remaining === 3000);
    if (!mine) return;
    assert.equal((await admin.request('POST', `${mine.path}/restore`)).status, 200);
    assert.equal(await total(notes, `accountId]=${account._id}`), remaining + 1);
  });
});
