import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { long } from '#test/long.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, sql, user } = app;
const accounts = '/api/sales/accounts';
const contacts = '/api/sales/contacts';
const notes = '/api/sales/accountNotes';
const leads = '/api/sales/leads';

const { rows: addRows, notes: addNotes, contacts: addContacts } = await rowInserter(app);

const total = async (path: string, filter: string): Promise<number> =>
  (await admin.get(`${path}?filter[${filter}&limit=1&count=exact`)).body.meta.total;

/** Counts the events of one request by type. */
async function countEvents(requestId: string): Promise<Json> {
  const rows = await sql('select type, count(*)::int as count from events where request_id = $1 group by type', [
    requestId,
  ]);
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

/** Asserts that no record has two events of the same type from the job. */
async function assertNoDuplicates(requestId: string): Promise<void> {
  const duplicates = await sql(
    'select record_id, type from events where request_id = $1 group by record_id, type having count(*) > 1',
    [requestId],
  );
  assert.deepEqual(duplicates, []);
}

const job = async (id: string): Promise<Json> => (await admin.get(`/api/data/jobs/${id}`)).body;

const waitForState = (id: string, ...states: string[]): Promise<Json> => waitForJob(admin, id, ...states);

async function queueDelete(path: string, by: Client = admin, headers?: Record<string, string>): Promise<string> {
  const reply = await by.delete(`${path}?async=true`, headers);
  assert.equal(reply.status, 202, reply.text);
  const { jobId } = reply.body;
  assert.deepEqual(reply.body, { jobId, status: 'queued' });
  assert.equal(reply.headers.get('location'), `/api/data/jobs/${jobId}`);
  return jobId;
}

describe('a delete with many dependants', () => {
  it('runs in one transaction up to 5,000, with an event for each', async () => {
    const account = await admin.create(accounts, { name: 'Large' });
    await addNotes(account._id, 2500);
    await addContacts(account._id, 2500);
    const reply = await admin.delete(`${accounts}/${account._id}`, { 'x-request-id': 'five-thousand' });
    assert.equal(reply.status, 204, reply.text);
    assert.deepEqual(await countEvents('five-thousand'), {
      'account.deleted': 1,
      'accountNote.deleted': 2500,
      'contact.updated': 2500,
    });
    const [{ transactions }] = await sql(
      `select count(distinct xid)::int as transactions from events where request_id = 'five-thousand'`,
    );
    assert.equal(transactions, 1);
  });

  it('is refused above 5,000, with the count and the remedy, and writes nothing', async () => {
    const account = await admin.create(accounts, { name: 'Larger' });
    await addNotes(account._id, 2500);
    await addContacts(account._id, 2501);
    const tables = ['sales_accounts', 'sales_account_notes', 'sales_contacts'];
    await assertNoWrites(app, tables, async () => {
      const reply = await admin.delete(`${accounts}/${account._id}`);
      refused(reply, 409, 'too_many_dependants');
      const { message, details } = reply.body.error;
      assert.match(message, /5,001 dependants/);
      assert.match(message, /\?async=true/);
      assert.deepEqual(details.map(({ field, message: said }: Json) => `${field}: ${said}`).sort(), [
        'sales.accountNotes.accountId: 2,500 account notes would be deleted with it.',
        'sales.contacts.accountId: 2,501 contacts would lose their reference accountId.',
      ]);
      refused(await admin.delete(`${accounts}/${account._id}?dryRun=true`), 409, 'too_many_dependants');
    });
  });

  it('counts grandchildren as well', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Large' });
    const emails = await addRows(
      'marketing_campaign_channel_emails',
      { campaign_id: `'${campaign._id}'`, subject: `'S'` },
      1001,
    );
    const channel = `('{${emails.map(({ id }) => id).join(',')}}'::uuid[])[1 + n % 1001]`;
    await addRows(
      'marketing_campaign_channel_email_notes',
      { campaign_channel_email_id: channel, content: `'N'` },
      4000,
    );
    const reply = await admin.delete(`/api/marketing/campaigns/${campaign._id}`);
    refused(reply, 409, 'too_many_dependants');
    assert.match(reply.body.error.message, /5,001 dependants/);
  });

  it('counts all deletes of a bulk request together', async () => {
    const [a, b] = [await admin.create(accounts, { name: 'A' }), await admin.create(accounts, { name: 'B' })];
    await addNotes(a._id, 3000);
    await addNotes(b._id, 3000);
    const operations = [a, b].map(({ _id }) => ({ op: 'delete', _id }));
    await assertNoWrites(app, ['sales_accounts', 'sales_account_notes'], async () => {
      const reply = await admin.post(`${accounts}/bulk`, { operations });
      assert.equal(reply.status, 409);
      assert.equal(reply.body.error.code, 'too_many_dependants');
      assert.match(reply.body.error.message, /3,000 dependants, and this request has deleted 3,000 before it/);
    });
    const reply = await admin.post(`${accounts}/bulk`, { operations, atomic: false });
    assert.deepEqual(
      reply.body.results.map(({ status, error }: Json) => [status, error?.code]),
      [
        [204, undefined],
        [409, 'too_many_dependants'],
      ],
    );
    assert.equal((await admin.get(`${accounts}/${b._id}`)).status, 200);
  });

  it('names a required reference before the count, because a job cannot delete it either', async () => {
    const reference = { moduleKey: 'sales', slug: 'regions' };
    await admin.create('/api/data/models/sales/slaTypes/fields', {
      key: 'regionId',
      type: 'reference',
      reference,
      required: true,
    });
    const region = await admin.create('/api/sales/regions', { name: 'North' });
    await admin.create('/api/sales/slaTypes', { name: 'Gold', regionId: region._id });
    await addRows('sales_accounts', { region_id: `'${region._id}'`, name: `'A'` }, 5001);
    refused(await admin.delete(`/api/sales/regions/${region._id}`), 409, 'still_referenced', 'sales.slaTypes.regionId');
    const byJob = await admin.delete(`/api/sales/regions/${region._id}?async=true`);
    refused(byJob, 409, 'still_referenced', 'sales.slaTypes.regionId');
  });
});

describe('a delete by a job', () => {
  it('of 20,000 dependants answers at once, shows its progress, and writes every event once', long, async () => {
    const account = await admin.create(accounts, { name: 'Huge' });
    await addNotes(account._id, 12_000);
    await addContacts(account._id, 8000);
    const jobId = await queueDelete(`${accounts}/${account._id}`);
    const running = await until('progress of the job', async () => {
      const found = await job(jobId);
      return found.done > 0 && found;
    });
    assert.equal(running.total, 20_001);
    assert.ok(running.done < 20_001 ? (await admin.get(`${accounts}/${account._id}`)).status < 500 : true);
    const { done, progress, createdBy, name } = await waitForState(jobId, 'completed');
    assert.deepEqual([done, progress, createdBy, name], [20_001, 1, admin.userId, 'records.delete']);
    refused(await admin.get(`${accounts}/${account._id}`), 404, 'not_found');
    assert.deepEqual(await countEvents(`job ${jobId}`), {
      'account.deleted': 1,
      'accountNote.deleted': 12_000,
      'contact.updated': 8000,
    });
    await assertNoDuplicates(`job ${jobId}`);
    const [last] = await sql(
      'select type, actor_id from events where request_id = $1 order by xid desc, seq desc limit 1',
      [`job ${jobId}`],
    );
    assert.deepEqual([last.type, last.actor_id], ['account.deleted', admin.userId]);
    const [{ transactions }] = await sql(
      'select count(distinct xid)::int as transactions from events where request_id = $1',
      [`job ${jobId}`],
    );
    assert.ok(transactions >= 20, `${transactions} transactions`);
    assert.equal(await total(contacts, `accountId]=${account._id}`), 0);
  });

  it('also deletes the children of children', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Deep' });
    const emails = await addRows(
      'marketing_campaign_channel_emails',
      { campaign_id: `'${campaign._id}'`, subject: `'S'` },
      1200,
    );
    const channel = `('{${emails.map(({ id }) => id).join(',')}}'::uuid[])[1 + n % 1200]`;
    await addRows(
      'marketing_campaign_channel_email_notes',
      { campaign_channel_email_id: channel, content: `'N'` },
      3000,
    );
    const jobId = await queueDelete(`/api/marketing/campaigns/${campaign._id}`);
    await waitForState(jobId, 'completed');
    assert.deepEqual(await countEvents(`job ${jobId}`), {
      'campaign.deleted': 1,
      'campaignChannelEmail.deleted': 1200,
      'campaignChannelEmailNote.deleted': 3000,
    });
    await assertNoDuplicates(`job ${jobId}`);
  });

  it('also deletes children that are added while it runs', async () => {
    const account = await admin.create(accounts, { name: 'Busy' });
    await addNotes(account._id, 8000);
    const jobId = await queueDelete(`${accounts}/${account._id}`);
    const replies: Reply[] = [];
    await until('the record to be deleted', async () => {
      const reply = await admin.post(notes, { accountId: account._id, content: 'Late' });
      replies.push(reply);
      return reply.status !== 201;
    });
    await waitForState(jobId, 'completed');
    assert.equal(replies.at(-1)?.status, 422, replies.at(-1)?.text);
    assert.equal(await total(notes, `accountId]=${account._id}`), 0);
    const { 'accountNote.deleted': deleted } = await countEvents(`job ${jobId}`);
    assert.equal(deleted, 8000 + replies.length - 1);
  });

  it('deletes children that require each other', async () => {
    const add = (from: string, to: string) =>
      admin.create(`/api/data/models/sales/${from}/fields`, {
        key: 'siblingId',
        type: 'reference',
        reference: { moduleKey: 'sales', slug: to },
        required: true,
      });
    await add('leadNotes', 'leadTasks');
    const lead = await admin.create(leads, { lastName: 'L' });
    const task = await admin.create('/api/sales/leadTasks', { leadId: lead._id, title: 'T' });
    const note = { leadId: lead._id, content: 'N', siblingId: task._id };
    await admin.create('/api/sales/leadNotes', note);
    const jobId = await queueDelete(`${leads}/${lead._id}`);
    await waitForState(jobId, 'completed');
    assert.deepEqual(await countEvents(`job ${jobId}`), {
      'lead.deleted': 1,
      'leadNote.deleted': 1,
      'leadTask.deleted': 1,
    });
    const other = await admin.create(leads, { lastName: 'O' });
    const referrer = await admin.create(leads, { lastName: 'K' });
    const referenced = await admin.create('/api/sales/leadTasks', { leadId: other._id, title: 'T' });
    await admin.create('/api/sales/leadNotes', { leadId: referrer._id, content: 'N', siblingId: referenced._id });
    refused(
      await admin.delete(`${leads}/${other._id}?async=true`),
      409,
      'still_referenced',
      'sales.leadNotes.siblingId',
    );
  });

  it('fails at a required reference that was added meanwhile, and continues when it is retried', async () => {
    const account = await admin.create(accounts, { name: 'Stopped' });
    await addNotes(account._id, 3000);
    const fields = '/api/data/models/sales/businessListingProfiles/fields';
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    const model = '/api/sales/businessListingProfiles';
    await admin.create(fields, { key: 'boundTo', type: 'reference', reference, required: true });
    const jobId = await queueDelete(`${accounts}/${account._id}`);
    const referrer = await admin.create(model, { name: 'P', boundTo: account._id });
    const { state, lastError, done } = await waitForState(jobId, 'failed', 'completed');
    assert.equal(state, 'failed');
    assert.match(lastError, /still referenced by boundTo of 1 business listing profile/);
    if (done > 0) assert.match(lastError, /What was deleted before is in the trash/);
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 200);
    assert.equal((await admin.delete(`${model}/${referrer._id}`)).status, 204);
    assert.equal((await admin.post(`/api/data/jobs/${jobId}/retry`, {})).status, 200);
    assert.equal((await waitForState(jobId, 'completed')).done, 3001);
    await assertNoDuplicates(`job ${jobId}`);
  });

  it('can be cancelled and continued with a retry', long, async () => {
    const account = await admin.create(accounts, { name: 'Cancelled' });
    await addNotes(account._id, 15_000);
    const jobId = await queueDelete(`${accounts}/${account._id}`);
    await until('the job to have begun', async () => (await job(jobId)).state === 'running');
    assert.equal((await admin.post(`/api/data/jobs/${jobId}/cancel`, {})).status, 200);
    assert.equal((await admin.get(`${accounts}/${account._id}`)).status, 200);
    assert.equal((await admin.post(`/api/data/jobs/${jobId}/retry`, {})).status, 200);
    assert.equal((await waitForState(jobId, 'completed')).done, 15_001);
    assert.deepEqual(await countEvents(`job ${jobId}`), { 'account.deleted': 1, 'accountNote.deleted': 15_000 });
    await assertNoDuplicates(`job ${jobId}`);
  });

  it('checks scopes, existence, If-Match and parameters before it answers', async () => {
    const own = await user({ permissions: ['sales:write:own', 'sales:read'] });
    const reader = await user({ permissions: ['sales:read'] });
    const { _id } = await admin.create(accounts, { name: 'Checked' });
    const path = `${accounts}/${_id}`;
    await assertNoWrites(app, ['sales_accounts', 'jobs'], async () => {
      refused(await reader.delete(`${path}?async=true`), 403, 'forbidden', 'sales:write');
      refused(await own.delete(`${path}?async=true`), 403, 'forbidden', 'sales:write');
      refused(await admin.delete(`${accounts}/01930000-0000-7000-8000-00000000dead?async=true`), 404, 'not_found');
      refused(await admin.delete(`${path}?async=true`, { 'if-match': '"7"' }), 412, 'version_mismatch');
      refused(await admin.delete(`${path}?async=true&dryRun=true`), 400, 'bad_request', 'async');
      refused(await admin.delete(`${path}?async=maybe`), 400, 'bad_request', 'async');
      refused(await admin.patch(`${path}?async=true`, { name: 'B' }), 400, 'bad_request', 'async');
      refused(await admin.delete(`/api/identity/users/${own.userId}?async=true`), 400, 'bad_request', 'async');
    });
    assert.equal((await admin.delete(`${path}?async=false`)).status, 204);
  });

  it('is queued once for an Idempotency-Key, and its user may read the job', async () => {
    const seller = await user({ permissions: ['sales:*'] });
    const other = await user({ permissions: ['sales:*'] });
    const account = await seller.create(accounts, { name: 'Once' });
    const headers = { 'idempotency-key': 'delete-once', 'if-match': '"1"' };
    const jobId = await queueDelete(`${accounts}/${account._id}`, seller, headers);
    const again = await seller.delete(`${accounts}/${account._id}?async=true`, headers);
    assert.deepEqual([again.status, again.body.jobId], [202, jobId]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    await waitForState(jobId, 'completed');
    assert.equal((await seller.get(`/api/data/jobs/${jobId}`)).body.state, 'completed');
    refused(await other.get(`/api/data/jobs/${jobId}`), 403, 'forbidden', 'data:read');
    const [event] = await sql('select actor_id from events where request_id = $1', [`job ${jobId}`]);
    assert.equal(event.actor_id, seller.userId);
  });
});
