import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { assertNoWrites, nobody, refused, types, withoutSecrets } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, anonymous, events, login, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const segments = '/api/marketing/segments';

/** The events of one request. Asserts that one transaction wrote them all. */
async function eventsOf(requestId: string): Promise<Json[]> {
  const rows = await sql('select *, xid::text from events where request_id = $1 order by seq', [requestId]);
  assert.equal(new Set(rows.map((row) => row.xid)).size, rows.length === 0 ? 0 : 1);
  return rows;
}

async function remove(path: string, requestId: string, by: Client = admin): Promise<Json[]> {
  const reply = await by.delete(path, { 'x-request-id': requestId });
  assert.deepEqual([reply.status, reply.text], [204, ''], reply.text);
  return eventsOf(requestId);
}

const addField = (model: string, field: Json) => admin.create(`/api/data/models/${model}/fields`, field);

describe('deleting a record', () => {
  it('writes its event, and later requests get 404', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const [event, ...more] = await remove(`${contacts}/${record._id}`, 'plain');
    assert.equal(more.length, 0);
    assert.deepEqual([event.type, event.record_id, event.record], ['contact.deleted', record._id, null]);
    assert.deepEqual(event.previous, record);
    assert.equal(event.actor_id, admin.userId);
    refused(await admin.get(`${contacts}/${record._id}`), 404, 'not_found');
    refused(await admin.delete(`${contacts}/${record._id}`), 404, 'not_found');
  });

  it('that belongs to another tenant or does not exist is 404 and writes nothing', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const other = await tenant();
    await assertNoWrites(app, ['sales_contacts'], async () => {
      refused(await other.delete(`${contacts}/${record._id}`), 404, 'not_found');
      refused(await admin.delete(`${contacts}/${nobody}`), 404, 'not_found');
    });
  });

  it('also deletes its owned children, and their children', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C', startDate: '2026-01-01' });
    const campaignId = campaign._id;
    const email = await admin.create('/api/marketing/campaignChannelEmails', { campaignId, subject: 'S' });
    const ads = await admin.create('/api/marketing/campaignChannelAds', { campaignId, name: 'Ads' });
    const channel = { campaignChannelEmailId: email._id };
    const deleted = [
      campaign,
      email,
      ads,
      await admin.create('/api/marketing/campaignChannelEmailNotes', { ...channel, content: 'N1' }),
      await admin.create('/api/marketing/campaignChannelEmailNotes', { ...channel, content: 'N2' }),
      await admin.create('/api/marketing/campaignChannelEmailTasks', { ...channel, title: 'T' }),
      await admin.create('/api/marketing/campaignChannelEmailFiles', { ...channel, name: 'F' }),
      await admin.create('/api/marketing/campaignStakeholderUsers', { campaignId, userId: admin.userId }),
    ];
    const other = await admin.create('/api/marketing/campaigns', { name: 'Other' });
    const untouched = await admin.create('/api/marketing/campaignChannelEmails', {
      campaignId: other._id,
      subject: 'K',
    });
    const written = await remove(`/api/marketing/campaigns/${campaignId}`, 'tree');
    assert.deepEqual(written.map((event) => event.record_id).sort(), deleted.map((record) => record._id).sort());
    for (const event of written) {
      assert.match(event.type, /\.deleted$/);
      assert.deepEqual(
        event.previous,
        deleted.find((record) => record._id === event.record_id),
      );
    }
    assert.equal(written.at(-1).type, 'campaign.deleted');
    const remaining = await admin.get('/api/marketing/campaignChannelEmails');
    assert.deepEqual(
      remaining.body.data.map((record: Json) => record._id),
      [untouched._id],
    );
    assert.equal((await admin.get('/api/marketing/campaignChannelEmailNotes')).body.meta.total, 0);
  });

  it('clears the optional references to it, each with its event', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'A' });
    const child = await admin.create('/api/sales/accounts', { name: 'Child', parentAccountId: account._id });
    const contact = await admin.create(contacts, { firstName: 'C', accountId: account._id });
    const deal = await admin.create('/api/sales/opportunities', { name: 'O', accountId: account._id, value: 1 });
    const untouched = await admin.create(contacts, { firstName: 'U', accountId: child._id });
    const deleter = await user({ permissions: ['sales:*'] });
    const written = await remove(`/api/sales/accounts/${account._id}`, 'clear', deleter);
    assert.deepEqual(written.map((event) => event.type).sort(), [
      'account.deleted',
      'account.updated',
      'contact.updated',
      'opportunity.updated',
    ]);
    for (const [path, record, field] of [
      ['/api/sales/accounts', child, 'parentAccountId'],
      [contacts, contact, 'accountId'],
      ['/api/sales/opportunities', deal, 'accountId'],
    ] as const) {
      const now = (await admin.get(`${path}/${record._id}`)).body;
      const { updatedAt, ...rest } = now;
      const { updatedAt: _updatedAt, ...was } = record;
      assert.deepEqual(rest, { ...was, [field]: null, version: 2, updatedBy: deleter.userId });
      const event = written.find(({ record_id }) => record_id === record._id);
      assert.deepEqual([event.previous, event.record], [record, now]);
    }
    assert.deepEqual((await admin.get(`${contacts}/${untouched._id}`)).body, untouched);
  });

  it('removes its id from lists of references, which keep their order', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((firstName) => admin.create(contacts, { firstName })));
    // The members of segments that are not active are not counted in the background.
    const segment = (lists: Json) => admin.create(segments, { name: 'S', active: false, ...lists });
    const first = await segment({ contactIds: [c._id, b._id, a._id] });
    const second = await segment({ contactIds: [b._id], excludedContactIds: [a._id, b._id] });
    const third = await segment({ contactIds: [a._id] });
    const written = await remove(`${contacts}/${b._id}`, 'lists');
    const read = async ({ _id }: Json) => (await admin.get(`${segments}/${_id}`)).body;
    assert.deepEqual((await read(first)).contactIds, [c._id, a._id]);
    const now = await read(second);
    assert.deepEqual([now.contactIds, now.excludedContactIds], [[], [a._id]]);
    assert.deepEqual(await read(third), third);
    const about = (id: string) => written.filter((event) => event.record_id === id);
    assert.deepEqual(
      about(first._id).map(({ type }) => type),
      ['segment.updated'],
    );
    assert.deepEqual(about(first._id)[0].previous, first);
    assert.deepEqual(about(second._id).at(-1).record, now);
    assert.equal(about(third._id).length, 0);
  });

  it('works when the record refers to itself', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    await admin.patch(`${contacts}/${record._id}`, { reportsToId: record._id });
    const written = await remove(`${contacts}/${record._id}`, 'self');
    assert.equal(written.at(-1).type, 'contact.deleted');
  });
});

describe('a required reference', () => {
  it('from a record that is not an owned child stops the delete, and nothing is written', async () => {
    const reference = { moduleKey: 'sales', slug: 'regions' };
    await addField('sales/slaTypes', { key: 'regionId', type: 'reference', reference, required: true });
    const region = await admin.create('/api/sales/regions', { name: 'North' });
    const referrer = await admin.create('/api/sales/slaTypes', { name: 'Gold', regionId: region._id });
    const optional = await admin.create('/api/sales/accounts', { name: 'A', regionId: region._id });
    await assertNoWrites(app, ['sales_regions', 'sales_sla_types'], async () => {
      const reply = await admin.delete(`/api/sales/regions/${region._id}`);
      refused(reply, 409, 'still_referenced', 'sales.slaTypes.regionId');
    });
    assert.deepEqual((await admin.get(`/api/sales/accounts/${optional._id}`)).body, optional);
    await remove(`/api/sales/slaTypes/${referrer._id}`, 'referrer');
    const written = await remove(`/api/sales/regions/${region._id}`, 'freed');
    assert.deepEqual(types(written as never).sort(), ['account.updated', 'region.deleted']);
  });

  it('from a record that is deleted in the same request does not stop it', async () => {
    for (const [from, to] of [
      ['leadNotes', 'leadTasks'],
      ['quoteTasks', 'quoteNotes'],
    ] as const) {
      const reference = { moduleKey: 'sales', slug: to };
      await addField(`sales/${from}`, { key: 'siblingId', type: 'reference', reference, required: true });
    }
    const lead = await admin.create('/api/sales/leads', { lastName: 'L' });
    const task = await admin.create('/api/sales/leadTasks', { leadId: lead._id, title: 'T' });
    await admin.create('/api/sales/leadNotes', { leadId: lead._id, content: 'N', siblingId: task._id });
    const quote = await admin.create('/api/sales/quotes', { name: 'Q' });
    const note = await admin.create('/api/sales/quoteNotes', { quoteId: quote._id, content: 'N' });
    await admin.create('/api/sales/quoteTasks', { quoteId: quote._id, title: 'T', siblingId: note._id });
    assert.equal((await remove(`/api/sales/leads/${lead._id}`, 'siblings-1')).length, 3);
    assert.equal((await remove(`/api/sales/quotes/${quote._id}`, 'siblings-2')).length, 3);
  });
});

describe('deleting while others write', () => {
  it('leaves no reference to a deleted record', async () => {
    const round = async (n: number) => {
      const contact = await admin.create(contacts, { firstName: `R${n}` });
      const deal = await admin.create('/api/sales/opportunities', { name: 'O' });
      const contactId = contact._id;
      const replies = await Promise.all([
        admin.post('/api/sales/contactNotes', { contactId, content: 'N' }),
        admin.post(segments, { name: 'Race', contactIds: [contactId] }),
        admin.delete(`${contacts}/${contactId}`),
        admin.post(segments, { name: 'Race', contactIds: [contactId] }),
        admin.patch(`/api/sales/opportunities/${deal._id}`, { contactId }),
      ]);
      assert.equal(replies[2]?.status, 204);
      for (const reply of replies) assert.ok([200, 201, 204, 422].includes(reply.status), reply.text);
      for (const reply of replies.filter(({ status }) => status === 422)) {
        assert.equal(reply.body.error.details[0].code, 'reference_not_found');
      }
    };
    for (let n = 0; n < 10; n += 1) await round(n);
    const dangling = await sql(
      `select s.id from marketing_segments s cross join unnest(s.contact_ids) c(id)
       where not exists (select 1 from sales_contacts k where k.tenant_id = s.tenant_id and k.id = c.id)`,
    );
    assert.deepEqual(dangling, []);
    assert.equal((await admin.get('/api/sales/contactNotes')).body.meta.total, 0);
    assert.equal((await admin.get('/api/sales/opportunities?filter[contactId][null]=false')).body.meta.total, 0);
  });
});

describe('deleting a user', () => {
  const password = 'correct horse battery';

  it('deactivates the account, and its tokens stop at once', async () => {
    const leaver = await user({ permissions: ['sales:*'] });
    const record = await leaver.create(contacts, { firstName: 'Kept' });
    const path = `/api/identity/users/${leaver.userId}`;
    const before = (await admin.get(path)).body;
    const [event, ...more] = await remove(path, 'leave');
    assert.deepEqual(
      more.map(({ type, record: { userId } }) => [type, userId]),
      [['security.userDeactivated', leaver.userId]],
    );
    const { updatedAt, ...now } = (await admin.get(path)).body;
    const { updatedAt: _updatedAt, ...was } = before;
    assert.deepEqual(now, { ...was, active: false, version: was.version + 1 });
    // The user's events do not contain lockedUntil.
    const logged = ({ lockedUntil: _, ...record }: Json) => withoutSecrets(record);
    assert.deepEqual(
      [event.type, event.previous, event.record],
      ['user.updated', logged(before), logged({ ...now, updatedAt })],
    );
    refused(await leaver.get(contacts), 401, 'unauthenticated');
    refused(await leaver.get(contacts, { cookie: `platform_access=${leaver.token}` }), 401, 'unauthenticated');
    const login = { email: before.email, password };
    refused(await anonymous.post('/api/identity/auth/login', login), 401, 'unauthenticated');
    assert.equal((await admin.get(`${contacts}/${record._id}`)).body.ownerId, leaver.userId);
  });

  it('can be undone by setting it active again', async () => {
    const leaver = await user({ permissions: ['sales:*'] });
    const path = `/api/identity/users/${leaver.userId}`;
    await remove(path, 'leave-again');
    refused(await leaver.get(contacts), 401, 'unauthenticated');
    const { email } = (await admin.patch(path, { active: true })).body;
    // The old sessions ended permanently, so the user has to sign in again.
    refused(await leaver.get(contacts), 401, 'unauthenticated');
    assert.equal((await (await login(email, adminPassword)).get(contacts)).status, 200);
  });

  it('in a bulk request deactivates it as well', async () => {
    const leaver = await user({ permissions: ['sales:*'] });
    const operations = [{ op: 'delete', _id: leaver.userId }];
    const reply = await admin.post('/api/identity/users/bulk', { operations });
    assert.deepEqual(reply.body, { results: [{ status: 204 }] });
    refused(await leaver.get(contacts), 401, 'unauthenticated');
    assert.deepEqual(types(await events(leaver.userId)), ['user.created', 'user.updated']);
  });
});
