import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, refused, types } from '#test/expect.ts';
import { appForFile, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, user } = app;
const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const models = '/api/data/models';

/** Asserts that the answer is the unchanged record, including version, updatedAt and updatedBy. */
function assertUnchanged(reply: Reply, record: Json): void {
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body, record);
  assert.equal(reply.headers.get('etag'), `"${record.version}"`);
}

describe('a write that changes nothing', () => {
  it('returns the unchanged record, and creates no version or event', async () => {
    const record = await admin.create(contacts, { firstName: 'Ada', email: 'ada@example.com', tags: ['a', 'b'] });
    const path = `${contacts}/${record._id}`;
    const other = await user({ permissions: ['sales:*'] });
    await assertNoWrites(app, [], async () => {
      assertUnchanged(await other.patch(path, { firstName: 'Ada', tags: ['a', 'b'], phone: null }), record);
      assertUnchanged(await other.patch(path, {}), record);
      assertUnchanged(await other.put(path, { firstName: 'Ada', email: 'ada@example.com', tags: ['a', 'b'] }), record);
      assertUnchanged(await other.put(path, record), record);
    });
    assert.deepEqual((await admin.get(path)).body, record);
  });

  it('is detected with the comparison of the database: numbers, times, ids, lists and JSON in another spelling', async () => {
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
    await assertNoWrites(app, [], async () => {
      const path = `${opportunities}/${deal._id}`;
      assertUnchanged(await admin.patch(path, '{"value":10.00,"probability":2.5e1}'), deal);
      assertUnchanged(await admin.patch(path, { accountId: account._id.toUpperCase(), closeDate: '2026-01-31' }), deal);
      assertUnchanged(await admin.patch(path, { expectedValue: 2.5 }), deal);
      const lastActivityAt = '2026-01-31T10:30:00.000+01:00';
      assertUnchanged(await admin.patch(`${contacts}/${contact._id}`, { lastActivityAt }), contact);
      const filter = '{"defaultFilter":{"b":{"c":[1.50]},"a":1.0}}';
      assertUnchanged(await admin.patch(`/api/ui/screens/${screen._id}`, filter), screen);
    });
  });

  it('does not include changes of case, order or a null inside JSON', async () => {
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

  it('does not include a new value of a secret, but one that is sent back as it was read', async () => {
    const setting = await admin.create('/api/ui/settings', { key: 'same', secretValue: 'hush' });
    const path = `/api/ui/settings/${setting._id}`;
    await assertNoWrites(app, [], async () =>
      assertUnchanged(await admin.patch(path, { secretValue: { set: true } }), setting),
    );
    assert.equal((await admin.patch(path, { secretValue: 'hush' })).body.version, 2);
  });

  it('works with If-Match, dryRun and Idempotency-Key', async () => {
    const record = await admin.create(contacts, { firstName: 'Ada' });
    const path = `${contacts}/${record._id}`;
    await assertNoWrites(app, [], async () => {
      const same = { firstName: 'Ada' };
      assertUnchanged(await admin.patch(path, same, { 'if-match': '"1"' }), record);
      refused(await admin.patch(path, same, { 'if-match': '"2"' }), 412, 'version_mismatch');
      assertUnchanged(await admin.patch(`${path}?dryRun=true`, same), record);
      const key = { 'idempotency-key': 'unchanged' };
      assertUnchanged(await admin.patch(path, same, key), record);
      const again = await admin.patch(path, same, key);
      assertUnchanged(again, record);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      refused(await admin.patch(path, { firstName: 'Eve' }, key), 409, 'idempotency_conflict');
    });
  });

  it('can be part of a bulk request, which returns the unchanged version', async () => {
    const bulk = (email: string, firstName: string) => ({
      op: 'upsert',
      by: 'email',
      record: { email, firstName, score: 1 },
    });
    const both = { operations: [bulk('one@example.com', 'One'), bulk('two@example.com', 'Two')] };
    const first = await admin.post(`${contacts}/bulk`, both);
    const records = first.body.results.map(({ record }: Json) => record);
    await assertNoWrites(app, [], async () => {
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

  it('can be a revert to a version with the same values, or a second deactivation of a user', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${record._id}`;
    await admin.patch(path, { firstName: 'B' });
    const back = (await admin.patch(path, { firstName: 'A' })).body;
    await assertNoWrites(app, [], async () =>
      assertUnchanged(await admin.post(`${path}/revert`, { version: 1 }), back),
    );
    const colleague = await admin.create('/api/identity/users', {
      email: 'twice@example.com',
      password: 'a password of some length',
    });
    const userPath = `/api/identity/users/${colleague._id}`;
    assert.equal((await admin.delete(userPath)).status, 204);
    await assertNoWrites(app, [], async () => assert.equal((await admin.delete(userPath)).status, 204));
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

  async function assertUnchangedWrites(path: string, base: Json): Promise<void> {
    const record = await admin.create(path, { ...base, layout: { a: null, n: 1 }, code: 'X' });
    const one = `${path}/${record._id}`;
    await assertNoWrites(app, [], async () => {
      assertUnchanged(await admin.patch(one, { size: null, hidden: null, code: 'X' }), record);
      assertUnchanged(await admin.patch(one, '{"layout":{"n":1.0,"a":null}}'), record);
      assertUnchanged(await admin.patch(one, { due: '2026-01-31T09:30:00.000Z' }), record);
      assertUnchanged(await admin.put(one, record), record);
    });
    assert.equal((await admin.patch(one, { size: 1 })).body.version, 2);
    const cleared = (await admin.patch(one, { size: null })).body;
    await assertNoWrites(app, [], async () => assertUnchanged(await admin.patch(one, '{"size":null}'), cleared));
    assert.equal((await admin.patch(one, { layout: { n: 1 } })).body.version, 4);
    assert.deepEqual(new Set(types(await events(record._id)).slice(1)).size, 1);
  }

  it('creates no version on a built-in model', async () => {
    for (const field of fields) await admin.create(`${models}/sales/contacts/fields`, field);
    await assertUnchangedWrites(contacts, { firstName: 'A' });
  });

  it('creates no version on a custom model', async () => {
    await admin.create(models, { moduleKey: 'inventory', slug: 'vessels', fields });
    await assertUnchangedWrites('/api/inventory/vessels', {});
  });
});
