import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quietly, refused, types } from './expect.ts';
import { appForFile, type Json, type Reply } from './harness.ts';

const app = await appForFile();
const { admin, events, user } = app;
const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const models = '/api/data/models';

/** The answer is the record as it is: version, updatedAt and updatedBy included. */
function unchanged(reply: Reply, record: Json): void {
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body, record);
  assert.equal(reply.headers.get('etag'), `"${record.version}"`);
}

describe('a write that changes nothing', () => {
  it('answers the record as it is, without version or event', async () => {
    const record = await admin.create(contacts, { firstName: 'Ada', email: 'ada@example.com', tags: ['a', 'b'] });
    const path = `${contacts}/${record._id}`;
    const other = await user({ permissions: ['sales:*'] });
    await quietly(app, [], async () => {
      unchanged(await other.patch(path, { firstName: 'Ada', tags: ['a', 'b'], phone: null }), record);
      unchanged(await other.patch(path, {}), record);
      unchanged(await other.put(path, { firstName: 'Ada', email: 'ada@example.com', tags: ['a', 'b'] }), record);
      unchanged(await other.put(path, record), record);
    });
    assert.deepEqual((await admin.get(path)).body, record);
  });

  it('is told by how the database compares: numbers, times, ids, lists and JSON in another spelling', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'Acme' });
    const deal = await admin.create(opportunities, {
      name: 'D',
      accountId: account._id,
      value: 10,
      probability: 25,
      closeDate: '2026-01-31',
    });
    const contact = await admin.create(contacts, { firstName: 'A', lastActivityAt: '2026-01-31T09:30:00Z' });
    const screen = await admin.create('/api/ui/screens', { name: 'S', defaultFilter: { a: 1, b: { c: [1.5] } } });
    await quietly(app, [], async () => {
      const path = `${opportunities}/${deal._id}`;
      unchanged(await admin.patch(path, '{"value":10.00,"probability":2.5e1}'), deal);
      unchanged(await admin.patch(path, { accountId: account._id.toUpperCase(), closeDate: '2026-01-31' }), deal);
      unchanged(await admin.patch(path, { expectedValue: 2.5 }), deal);
      const lastActivityAt = '2026-01-31T10:30:00.000+01:00';
      unchanged(await admin.patch(`${contacts}/${contact._id}`, { lastActivityAt }), contact);
      const filter = '{"defaultFilter":{"b":{"c":[1.50]},"a":1.0}}';
      unchanged(await admin.patch(`/api/ui/screens/${screen._id}`, filter), screen);
    });
  });

  it('is not one that changes case, order or a null inside JSON', async () => {
    const contact = await admin.create(contacts, { email: 'ada@example.com', tags: ['a', 'b'] });
    const screen = await admin.create('/api/ui/screens', { name: 'S', defaultFilter: { a: 1 } });
    const changed = [
      await admin.patch(`${contacts}/${contact._id}`, { email: 'Ada@example.com' }),
      await admin.patch(`${contacts}/${contact._id}`, { tags: ['b', 'a'] }),
      await admin.patch(`/api/ui/screens/${screen._id}`, { defaultFilter: { a: 1, b: null } }),
    ];
    assert.deepEqual(
      changed.map(({ body }) => body.version),
      [2, 3, 2],
    );
  });

  it('writes a given secret anew, and leaves one that is sent back as it was read', async () => {
    const setting = await admin.create('/api/ui/settings', { key: 'same', secretValue: 'hush' });
    const path = `/api/ui/settings/${setting._id}`;
    await quietly(app, [], async () => unchanged(await admin.patch(path, { secretValue: { set: true } }), setting));
    assert.equal((await admin.patch(path, { secretValue: 'hush' })).body.version, 2);
  });

  it('holds for If-Match, dryRun and Idempotency-Key', async () => {
    const record = await admin.create(contacts, { firstName: 'Ada' });
    const path = `${contacts}/${record._id}`;
    await quietly(app, [], async () => {
      const same = { firstName: 'Ada' };
      unchanged(await admin.patch(path, same, { 'if-match': '"1"' }), record);
      refused(await admin.patch(path, same, { 'if-match': '"2"' }), 412, 'version_mismatch');
      unchanged(await admin.patch(`${path}?dryRun=true`, same), record);
      const key = { 'idempotency-key': 'unchanged' };
      unchanged(await admin.patch(path, same, key), record);
      const again = await admin.patch(path, same, key);
      unchanged(again, record);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      refused(await admin.patch(path, { firstName: 'Eve' }, key), 409, 'idempotency_conflict');
    });
  });

  it('may be one step of a bulk request, which tells the version that stays', async () => {
    const bulk = (email: string, firstName: string) => ({
      op: 'upsert',
      by: 'email',
      record: { email, firstName, score: 1 },
    });
    const both = { operations: [bulk('one@example.com', 'One'), bulk('two@example.com', 'Two')] };
    const first = await admin.post(`${contacts}/bulk`, both);
    const records = first.body.results.map(({ record }: Json) => record);
    await quietly(app, [], async () => {
      const again = await admin.post(`${contacts}/bulk`, both);
      assert.deepEqual(
        again.body.results,
        records.map((record: Json) => ({ status: 200, record })),
      );
    });
    const operations = [bulk('one@example.com', 'One'), bulk('two@example.com', 'Changed')];
    const { body } = await admin.post(`${contacts}/bulk`, { operations });
    assert.deepEqual(
      body.results.map(({ record }: Json) => record.version),
      [1, 2],
    );
  });

  it('is a revert to a version with the same values, and a second deactivation of a user', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${record._id}`;
    await admin.patch(path, { firstName: 'B' });
    const back = (await admin.patch(path, { firstName: 'A' })).body;
    await quietly(app, [], async () => unchanged(await admin.post(`${path}/revert`, { version: 1 }), back));
    const colleague = await admin.create('/api/identity/users', {
      email: 'twice@example.com',
      password: 'a password of some length',
    });
    const userPath = `/api/identity/users/${colleague._id}`;
    assert.equal((await admin.delete(userPath)).status, 204);
    await quietly(app, [], async () => assert.equal((await admin.delete(userPath)).status, 204));
    assert.equal((await admin.get(userPath)).body.version, 2);
  });
});

describe('a write that changes no custom field', () => {
  const fields: Json[] = [
    { key: 'size', type: 'number' },
    { key: 'layout', type: 'json' },
    { key: 'due', type: 'datetime', default: '2026-01-31T10:30:00+01:00' },
    { key: 'code', type: 'text', unique: true },
    { key: 'hidden', type: 'secret' },
  ];

  async function behaves(path: string, base: Json): Promise<void> {
    const record = await admin.create(path, { ...base, layout: { a: null, n: 1 }, code: 'X' });
    const one = `${path}/${record._id}`;
    await quietly(app, [], async () => {
      unchanged(await admin.patch(one, { size: null, hidden: null, code: 'X' }), record);
      unchanged(await admin.patch(one, '{"layout":{"n":1.0,"a":null}}'), record);
      unchanged(await admin.patch(one, { due: '2026-01-31T09:30:00.000Z' }), record);
      unchanged(await admin.put(one, record), record);
    });
    assert.equal((await admin.patch(one, { size: 1 })).body.version, 2);
    const cleared = (await admin.patch(one, { size: null })).body;
    await quietly(app, [], async () => unchanged(await admin.patch(one, '{"size":null}'), cleared));
    assert.equal((await admin.patch(one, { layout: { n: 1 } })).body.version, 4);
    assert.deepEqual(new Set(types(await events(record._id)).slice(1)).size, 1);
  }

  it('on a model of the product', async () => {
    for (const field of fields) await admin.create(`${models}/sales/contacts/fields`, field);
    await behaves(contacts, { firstName: 'A' });
  });

  it('on a model that the tenant made', async () => {
    await admin.create(models, { moduleKey: 'inventory', slug: 'vessels', fields });
    await behaves('/api/inventory/vessels', {});
  });
});
