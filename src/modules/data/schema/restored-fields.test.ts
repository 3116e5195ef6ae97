import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf, keys, models } from '#test/custom-fields.ts';
import { assertNoWrites, ids, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { events, settled, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const fields = fieldsOf('sales/contacts');

const restore = (client: Client, key: string, query = '') => client.post(`${fields}/${key}/restore${query}`, {});

describe('a deleted custom field', () => {
  it('is restored with its values everywhere', async () => {
    const owner = await tenant();
    const field = { key: 'nickname', type: 'text', unique: true, searchable: true, label: 'Called' };
    const made = await owner.create(fields, field);
    const ada = await owner.create(contacts, { firstName: 'Ada', nickname: 'Countess' });
    const deleted = await owner.create(contacts, { firstName: 'Gone', nickname: 'Ghost' });
    assert.equal((await owner.delete(`${fields}/nickname`)).status, 204);
    await owner.patch(`${contacts}/${ada._id}`, { lastName: 'Lovelace' });
    await owner.put(`${contacts}/${ada._id}`, { firstName: 'Ada', lastName: 'King' });
    await owner.delete(`${contacts}/${deleted._id}`);
    await settled();
    for (const path of [
      models,
      '/openapi.json',
      `${contacts}?limit=200`,
      `${contacts}/${ada._id}/history`,
      '/api/data/trash',
      '/api/data/changes?limit=200',
      '/api/integrations/event-types',
    ])
      assert.doesNotMatch((await owner.get(path)).text, /nickname|Called|Countess|Ghost/, path);
    const dry = await restore(owner, 'nickname', '?dryRun=true');
    assert.deepEqual([dry.status, dry.body], [200, made]);
    const reply = await owner.post(`${fields}/nickname/restore`, {}, { 'x-request-id': 'back' });
    assert.deepEqual([reply.status, reply.body], [200, made], reply.text);
    const schemaEvents = (await events()).filter((event) => event.request_id === 'back');
    assert.deepEqual(types(schemaEvents), ['model.updated']);
    assert.ok(
      keys(schemaEvents[0]?.record).includes('nickname') && !keys(schemaEvents[0]?.previous).includes('nickname'),
    );
    assert.equal((await owner.get(`${contacts}/${ada._id}`)).body.nickname, 'Countess');
    assert.deepEqual(ids(await owner.get(`${contacts}?filter[nickname]=Countess`)), [ada._id]);
    assert.deepEqual(ids(await owner.get(`${contacts}?q=countess`)), [ada._id]);
    const first = (await owner.get(`${contacts}/${ada._id}/history`)).body.data.at(-1);
    assert.ok(first.changes.some(({ field: key, after }: Json) => key === 'nickname' && after === 'Countess'));
    refused(
      await owner.post(contacts, { firstName: 'Eve', nickname: 'COUNTESS' }),
      409,
      'unique_violation',
      'nickname',
    );
    // The record with this value was deleted in the meantime.
    assert.equal((await owner.create(contacts, { firstName: 'Eve', nickname: 'Ghost' })).nickname, 'Ghost');
    refused(await restore(owner, 'nickname'), 409, 'conflict');
  });

  it('cannot be restored once a new field has its key', async () => {
    const owner = await tenant();
    await owner.create(fields, { key: 'size', type: 'text' });
    const record = await owner.create(contacts, { firstName: 'Ada', size: 'XL' });
    await owner.delete(`${fields}/size`);
    await owner.create(fields, { key: 'size', type: 'integer' });
    await owner.patch(`${contacts}/${record._id}`, { size: 7 });
    const reply = await restore(owner, 'size');
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /size of sales\.contacts cannot be restored any more/);
    await owner.delete(`${fields}/size`);
    const [entry] = (await owner.get(`${models}?deleted=true`)).body.data;
    assert.deepEqual([entry.kind, entry.key, entry.type], ['field', 'size', 'integer']);
    assert.equal((await owner.post(entry.restorePath, {})).body.type, 'integer');
    assert.equal((await owner.get(`${contacts}/${record._id}`)).body.size, 7);
  });

  it('becomes the title field again, and loses references to deleted records', async () => {
    const owner = await tenant();
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    const own = [
      { key: 'called', type: 'text' },
      { key: 'buyerId', type: 'reference', reference },
      { key: 'crew', type: 'references', reference },
    ];
    await owner.create(models, { moduleKey: 'sales', slug: 'boats', titleField: 'called', fields: own });
    const [a, b] = [
      await owner.create('/api/sales/accounts', { name: 'A' }),
      await owner.create('/api/sales/accounts', { name: 'B' }),
    ];
    const boat = await owner.create('/api/sales/boats', { called: 'Argo', buyerId: a._id, crew: [a._id, b._id] });
    for (const { key } of own) assert.equal((await owner.delete(`${fieldsOf('sales/boats')}/${key}`)).status, 204);
    assert.equal((await owner.get(`${models}/sales/boats`)).body.titleField, '_id');
    await owner.delete(`/api/sales/accounts/${a._id}`);
    for (const { key } of own)
      assert.equal((await owner.post(`${fieldsOf('sales/boats')}/${key}/restore`, {})).status, 200, key);
    assert.equal((await owner.get(`${models}/sales/boats`)).body.titleField, 'called');
    const { called, buyerId, crew, version } = (await owner.get(`/api/sales/boats/${boat._id}`)).body;
    assert.deepEqual([called, buyerId, crew, version], ['Argo', null, [b._id], 1]);
  });

  it('can be restored only with data:admin, when its model exists and no role hides the field', async () => {
    const owner = await tenant();
    await owner.create(fields, { key: 'salaryBand', type: 'text' });
    const writer = await user({ permissions: ['*:read', '*:write'] }, owner);
    const hiddenFields = { 'sales.contacts': ['salaryBand'] };
    const restricted = await user({ permissions: ['sales:read', 'data:admin'], hiddenFields }, owner);
    await owner.delete(`${fields}/salaryBand`);
    await assertNoWrites(app, ['custom_fields', 'deleted_fields'], async () => {
      refused(await restore(writer, 'salaryBand'), 403, 'forbidden', 'data:admin');
    });
    refused(await restore(restricted, 'salaryBand'), 404, 'not_found');
    assert.deepEqual((await restricted.get(`${models}?deleted=true`)).body.data, []);
    refused(await restore(owner, 'nothing'), 404, 'not_found');
    refused(await restore(owner, 'firstName'), 404, 'not_found');
    refused(await owner.post(`${fieldsOf('sales/nothing')}/salaryBand/restore`, {}), 404, 'not_found');
    refused(await owner.post(`${fields}/salaryBand/restore`, { x: 1 }), 422, 'validation_failed', 'x');
    refused(await restore(await tenant(), 'salaryBand'), 404, 'not_found');
    assert.equal((await restore(owner, 'salaryBand')).status, 200);
  });

  it('counts against the limit of fields again when it is restored', async () => {
    const owner = await tenant();
    const own = Array.from({ length: 200 }, (_, n) => ({ key: `f${n}`, type: 'text' }));
    await owner.create(models, { moduleKey: 'sales', slug: 'boats', fields: own });
    const boatFields = fieldsOf('sales/boats');
    assert.equal((await owner.delete(`${boatFields}/f0`)).status, 204);
    await owner.create(boatFields, { key: 'other', type: 'text' });
    refused(await owner.post(`${boatFields}/f0/restore`, {}), 409, 'conflict');
    await owner.delete(`${boatFields}/other`);
    assert.equal((await owner.post(`${boatFields}/f0/restore`, {})).status, 200);
  });

  it('can be restored while it is among the newest 2,000', async () => {
    const owner = await tenant();
    const [{ id }] = await sql('select id from tenants where account_key = $1', [owner.accountKey]);
    await sql(
      `insert into deleted_fields (tenant_id, id, module_key, slug, key, definition, created_at, deleted_at)
       select $1, gen_random_uuid(), 'sales', 'contacts', 'f' || n, '{"type":"text"}', now(), now() - make_interval(mins => n)
       from generate_series(1, 2000) n`,
      [id],
    );
    await owner.create(fields, { key: 'newest', type: 'text' });
    await owner.delete(`${fields}/newest`);
    const listed = (await owner.get(`${models}?deleted=true&limit=1`)).body;
    assert.deepEqual([listed.meta.total, listed.data[0].key], [2000, 'newest']);
    refused(await restore(owner, 'f2000'), 409, 'conflict');
    assert.equal((await restore(owner, 'f1999')).status, 200);
  });
});
