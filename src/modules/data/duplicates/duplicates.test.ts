import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { admin, tenant, user, sql } = await appForFile();

const list = async (client: Client, query: string): Promise<Json> => {
  const reply = await client.get(`/api/data/duplicates?model=sales.contacts${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const contact = (client: Client, record: Json): Promise<Json> => client.create('/api/sales/contacts', record);
const rule = (client: Client, record: Json): Promise<Json> => client.create('/api/data/duplicateRules', record);
const sorted = (groups: Json): string[][] => groups.map(({ ids }: Json) => ids.toSorted()).sort();

describe('duplicates', () => {
  it('lists records with the same email in another spelling at once, by the rules of a new tenant', async () => {
    const client = await tenant();
    const first = await contact(client, { lastName: 'One', email: 'Jane.Doe@Example.com' });
    const second = await contact(client, { lastName: 'Two', email: 'jane.doe@example.com' });
    await contact(client, { lastName: 'Three', email: 'other@example.com' });
    await contact(client, { lastName: 'Four' });
    await contact(client, { lastName: 'Five' });
    const { data, meta } = await list(client, '');
    assert.deepEqual(
      data.map(({ ids }: Json) => ids),
      [[first._id, second._id]],
    );
    assert.equal(data[0].reason, 'The same email');
    assert.equal(data[0].score, 0.95);
    assert.equal(meta.ready, true);
    assert.equal(meta.hasMore, false);
  });

  it('are not listed any more when a record changes or is deleted, and again when it is restored', async () => {
    const client = await tenant();
    const [one, two] = [
      await contact(client, { email: 'a@example.com' }),
      await contact(client, { email: 'a@example.com' }),
    ];
    const count = async () => (await list(client, '')).data.length;
    assert.equal(await count(), 1);
    await client.delete(`/api/sales/contacts/${two._id}`);
    assert.equal(await count(), 0);
    await client.post(`/api/sales/contacts/${two._id}/restore`, {});
    assert.equal(await count(), 1);
    await client.patch(`/api/sales/contacts/${one._id}`, { email: 'b@example.com' });
    assert.equal(await count(), 0);
    const again = await contact(client, { email: 'b@example.com' });
    assert.deepEqual(sorted((await list(client, `&recordId=${one._id}`)).data), [[one._id, again._id].sort()]);
    assert.equal((await list(client, `&recordId=${two._id}`)).data.length, 0);
  });

  it('agree by domain, telephone number and name without regard to how they are written', async () => {
    const client = await tenant();
    await rule(client, { model: 'accounts', match: ['phone'], method: 'normalized' });
    await rule(client, { model: 'accounts', match: ['website'], method: 'normalized' });
    const account = (record: Json) => client.create('/api/sales/accounts', record);
    const pairs = [
      [await account({ name: 'Müller & Söhne, GmbH' }), await account({ name: 'muller sohne gmbh' })],
      [await account({ name: 'A', phone: '+49 30 123456-78' }), await account({ name: 'B', phone: '030 12345678' })],
      [
        await account({ name: 'C', website: 'https://www.example.org/about' }),
        await account({ name: 'D', website: 'http://EXAMPLE.org' }),
      ],
      [await account({ name: 'E', domain: 'acme.com' }), await account({ name: 'F', domain: 'ACME.com' })],
    ];
    const { body } = await client.get('/api/data/duplicates?model=accounts');
    assert.deepEqual(sorted(body.data), sorted(pairs.map((pair) => ({ ids: pair.map(({ _id }) => _id) }))));
  });

  it('that are similar are listed with their score, the most similar first', async () => {
    const client = await tenant();
    await rule(client, { model: 'sales.contacts', match: ['firstName', 'lastName'], method: 'similar' });
    const named = (firstName: string, lastName: string) => contact(client, { firstName, lastName });
    const [john, jon] = [await named('John', 'Smith'), await named('Jon', 'Smith')];
    const [anna, swapped] = [await named('Anna', 'Köhler'), await named('Kohler', 'Anna')];
    const [umlaut, spelled] = [await named('Uwe', 'Müller'), await named('Uwe', 'Mueller')];
    await named('Mary', 'Jones');
    await named('Mary', 'Johansson');
    const { data } = await list(client, '');
    assert.deepEqual(
      data.map(({ ids, score, reason }: Json) => [ids, score, reason]),
      [
        [[anna._id, swapped._id], 1, 'A similar first name and last name'],
        [[umlaut._id, spelled._id], 1, 'A similar first name and last name'],
        [[john._id, jon._id], 0.762, 'A similar first name and last name'],
      ],
    );
  });

  it('are paged by cursor over all rules, each group once', async () => {
    const client = await tenant();
    await rule(client, { model: 'sales.contacts', match: ['lastName'], method: 'exact' });
    await rule(client, { model: 'sales.contacts', match: ['lastName'], method: 'similar' });
    const expected: Json[] = [];
    for (let n = 0; n < 5; n += 1) {
      const record = { lastName: `Name${'abcde'[n]?.repeat(4)}`, email: `same${n}@example.com` };
      expected.push({ ids: [(await contact(client, record))._id, (await contact(client, record))._id] });
    }
    const found: Json[] = [];
    let cursor = '';
    do {
      const { data, meta } = await list(client, `&limit=2${cursor}`);
      assert.ok(data.length <= 2);
      found.push(...data);
      cursor = meta.nextCursor ? `&cursor=${meta.nextCursor}` : '';
      assert.equal(meta.hasMore, cursor !== '');
    } while (cursor);
    assert.deepEqual(sorted(found), sorted(expected));
    assert.deepEqual((await list(client, '&limit=2&page=3')).data, found.slice(4));
    assert.equal((await client.get('/api/data/duplicates?model=contacts&cursor=abc')).status, 400);
    assert.equal((await client.get('/api/data/duplicates?model=nothing')).status, 400);
  });

  it('leave out what the caller may not read, and groups that somebody dismissed until another record joins', async () => {
    const client = await tenant();
    const own = await user({ permissions: ['sales:read:own', 'sales:write:own'] }, client);
    const [a, b] = [
      await contact(client, { email: 'x@example.com' }),
      await contact(client, { email: 'x@example.com' }),
    ];
    const mine = await contact(own, { email: 'x@example.com' });
    assert.equal((await list(own, '')).data.length, 0);
    const second = await contact(own, { email: 'x@example.com' });
    assert.deepEqual((await list(own, '')).data[0].ids, [mine._id, second._id]);
    const blind = await user({ permissions: ['sales:read'], hiddenFields: { 'sales.contacts': ['email'] } }, client);
    assert.equal((await list(blind, '')).data.length, 0);

    const ids = [a._id, b._id, mine._id, second._id];
    assert.deepEqual((await list(client, '')).data[0].ids, ids);
    const dismiss = (more: Json) => client.post('/api/data/duplicates/dismiss', { model: 'contacts', ids, ...more });
    assert.deepEqual((await dismiss({})).body, { pairs: 6 });
    assert.equal((await list(client, '')).data.length, 0);
    const third = await contact(client, { email: 'x@example.com' });
    assert.deepEqual((await list(client, '')).data[0].ids, [...ids, third._id]);
    await client.delete(`/api/sales/contacts/${third._id}`);
    assert.equal((await list(client, '')).data.length, 0);
    assert.equal((await dismiss({ undo: true })).status, 200);
    assert.equal((await list(client, '')).data.length, 1);
    assert.equal((await own.post('/api/data/duplicates/dismiss', { model: 'contacts', ids })).status, 404);
  });
});

describe('a duplicate rule', () => {
  it('that blocks refuses a create with the ids, and nothing is written', async () => {
    const client = await tenant();
    await rule(client, { model: 'contact', match: ['email'], method: 'normalized', onCreate: 'block' });
    const first = await contact(client, { email: 'Block@example.com' });
    const refused = await client.post('/api/sales/contacts', { email: 'block@EXAMPLE.com' });
    assert.equal(refused.status, 409, refused.text);
    assert.equal(refused.body.error.code, 'duplicate');
    assert.deepEqual(refused.body.ids, [first._id]);
    assert.equal(refused.body.error.details[0].field, 'email');
    assert.ok(refused.body.error.message.includes(first._id));
    assert.equal(refused.headers.get('x-duplicates'), first._id);
    assert.equal((await client.get('/api/sales/contacts')).body.meta.total, 1);
    await client.delete(`/api/sales/contacts/${first._id}`);
    assert.equal((await client.post('/api/sales/contacts', { email: 'block@example.com' })).status, 201);
  });

  it('that warns creates the record and names the others in X-Duplicates', async () => {
    const client = await tenant();
    await rule(client, { model: 'sales.leads', match: ['company'], method: 'similar', onCreate: 'warn' });
    const first = await client.create('/api/sales/leads', { company: 'Globex Corporation' });
    const reply = await client.post('/api/sales/leads', { company: 'Globexx Corp.' });
    assert.equal(reply.status, 201);
    assert.equal(reply.headers.get('x-duplicates'), first._id);
    const other = await client.post('/api/sales/leads', { company: 'Initech' });
    assert.equal(other.headers.get('x-duplicates'), null);
  });

  it('is as exact for values that were changed, and says nothing of records that the caller may not read', async () => {
    const client = await tenant();
    const own = await user({ permissions: ['sales:read:own', 'sales:write:own'] }, client);
    const first = await contact(client, { email: 'old@example.com' });
    await rule(client, { model: 'sales.contacts', match: ['email'], method: 'exact', onCreate: 'block' });
    await client.patch(`/api/sales/contacts/${first._id}`, { email: 'new@example.com' });
    assert.equal((await client.post('/api/sales/contacts', { email: 'old@example.com' })).status, 201);
    const refused = await own.post('/api/sales/contacts', { email: 'new@example.com' });
    assert.equal(refused.status, 409);
    assert.ok(!refused.text.includes(first._id));
    assert.equal(refused.headers.get('x-duplicates'), null);
  });

  it('that blocks lets exactly one of many concurrent creates win', async () => {
    const client = await tenant();
    await rule(client, { model: 'sales.contacts', match: ['email'], method: 'normalized', onCreate: 'block' });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/api/sales/contacts', { email: 'race@example.com' })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  });

  it('that blocks fails single rows of a bulk request, and changes nothing for the others', async () => {
    const client = await tenant();
    await rule(client, { model: 'sales.contacts', match: ['email'], method: 'normalized', onCreate: 'block' });
    const operations = ['a@example.com', 'A@example.com', 'b@example.com'].map((email) => ({
      op: 'create',
      record: { email },
    }));
    const reply = await client.post('/api/sales/contacts/bulk', { operations, atomic: false });
    assert.deepEqual(
      reply.body.results.map(({ status }: Json) => status),
      [201, 409, 201],
    );
    assert.equal(reply.body.results[1].error.code, 'duplicate');
    const atomic = await client.post('/api/sales/contacts/bulk', { operations });
    assert.equal(atomic.status, 409);
  });

  it('compares custom fields and custom models', async () => {
    const client = await tenant();
    const fields = [{ key: 'serial', type: 'text' }];
    const made = await client.post('/api/data/models', { moduleKey: 'inventory', slug: 'gadgets', fields });
    assert.equal(made.status, 201, made.text);
    await rule(client, { model: 'inventory.gadgets', match: ['serial'], method: 'normalized', onCreate: 'block' });
    await client.create('/api/inventory/gadgets', { serial: 'SN 1-2' });
    assert.equal((await client.post('/api/inventory/gadgets', { serial: 'sn12' })).status, 409);
    assert.equal((await client.post('/api/inventory/gadgets', { serial: 'sn13' })).status, 201);
  });

  it('refuses models, fields and methods that cannot be compared, with the remedy', async () => {
    const refused = async (record: Json, field: string) => {
      const reply = await admin.post('/api/data/duplicateRules', record);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.details[0].field, field);
    };
    await refused({ model: 'nothing', match: ['email'] }, 'model');
    await refused({ model: 'contacts', match: [] }, 'match');
    await refused({ model: 'contacts', match: ['nothing'] }, 'match');
    await refused({ model: 'contacts', match: ['email', 'email'] }, 'match');
    await refused({ model: 'contacts', match: ['description'] }, 'match');
    await refused({ model: 'contacts', match: ['accountId'], method: 'similar' }, 'match');
    await refused({ model: 'contacts', match: ['email'], method: 'magic' }, 'method');
    const member = await user({ permissions: ['sales:*', 'data:read'] });
    assert.equal((await member.post('/api/data/duplicateRules', { model: 'contacts', match: ['email'] })).status, 403);
  });

  it('that is changed gets new keys, and the old ones are removed', async () => {
    const client = await tenant();
    const [made] = (await client.get('/api/data/duplicateRules?filter[model]=sales.contacts')).body.data;
    const record = { lastName: 'Same', firstName: 'Same' };
    await contact(client, record);
    await contact(client, record);
    assert.equal((await list(client, '')).data.length, 0);
    const path = `/api/data/duplicateRules/${made._id}`;
    assert.equal((await client.patch(path, { match: ['lastName', 'firstName'] })).status, 200);
    assert.equal((await list(client, '')).data.length, 1);
    const scans = await sql('select id from duplicate_scans where rule_id = $1', [made._id]);
    assert.equal(scans.length, 1);
    assert.equal((await client.patch(path, { active: false })).status, 200);
    assert.deepEqual((await list(client, '')).meta.rules, 0);
  });
});
