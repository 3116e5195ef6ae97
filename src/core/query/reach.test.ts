import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newId } from '#lib/ids.ts';
import { assertNoWrites, invalid, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, user } = app;
const accounts = '/api/sales/accounts';
const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const products = '/api/sales/products';

const permissions = ['sales:read:own', 'sales:write:own'];

/** The answer without the parts that differ between requests, and without the requested id. */
function normalizedAnswer(reply: Reply, asked: string): string {
  const body = reply.text
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(new RegExp(asked, 'gi'), '<id>')
    .replaceAll(/"(?:_id|createdAt|updatedAt)":"[^"]*"/g, '');
  return `${reply.status} ${body}`;
}

/** Asserts that a record out of reach gets the same answer as one that does not exist. */
async function assertLikeUnknown(foreign: string, ask: (id: string) => Promise<Reply>): Promise<string> {
  const unknown = newId();
  const answer = normalizedAnswer(await ask(foreign), foreign);
  assert.equal(answer, normalizedAnswer(await ask(unknown), unknown));
  return answer;
}

describe('a record out of reach gets the same answers as one that does not exist', () => {
  let ann: Client;
  let account: Json;
  let contact: Json;
  let own: Json;
  let deleted: Json;
  const tables = ['sales_accounts', 'sales_contacts', 'sales_opportunities'];

  before(async () => {
    ann = await user({ permissions });
    account = await admin.create(accounts, { name: 'Of others' });
    contact = await admin.create(contacts, { firstName: 'Other', email: 'other@reach.example', title: 'Secret title' });
    own = await ann.create(opportunities, { name: 'Own' });
    deleted = await admin.create(opportunities, { name: 'Deleted' });
    await admin.delete(`${opportunities}/${deleted._id}`);
  });

  it('for every operation that takes an id', () =>
    assertNoWrites(app, tables, async () => {
      const { _id } = contact;
      const requests: ((id: string) => Promise<Reply>)[] = [
        (id) => ann.get(`${contacts}/${id}`),
        (id) => ann.get(`${contacts}/${id}?include=accountId`),
        (id) => ann.get(`${contacts}/${id}?asOf=2100-01-01T00:00:00Z`),
        (id) => ann.get(`${contacts}/${id}`, { 'if-none-match': '"1"' }),
        (id) => ann.get(`${contacts}/${id}/history`),
        (id) => ann.patch(`${contacts}/${id}`, { title: 'T' }),
        (id) => ann.patch(`${contacts}/${id}`, { title: 'T' }, { 'if-match': '"7"' }),
        (id) => ann.patch(`${contacts}/${id}?dryRun=true`, { title: 'T' }),
        (id) => ann.put(`${contacts}/${id}`, { title: 'T' }),
        (id) => ann.delete(`${contacts}/${id}`),
        (id) => ann.post(`${contacts}/${id}/revert`, { version: 1 }),
        (id) => ann.post(`${contacts}/${id}/restore`, {}),
        (id) => ann.get(`${contacts}?filter[_id]=${id}`),
        (id) => ann.get(`${contacts}/aggregate?count=true&filter[_id]=${id}`),
        (id) => ann.get(`${contacts}/aggregate?groupBy=accountId.name&filter[not][_id][ne]=${id}`),
      ];
      for (const request of requests) await assertLikeUnknown(_id, request);
      await assertLikeUnknown(deleted._id, (id) => ann.post(`${opportunities}/${id}/restore`, {}));
      await assertLikeUnknown(deleted._id, (id) => ann.get(`${opportunities}/${id}/history`));
    }));

  it('for bulk operations by _id, in lower and upper case', () =>
    assertNoWrites(app, tables, async () => {
      for (const op of ['update', 'upsert', 'delete']) {
        for (const written of [(id: string) => id, (id: string) => id.toUpperCase()]) {
          const send = (id: string) =>
            ann.post(`${contacts}/bulk`, {
              operations: [{ op, _id: written(id), ...(op !== 'delete' && { record: { title: 'T' } }) }],
              atomic: false,
            });
          assert.match(await assertLikeUnknown(contact._id, send), /"status":404/);
        }
      }
    }));

  it('for bulk operations by the value of a field: upsert creates a record of the caller', async () => {
    const operation = (op: string, title: string) => ({
      operations: [{ op, by: 'title', record: { title, ...(op === 'upsert' && { firstName: 'Mine' }) } }],
      atomic: false,
    });
    await assertNoWrites(app, tables, async () => {
      for (const op of ['update', 'delete']) {
        const known = await ann.post(`${contacts}/bulk`, operation(op, 'Secret title'));
        const unknown = await ann.post(`${contacts}/bulk`, operation(op, 'Nobody’s title'));
        assert.equal(normalizedAnswer(known, '<none>'), normalizedAnswer(unknown, '<none>'));
        assert.doesNotMatch(known.text, new RegExp(contact._id));
      }
    });
    const known = await ann.post(`${contacts}/bulk`, operation('upsert', 'Secret title'));
    const [{ status, record }] = known.body.results;
    assert.deepEqual([status, record.ownerId, record.version], [201, ann.userId, 1]);
    assert.notEqual(record._id, contact._id);
    assert.deepEqual(types(await events(record._id)), ['contact.created']);
    assert.deepEqual(types(await events(contact._id)), ['contact.created']);
    // From now on the caller's own record is found, although another record has the same value.
    const again = await ann.post(`${contacts}/bulk`, operation('upsert', 'Secret title'));
    assert.deepEqual([again.body.results[0].status, again.body.results[0].record._id], [200, record._id]);
  });

  it('and a unique value of another record is reported as in use, without its id', async () => {
    const product = await admin.create(products, { name: 'P', sku: 'TAKEN-1' });
    const record = { name: 'Q', sku: 'taken-1' };
    await assertNoWrites(app, ['sales_products'], async () => {
      const created = await ann.post(products, record);
      const reply = await ann.post(`${products}/bulk`, { operations: [{ op: 'upsert', by: 'sku', record }] });
      for (const answer of [created, reply]) {
        assert.equal(answer.status, 409, answer.text);
        assert.equal(answer.body.error.code, 'unique_violation');
        assert.doesNotMatch(answer.text, new RegExp(product._id));
      }
    });
  });

  it('for references to it', async () => {
    await assertNoWrites(app, tables, async () => {
      const requests: ((id: string) => Promise<Reply>)[] = [
        (id) => ann.post(opportunities, { name: 'O', accountId: id }),
        (id) => ann.patch(`${opportunities}/${own._id}`, { accountId: id }),
        (id) => ann.put(`${opportunities}/${own._id}`, { name: 'O', accountId: id }),
        (id) => ann.post('/api/sales/accountNotes', { accountId: id, content: 'N' }),
        (id) =>
          ann.post(`${opportunities}/bulk`, {
            operations: [{ op: 'create', record: { name: 'O', accountId: id } }],
            atomic: false,
          }),
      ];
      for (const request of requests)
        assert.match(await assertLikeUnknown(account._id, request), /reference_not_found/);
      invalid(await ann.post(opportunities, { name: 'O', accountId: account._id }), {
        accountId: 'reference_not_found',
      });
    });
    // Regions have no owner, so their creator counts as owner.
    const region = await admin.create('/api/sales/regions', { name: 'Of the admin' });
    assert.equal((await ann.get(`/api/sales/regions/${region._id}`)).status, 404);
    const given = { name: 'A' };
    for (const request of [
      (id: string) => ann.post(`${accounts}?dryRun=true`, { ...given, regionId: id }),
      (id: string) => ann.post(accounts, { ...given, regionId: id }),
      (id: string) =>
        ann.post(`${accounts}/bulk?dryRun=true`, {
          operations: [{ op: 'upsert', by: 'name', record: { ...given, regionId: id } }],
        }),
    ])
      assert.match(await assertLikeUnknown(region._id, request), /reference_not_found/);
    const ownRegion = await ann.create('/api/sales/regions', { name: 'Of Ann' });
    assert.equal((await ann.post(`${accounts}?dryRun=true`, { ...given, regionId: ownRegion._id })).status, 201);
    // A reference that the record already has may stay, and lists such as statuses are readable for everybody.
    const crossing = await admin.create(opportunities, { name: 'C', accountId: account._id, ownerId: ann.userId });
    const { body } = await ann.get(`${opportunities}/${crossing._id}`);
    assert.equal((await ann.put(`${opportunities}/${crossing._id}`, { ...body, name: 'D' })).status, 200);
    const status = await admin.create('/api/sales/opportunityStatuses', { name: 'Chosen' });
    assert.equal((await ann.get(`/api/sales/opportunityStatuses/${status._id}`)).status, 200);
    assert.equal((await ann.patch(`/api/sales/opportunityStatuses/${status._id}`, { name: 'X' })).status, 403);
    assert.equal((await ann.patch(`${opportunities}/${crossing._id}`, { statusId: status._id })).status, 200);
    const mine = await ann.create(accounts, { name: 'Mine' });
    assert.equal((await ann.patch(`${opportunities}/${crossing._id}`, { accountId: mine._id })).status, 200);
  });

  it('for callers who reach the records of their teams', async () => {
    const cleo = await user({ permissions: ['sales:read:team', 'sales:write:team'] });
    const peer = await user({ permissions: ['sales:*'] });
    const { _id: teamId } = await admin.create('/api/identity/teams', { name: 'Reaching' });
    for (const { userId } of [cleo, peer]) await admin.create('/api/identity/teamUsers', { teamId, userId });
    const theirs = await peer.create(accounts, { name: 'Of the team', website: 'https://team.reach.example' });
    assert.equal((await cleo.create(opportunities, { name: 'O', accountId: theirs._id })).accountId, theirs._id);
    await assertLikeUnknown(account._id, (id) => cleo.post(opportunities, { name: 'O', accountId: id }));
    const upsert = (record: Json) =>
      cleo.post(`${accounts}/bulk`, { operations: [{ op: 'upsert', by: 'name', record }] });
    assert.equal(
      (await upsert({ name: 'Of the team', phone: '+1 202 555 0100' })).body.results[0].record._id,
      theirs._id,
    );
    assert.equal((await upsert({ name: 'Of others' })).body.results[0].status, 201);
  });
});

describe('a record that can be read but not written', () => {
  it('is refused by an upsert, which does not create a second one', async () => {
    const caller = await user({ permissions: ['sales:read', 'sales:write:own'] });
    await admin.create(contacts, { firstName: 'Read', title: 'Readable' });
    await assertNoWrites(app, ['sales_contacts'], async () => {
      const operations = [{ op: 'upsert', by: 'title', record: { title: 'Readable', firstName: 'Twice' } }];
      refused(await caller.post(`${contacts}/bulk`, { operations }), 403, 'forbidden');
    });
  });
});

describe('a delete that is blocked by records of others', () => {
  it('reports only blocking records that the caller may read', async () => {
    const ann = await user({ permissions });
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    const fields = [{ key: 'accountId', type: 'reference', required: true, reference }];
    await admin.create('/api/data/models', { moduleKey: 'sales', slug: 'leases', fields });
    const { _id: accountId } = await ann.create(accounts, { name: 'Held' });
    for (let n = 0; n < 3; n += 1) await admin.create('/api/sales/leases', { accountId });
    await assertNoWrites(app, ['sales_accounts', 'custom_records'], async () => {
      const reply = await ann.delete(`${accounts}/${accountId}`);
      refused(reply, 409, 'still_referenced');
      assert.doesNotMatch(reply.text, /lease/i);
      assert.deepEqual(reply.body.error.details, []);
    });
    await ann.create('/api/sales/leases', { accountId });
    const reply = await ann.delete(`${accounts}/${accountId}`);
    refused(reply, 409, 'still_referenced', 'sales.leases.accountId');
    assert.match(reply.body.error.message, /of 1 lease;/);
  });
});
