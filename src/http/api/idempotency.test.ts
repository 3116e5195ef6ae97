import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';

const key = (value: string) => ({ 'idempotency-key': value });
const replayed = (reply: Reply) => reply.headers.get('idempotent-replayed');

/** The parts of an answer that a client uses. */
const answer = (reply: Reply) => [
  reply.status,
  reply.text,
  ...['etag', 'location', 'content-type'].map((name) => reply.headers.get(name)),
];

/** Sends a request twice with one key. Asserts that the second one gets the answer of the first and writes nothing. */
async function sendTwice(send: (headers: Record<string, string>) => Promise<Reply>, name: string): Promise<Reply> {
  const first = await send(key(name));
  assert.ok(first.status < 300, first.text);
  assert.equal(replayed(first), null);
  await assertNoWrites(app, ['idempotency_keys'], async () => {
    const second = await send(key(name));
    assert.deepEqual(answer(second), answer(first));
    assert.equal(replayed(second), 'true');
  });
  return first;
}

describe('a request with an Idempotency-Key', () => {
  it('that is repeated gets the first answer and writes nothing: POST', async () => {
    const first = await sendTwice((headers) => admin.post(contacts, { firstName: 'Once' }, headers), 'post');
    assert.equal(first.status, 201);
    assert.equal(first.headers.get('location'), `${contacts}/${first.body._id}`);
    await admin.patch(`${contacts}/${first.body._id}`, { firstName: 'Later' });
    const third = await admin.post(contacts, { firstName: 'Once' }, key('post'));
    assert.deepEqual(answer(third), answer(first));
    assert.deepEqual(types(await events(first.body._id)), ['contact.created', 'contact.updated']);
  });

  it('that is repeated gets the first answer and writes nothing: PUT, PATCH and DELETE', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    const put = await sendTwice((headers) => admin.put(path, { firstName: 'B' }, headers), 'put');
    const patch = await sendTwice((headers) => admin.patch(path, { lastName: 'C' }, headers), 'patch');
    assert.deepEqual([put.body.version, patch.body.version, patch.headers.get('etag')], [2, 3, '"3"']);
    const deleted = await sendTwice((headers) => admin.delete(path, headers), 'delete');
    assert.deepEqual([deleted.status, deleted.text], [204, '']);
    assert.deepEqual(types(await events(_id)), [
      'contact.created',
      'contact.updated',
      'contact.updated',
      'contact.deleted',
    ]);
  });

  it('that is repeated gets the first answer and writes nothing: bulk, provisioning and the schema', async () => {
    const operations = [
      { op: 'create', record: { firstName: 'Bulk' } },
      { op: 'create', record: { email: 'x' } },
    ];
    const body = { operations, atomic: false };
    const bulk = await sendTwice((headers) => admin.post(`${contacts}/bulk`, body, headers), 'bulk');
    assert.equal(bulk.body.results[0].status, 201);
    const account = { accountKey: 'once-only', adminEmail: 'a@example.com', adminPassword: 'a long enough password' };
    const path = '/api/identity/account-provisioning/provision';
    const provisioned = await sendTwice((headers) => admin.post(path, account, headers), 'provision');
    assert.equal(provisioned.status, 201);
    assert.equal((await sql(`select count(*) from tenants where account_key = 'once-only'`))[0].count, '1');
    const field = { key: 'once', type: 'text' };
    await sendTwice((headers) => admin.post('/api/data/models/sales/contacts/fields', field, headers), 'field');
  });

  it('with another body, path or method is a conflict', async () => {
    const first = await admin.post(contacts, { firstName: 'A' }, key('conflict'));
    const path = `${contacts}/${first.body._id}`;
    await assertNoWrites(app, ['sales_contacts', 'sales_leads', 'idempotency_keys'], async () => {
      const others = [
        await admin.post(contacts, { firstName: 'B' }, key('conflict')),
        await admin.post(contacts, '{"firstName":"A","score":12345678901234567890.12}', key('conflict')),
        await admin.post('/api/sales/leads', { firstName: 'A' }, key('conflict')),
        await admin.put(path, { firstName: 'A' }, key('conflict')),
        await admin.delete(path, key('conflict')),
      ];
      for (const reply of others) refused(reply, 409, 'idempotency_conflict');
    });
    const again = await admin.post(contacts, { firstName: 'A' }, key('conflict'));
    assert.deepEqual(answer(again), answer(first));
  });

  it('is a conflict when numbers differ only beyond the precision of a double', async () => {
    const send = (value: string) =>
      admin.post('/api/sales/opportunities', `{"name":"A","value":${value}}`, key('exact'));
    assert.equal((await send('12345678901234567890.11')).status, 201);
    refused(await send('12345678901234567890.12'), 409, 'idempotency_conflict');
  });

  it('is independent of the same key of another caller', async () => {
    const colleague = await user({ permissions: ['sales:*'] });
    const stranger = await tenant();
    const created: string[] = [];
    for (const caller of [admin, colleague, stranger]) {
      const reply = await caller.post(contacts, { firstName: 'Same' }, key('shared'));
      assert.deepEqual([reply.status, replayed(reply)], [201, null]);
      assert.equal(reply.body.createdBy, caller.userId);
      created.push(reply.body._id);
    }
    assert.equal(new Set(created).size, 3);
  });

  const sendTwenty = (send: () => Promise<Reply>) => Promise.all(Array.from({ length: 20 }, send));

  async function assertOneWrite(replies: Reply[], type: string): Promise<void> {
    const [first] = replies as [Reply, ...Reply[]];
    for (const reply of replies) assert.deepEqual(answer(reply), answer(first));
    assert.equal(replies.filter((reply) => replayed(reply) === 'true').length, 19);
    assert.equal(types(await events(first.body._id)).filter((name) => name === type).length, 1);
  }

  it('sent twenty times at once writes once, and all get the same answer', async () => {
    const created = await sendTwenty(() => admin.post(contacts, { firstName: 'Crowd' }, key('crowd')));
    assert.equal(created[0]?.status, 201);
    await assertOneWrite(created, 'contact.created');
    assert.equal((await admin.get(`${contacts}?filter[firstName]=Crowd`)).body.meta.total, 1);
    const path = `${contacts}/${created[0]?.body._id}`;
    const patched = await sendTwenty(() => admin.patch(path, { lastName: 'Changed' }, key('crowd-patch')));
    assert.equal(patched[0]?.body.version, 2);
    await assertOneWrite(patched, 'contact.updated');
  });

  it('that failed stores no key, so that a corrected request may use it', async () => {
    const failing: [(caller: Client, headers: Record<string, string>) => Promise<Reply>, number][] = [
      [(caller, headers) => caller.post(contacts, { email: 'x' }, headers), 422],
      [(caller, headers) => caller.post(contacts, { firstName: 'A', accountId: nobody }, headers), 422],
      [(caller, headers) => caller.patch(`${contacts}/${nobody}`, { firstName: 'A' }, headers), 404],
      [(caller, headers) => caller.post('/api/marketing/campaigns', { name: 'A' }, headers), 403],
    ];
    const caller = await user({ permissions: ['sales:*'] });
    for (const [n, [send, status]] of failing.entries()) {
      await assertNoWrites(app, ['idempotency_keys', 'sales_contacts'], async () => {
        assert.equal((await send(caller, key(`corrected-${n}`))).status, status);
      });
      const corrected = await caller.post(contacts, { firstName: 'Corrected' }, key(`corrected-${n}`));
      assert.deepEqual([corrected.status, replayed(corrected)], [201, null]);
    }
  });

  it('is replayed for 24 hours, and not after', async () => {
    const send = () => admin.post(contacts, { firstName: 'Aged' }, key('aged'));
    const setAge = (age: string) =>
      sql(`update idempotency_keys set created_at = now() - $1::interval where key = 'aged'`, [age]);
    const first = await send();
    await setAge('23 hours 59 minutes');
    assert.deepEqual(answer(await send()), answer(first));
    await setAge('24 hours 1 minute');
    const later = await send();
    assert.deepEqual([later.status, replayed(later)], [201, null]);
    assert.notEqual(later.body._id, first.body._id);
    const again = await send();
    assert.deepEqual([replayed(again), again.body._id], ['true', later.body._id]);
    await setAge('24 hours 1 minute');
    assert.equal((await admin.post(contacts, { firstName: 'Other' }, key('aged'))).status, 201);
  });

  it('has a key of 1 to 255 characters', async () => {
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const wrong of ['', 'k'.repeat(256), 'schlüssel']) {
        refused(await admin.post(contacts, { firstName: 'A' }, key(wrong)), 400, 'bad_request');
      }
    });
    for (const right of ['k', 'k'.repeat(255), 'with spaces: and/marks']) {
      await sendTwice((headers) => admin.post(contacts, { firstName: 'A' }, headers), right);
    }
  });

  it('that is a dry run stores no key', async () => {
    await assertNoWrites(app, ['sales_contacts', 'idempotency_keys'], async () => {
      assert.equal((await admin.post(`${contacts}?dryRun=true`, { firstName: 'A' }, key('dry'))).status, 201);
    });
    assert.equal(replayed(await admin.post(contacts, { firstName: 'A' }, key('dry'))), null);
  });
});
