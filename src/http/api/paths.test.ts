import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nobody, refused } from '#test/expect.ts';
import { appForFile } from '#test/harness.ts';

const app = await appForFile();
const { admin, anonymous } = app;
const contacts = '/api/sales/contacts';

describe('a model that does not exist', () => {
  const suffixes = [
    '',
    `/${nobody}`,
    '/not-an-id',
    '/search',
    '/bulk',
    '/aggregate',
    `/${nobody}/history`,
    `/${nobody}/restore`,
    `/${nobody}/revert`,
  ];

  it('is 404 for every method on every path, before the body is read', async () => {
    for (const name of ['sales/nope', 'nope/contacts']) {
      for (const suffix of suffixes) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const bodies = method === 'GET' ? [undefined] : [undefined, '{}', '{"broken":', 'x'.repeat(1_100_000)];
          for (const body of bodies) {
            const reply = await admin.request(method, `/api/${name}${suffix}`, body);
            refused(reply, 404, 'not_found');
            assert.match(
              reply.body.error.message,
              /^The model (nope|contacts) of the module (sales|nope) was not found/,
            );
          }
        }
      }
    }
  });

  it('is 401 without a session', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      refused(await anonymous.request(method, '/api/sales/nope'), 401, 'unauthenticated');
  });

  it('does not change the 405 of a real model', async () => {
    const reply = await admin.request('PUT', contacts, '{}');
    refused(reply, 405, 'method_not_allowed');
    assert.equal(reply.headers.get('allow'), 'GET, POST');
  });
});

describe('a trailing slash', () => {
  it('makes no difference on any kind of route', async () => {
    const made = await admin.post(`${contacts}/`, { firstName: 'Ada' });
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('location'), `${contacts}/${made.body._id}`);
    const one = `${contacts}/${made.body._id}`;
    for (const path of [
      contacts,
      `${contacts}/aggregate`,
      one,
      `${one}/history`,
      '/api/data/models',
      '/api/data/models/sales/contacts',
      '/api/identity/me',
      '/health',
      '/docs',
      '/openapi/sales.json',
    ]) {
      const plain = await admin.get(path);
      const slashed = await admin.get(`${path}/`);
      assert.deepEqual([slashed.status, slashed.text], [200, plain.text], path);
    }
    const listed = await admin.get(`${contacts}/?filter[firstName]=Ada&limit=1`);
    assert.equal(listed.body.data[0]._id, made.body._id);
    assert.equal((await admin.patch(`${one}/`, { lastName: 'L' })).body.version, 2);
    assert.equal(
      (await admin.post(`${contacts}/bulk/`, { operations: [{ op: 'delete', _id: made.body._id }] })).status,
      200,
    );
    refused(await admin.get('/api/sales/nope/'), 404, 'not_found');
    refused(await admin.request('PUT', `${contacts}/`), 405, 'method_not_allowed');
    refused(await admin.get(`${contacts}//`), 404, 'not_found');
  });

  it('makes no difference to an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'slash' };
    const first = await admin.post(contacts, { firstName: 'Once' }, key);
    const again = await admin.post(`${contacts}/`, { firstName: 'Once' }, key);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, first.text);
  });
});

describe('a change of a custom field', () => {
  const fields = '/api/data/models/sales/contacts/fields';

  it('cannot change its type, uniqueness or target, and the error says what to do', async () => {
    await admin.create(fields, { key: 'size', type: 'integer' });
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    await admin.create(fields, { key: 'partner', type: 'reference', reference });
    const type = await admin.patch(`${fields}/size`, { type: 'text' });
    const [detail] = refused(type, 422, 'validation_failed', 'type');
    assert.equal(detail?.code, 'read_only');
    assert.equal(
      type.body.error.message,
      'type of the field size cannot change from integer to text, because its values depend on it; make a new field, ' +
        'copy the values with updates, and delete this one.',
    );
    refused(await admin.patch(`${fields}/size`, { unique: true }), 422, 'validation_failed', 'unique');
    const other = { reference: { moduleKey: 'sales', slug: 'leads' } };
    refused(await admin.patch(`${fields}/partner`, other), 422, 'validation_failed', 'reference');
  });

  it('may repeat the unchanged values of read-only properties', async () => {
    const reply = await admin.patch(`${fields}/size`, { type: 'integer', unique: false, label: 'Size in metres' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.label, 'Size in metres');
    const reference = { slug: 'accounts', moduleKey: 'sales' };
    assert.equal((await admin.patch(`${fields}/partner`, { reference })).status, 200);
  });
});
