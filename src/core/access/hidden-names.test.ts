import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf, keys, models } from '#test/custom-fields.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { settled, tenant, user } = await appForFile();
const contacts = fieldsOf('sales/contacts');
const hidden = ['salaryBand', 'phone'];
const hiddenFields = { 'sales.contacts': hidden, 'sales.secretProjects': ['codeName'] };

let owner: Client;
let restricted: Client;
/** A user without sales:read. */
let outsider: Client;

before(async () => {
  owner = await tenant();
  assert.equal((await owner.post(contacts, { key: 'salaryBand', type: 'text', label: 'Pay' })).status, 201);
  const model = {
    moduleKey: 'sales',
    slug: 'secretProjects',
    titleField: 'codeName',
    fields: [
      { key: 'codeName', type: 'text' },
      { key: 'budget', type: 'number' },
    ],
  };
  assert.equal((await owner.post(models, model)).status, 201);
  restricted = await user({ permissions: ['sales:read', 'integrations:read', 'data:admin'], hiddenFields }, owner);
  outsider = await user({ permissions: ['integrations:read'], hiddenFields }, owner);
});

const names = (text: string): string[] => ['salaryBand', 'codeName'].filter((key) => text.includes(key));

describe('a field that a role hides is not named', () => {
  it('by the registry', async () => {
    for (const client of [restricted, outsider]) {
      const all = await client.get(models);
      assert.deepEqual(names(all.text), []);
      const one = await client.get(`${models}/sales/contacts`);
      assert.deepEqual(
        keys(one.body).filter((key) => hidden.includes(key)),
        [],
      );
      assert.equal((await client.get(`${models}/sales/secretProjects`)).body.titleField, '_id');
    }
    assert.deepEqual(names((await owner.get(models)).text), ['salaryBand', 'codeName']);
  });

  it('by the OpenAPI documents of the platform and of a module', async () => {
    for (const path of ['/openapi.json', '/openapi/sales.json']) {
      for (const client of [restricted, outsider]) {
        const { status, text, body } = await client.get(path);
        assert.equal(status, 200);
        assert.deepEqual(names(text), []);
        for (const name of ['Contact', 'ContactInput', 'ContactPatch']) {
          const { properties } = body.components.schemas[name];
          assert.deepEqual([properties.phone, typeof properties.email], [undefined, 'object']);
        }
        assert.ok(body.components.schemas.Lead.properties.phone);
        assert.ok(body.components.schemas.SecretProject.properties.budget);
      }
      assert.deepEqual(names((await owner.get(path)).text), ['salaryBand', 'codeName']);
    }
  });

  it('by the types of events', async () => {
    const path = '/api/integrations/event-types';
    for (const client of [restricted, outsider]) {
      const { body, text } = await client.get(path);
      assert.deepEqual(names(text), []);
      const { schema } = body.data.find(({ type }: Json) => type === 'contact.created');
      assert.equal(schema.properties.data.properties.record.properties.phone, undefined);
    }
    assert.deepEqual(names((await owner.get(path)).text), ['salaryBand', 'codeName']);
  });

  it('by schema changes in the change feed', async () => {
    await settled();
    const { body, text } = await restricted.get('/api/data/changes?limit=200');
    assert.ok(body.data.some(({ type }: Json) => type === 'model.created'));
    assert.deepEqual(names(text), []);
    assert.deepEqual(names((await owner.get('/api/data/changes?limit=200')).text), ['salaryBand', 'codeName']);
  });

  it('when the user tries to change it: the answer is 404', async () => {
    refused(await restricted.patch(`${contacts}/salaryBand`, { label: 'Mine' }), 404, 'not_found');
    refused(await restricted.delete(`${contacts}/salaryBand`), 404, 'not_found');
    assert.equal((await owner.patch(`${contacts}/salaryBand`, { label: 'Pay band' })).status, 200);
  });
});
