import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import type { Job } from '#core/jobs/job.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { ui } from '../index.ts';

const app = await appForFile();
const { admin } = app;

/** Runs a job like the scheduler of the platform, and waits for it. */
async function runJob(name: string): Promise<void> {
  const { services } = app.app;
  const [{ id: tenantId }] = await app.sql(`select id from tenants where account_key = 'default'`);
  const registry = await services.directory.registry(tenantId);
  const platform = { services, caller: systemCaller(tenantId, 'default'), registry, requestId: 'a test' };
  const id = await services.jobs.enqueue(platform, ui.jobs.find((job) => job.name === name) as Job, {});
  await until(`${name} to be done`, async () => {
    const { body } = await admin.get(`/api/data/jobs/${id}`);
    assert.notEqual(body.state, 'failed', JSON.stringify(body));
    return body.state === 'completed';
  });
}

describe('the records opened last', () => {
  it('are newest first, each once, with a title', async () => {
    const user = await app.user({ permissions: ['ui:read', 'sales:read'] });
    const [ada, bob] = await Promise.all([
      admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'King' }),
      admin.create('/api/sales/contacts', { firstName: 'Bob', lastName: 'Ross' }),
    ]);
    const open = (recordId: string, modelKey = 'contacts') =>
      user.post('/api/ui/record-recent-views', { modelKey, recordId });
    assert.deepEqual([(await open(ada._id)).status, (await open(bob._id)).status], [201, 201]);
    const again = await open(ada._id, 'sales.contacts');
    assert.deepEqual([again.status, again.body.recordTitle, again.body.userId], [200, 'Ada King', user.userId]);
    const { data } = (await user.get('/api/ui/record-recent-views')).body;
    assert.deepEqual(
      data.map(({ recordTitle }: Json) => recordTitle),
      ['Ada King', 'Bob Ross'],
    );
    assert.equal((await admin.get('/api/ui/record-recent-views')).body.meta.total, 0);
  });

  it('are one entry when a record is opened twice at once', async () => {
    const user = await app.user({ permissions: ['ui:read', 'sales:read'] });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Twice' });
    const open = () => user.post('/api/ui/record-recent-views', { modelKey: 'contacts', recordId: contact._id });
    const replies = await Promise.all([open(), open(), open(), open()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal((await user.get('/api/ui/record-recent-views')).body.meta.total, 1);
  });

  it('are refused for a record that the caller may not read, as for a missing one', async () => {
    const user = await app.user({ permissions: ['ui:read', 'sales:read:own'] });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Secret' });
    const open = (recordId: string) => user.post('/api/ui/record-recent-views', { modelKey: 'contacts', recordId });
    const refused = await open(contact._id);
    const missing = await open('00000000-0000-7000-8000-000000000000');
    assert.deepEqual([refused.status, refused.body.error.code], [missing.status, missing.body.error.code]);
    assert.equal(refused.status, 404);
    const unknown = await user.post('/api/ui/record-recent-views', { modelKey: 'nothing', recordId: contact._id });
    assert.deepEqual([unknown.status, unknown.body.error.details[0].field], [422, 'modelKey']);
  });

  it('are at most fifty', async () => {
    const user = await app.user({ permissions: ['ui:read', 'sales:read'] });
    const operations = Array.from({ length: 52 }, (_, n) => ({ op: 'create', record: { lastName: `Person ${n}` } }));
    const { results } = (await admin.post('/api/sales/contacts/bulk', { operations })).body;
    for (const { record } of results)
      await user.post('/api/ui/record-recent-views', { modelKey: 'contacts', recordId: record._id });
    const { data, meta } = (await user.get('/api/ui/record-recent-views?limit=100')).body;
    assert.deepEqual([meta.total, data[0].recordTitle, data.at(-1).recordTitle], [50, 'Person 51', 'Person 2']);
  });
});

describe('a draft', () => {
  it('is kept once for each model and record, and is deleted when it was submitted', async () => {
    const user = await app.user({ permissions: ['ui:read'] });
    const save = (body: Json) => user.put('/api/ui/drafts/mine', body);
    const found = async (query: string) => (await user.get(`/api/ui/drafts/mine?${query}`)).body.draft;
    assert.equal(await found('modelKey=contacts'), null);
    const first = await save({ modelKey: 'contacts', data: { lastName: 'A' } });
    assert.deepEqual([first.status, first.body.data], [200, { lastName: 'A' }]);
    await Promise.all(['B', 'C', 'D'].map((lastName) => save({ modelKey: 'sales.contacts', data: { lastName } })));
    await save({ modelKey: 'contacts', recordId: 'r1', recordVersion: 3, data: { lastName: 'Of a record' } });
    assert.equal((await user.get('/api/ui/drafts')).body.meta.total, 2);
    assert.equal((await found('modelKey=contact&recordId=r1')).recordVersion, 3);
    assert.equal((await found('modelKey=contacts'))._id, first.body._id);
    const discard = () => user.post('/api/ui/drafts/mine/discard', { modelKey: 'contacts' });
    assert.deepEqual([(await discard()).body.discarded, (await discard()).body.discarded], [true, false]);
    assert.equal(await found('modelKey=contacts'), null);
    assert.equal((await save({ modelKey: 'nothing', data: {} })).status, 422);
  });

  it('is read by nobody else, not even by administrators or in events', async () => {
    const user = await app.user({ permissions: ['ui:read'] });
    const saved = await user.put('/api/ui/drafts/mine', { modelKey: 'leads', data: { note: 'for my eyes' } });
    const path = `/api/ui/drafts/${saved.body._id}`;
    for (const reply of [
      await admin.get(path),
      await admin.get(`${path}/history`),
      await admin.patch(path, { name: 'x' }),
      await admin.delete(path),
    ])
      assert.equal(reply.status, 404);
    assert.equal((await admin.get(`/api/ui/drafts?filter[userId]=${user.userId}`)).body.meta.total, 0);
    const events = await app.events(saved.body._id);
    assert.equal(events.length, 1);
    assert.ok(!JSON.stringify(events).includes('for my eyes'));
    await app.settled();
    assert.ok(!(await admin.get('/api/data/changes?limit=1000')).text.includes(saved.body._id));
  });

  it('is deleted when nobody has touched it for 30 days', async () => {
    const tenant = await app.tenant();
    const old = await tenant.put('/api/ui/drafts/mine', { modelKey: 'leads', data: { lastName: 'Old' } });
    const fresh = await tenant.put('/api/ui/drafts/mine', { modelKey: 'contacts', data: { lastName: 'Fresh' } });
    await app.sql(`update ui_drafts set expires_at = now() - interval '1 minute' where id = $1::uuid`, [old.body._id]);
    assert.equal((await tenant.get('/api/ui/drafts/mine?modelKey=leads')).body.draft, null);
    await runJob('drafts.cleaning');
    const { data } = (await tenant.get('/api/ui/drafts')).body;
    assert.deepEqual(
      data.map(({ _id }: Json) => _id),
      [fresh.body._id],
    );
    const types = (await app.events(old.body._id)).map(({ type }) => type);
    assert.deepEqual(types, ['draft.created', 'draft.deleted']);
  });
});

describe('announcements', () => {
  it('are those that are published, for the caller, not expired and not dismissed', async () => {
    const user = await app.user({ permissions: ['ui:read'] });
    const past = new Date(Date.now() - 60_000).toISOString();
    const future = new Date(Date.now() + 60_000).toISOString();
    const announce = (title: string, more: Json = {}) =>
      admin.create('/api/ui/enterpriseProductAnnouncements', {
        title,
        status: 'published',
        publishedAt: past,
        ...more,
      });
    const plain = await announce('Plain');
    const lasting = await announce('Lasting', { dismissible: false, pinned: true });
    await announce('Due', { status: 'scheduled' });
    await announce('Draft', { status: 'draft' });
    await announce('Later', { status: 'scheduled', publishedAt: future });
    await announce('Old', { expiresAt: past });
    await announce('Admins', { audience: 'admins' });
    await announce('Role', { roleNames: ['admin'] });
    const titles = async (client = user) =>
      (await client.get('/api/ui/announcements')).body.data.map(({ title }: Json) => title);
    assert.deepEqual((await titles()).toSorted(), ['Due', 'Lasting', 'Plain']);
    assert.equal((await titles())[0], 'Lasting');
    assert.deepEqual((await titles(admin)).toSorted(), ['Admins', 'Due', 'Lasting', 'Plain', 'Role']);
    const dismiss = (id: string) => user.post(`/api/ui/announcements/${id}/dismiss`, {});
    const replies = await Promise.all([dismiss(plain._id), dismiss(plain._id)]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual((await titles()).toSorted(), ['Due', 'Lasting']);
    assert.ok((await titles(admin)).includes('Plain'));
    assert.equal((await dismiss(lasting._id)).status, 409);
    assert.equal((await dismiss('00000000-0000-7000-8000-000000000000')).status, 404);
  });
});

describe('the number of a ticket', () => {
  it('counts up for each tenant, also when many are made at once', async () => {
    const tenant = await app.tenant();
    const make = (record: Json = {}) => tenant.create('/api/ui/supportTickets', { subject: 'Help', ...record });
    assert.equal((await make()).ticketNumber, 'T-000001');
    const many = await Promise.all(Array.from({ length: 8 }, () => make()));
    assert.deepEqual(
      many.map(({ ticketNumber }) => ticketNumber).sort(),
      Array.from({ length: 8 }, (_, n) => `T-00000${n + 2}`),
    );
    for (const ticketNumber of ['X-1', 't-000010']) {
      const operations = [{ op: 'create', record: { subject: 'Help', ticketNumber } }];
      const { body } = await tenant.post('/api/ui/supportTickets/bulk', { import: true, operations });
      assert.equal(body.results[0].record?.ticketNumber, ticketNumber, JSON.stringify(body));
    }
    assert.equal((await make()).ticketNumber, 'T-000011');
    assert.equal((await tenant.post('/api/ui/supportTickets', { subject: 'Bad', priority: 7 })).status, 422);
    const dry = await tenant.post('/api/ui/supportTickets?dryRun=true', { subject: 'Dry' });
    assert.equal(dry.body.ticketNumber, 'T-000012');
    assert.equal((await make()).ticketNumber, 'T-000012');
    assert.equal(
      (await (await app.tenant()).create('/api/ui/supportTickets', { subject: 'A' })).ticketNumber,
      'T-000001',
    );
  });
});

describe('the search over all models', () => {
  it('finds records of every model that the caller may read, the main ones first', async () => {
    const tenant = await app.tenant();
    const account = await tenant.create('/api/sales/accounts', { name: 'Zephyr Mills' });
    await tenant.create('/api/sales/contacts', { lastName: 'Zephyrin', email: 'z@example.com' });
    await tenant.create('/api/marketing/segments', { name: 'Buyers of Zephyr' });
    await tenant.create('/api/sales/accountNotes', { accountId: account._id, content: 'Zephyr called. Xylophone.' });
    const search = async (q: string, client = tenant, more = '') => {
      const reply = await client.get(`/api/ui/search?q=${encodeURIComponent(q)}${more}`);
      assert.equal(reply.status, 200, reply.text);
      return reply.body.data;
    };
    assert.deepEqual(
      (await search('zephyr')).map(({ moduleKey, slug, title }: Json) => [moduleKey, slug, title]),
      [
        ['sales', 'accounts', 'Zephyr Mills'],
        ['sales', 'contacts', 'Zephyrin'],
        ['marketing', 'segments', 'Buyers of Zephyr'],
      ],
    );
    const [found] = await search('zephyrin');
    assert.deepEqual([found.subtitle, found.modelKey], ['z@example.com', 'contact']);
    assert.deepEqual(
      (await search('xylophone')).map(({ slug }: Json) => slug),
      ['accountNotes'],
    );
    assert.equal((await search('zephyr', tenant, '&limit=1')).length, 1);
    assert.deepEqual([(await search('')).length, (await search('--')).length], [0, 0]);
    const marketer = await app.user({ permissions: ['marketing:read'] }, tenant);
    assert.deepEqual(
      (await search('zephyr', marketer)).map(({ slug }: Json) => slug),
      ['segments'],
    );
    const own = await app.user({ permissions: ['sales:read:own'] }, tenant);
    assert.deepEqual(await search('zephyr', own), []);
    assert.equal((await app.anonymous.get('/api/ui/search?q=zephyr')).status, 401);
    assert.deepEqual(await search('zephyr', admin), []);
  });
});
