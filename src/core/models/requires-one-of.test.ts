import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, invalid } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, sql, user } = app;

const rules: [path: string, keys: string[]][] = [
  ['/api/sales/contacts', ['lastName', 'firstName', 'email']],
  ['/api/sales/leads', ['lastName', 'firstName', 'company', 'email']],
];

const problems = (keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, 'one_of_required']));

const sample = (key: string) => (key === 'email' ? 'ada@example.com' : 'Ada');

for (const [path, keys] of rules) {
  describe(`a record of ${path}`, () => {
    it('is not created without a name or an address, and the error names the fields', async () => {
      await assertNoWrites(app, [], async () => {
        for (const body of [{}, { phone: '+1 202 555 0100' }, { firstName: ' ', lastName: '' }, { email: null }]) {
          const reply = await admin.post(path, body);
          invalid(reply, problems(keys));
          assert.match(reply.body.error.message, /^lastName, firstName, .*or email is required\.$/);
        }
        const both = await admin.post(path, { score: 'x' });
        invalid(both, { score: 'invalid_type', ...problems(keys) });
        assert.match(both.body.error.message, /\(and 1 more, see details\)$/);
        invalid(await admin.post(path, { email: 'x' }), { email: 'invalid_format' });
        const bulk = await admin.post(`${path}/bulk`, { operations: [{ op: 'create', record: {} }] });
        assert.equal(bulk.status, 422);
        assert.equal(bulk.body.error.details[0].field, 'operations[0].record.lastName');
      });
      for (const key of keys) assert.equal((await admin.post(path, { [key]: sample(key) })).status, 201);
    });

    it('keeps at least one of them in every update and replacement', async () => {
      const record = await admin.create(path, { firstName: 'Ada', email: 'ada@example.com' });
      const one = `${path}/${record._id}`;
      assert.equal((await admin.patch(one, { email: null })).status, 200);
      await assertNoWrites(app, [], async () => {
        invalid(await admin.patch(one, { firstName: null }), problems(keys));
        invalid(await admin.patch(one, { firstName: '', phone: '+1 202 555 0100' }), problems(keys));
        invalid(await admin.put(one, { phone: '+1 202 555 0100' }), problems(keys));
      });
      assert.equal((await admin.patch(one, { firstName: null, lastName: 'Lovelace' })).status, 200);
      assert.equal((await admin.put(one, { email: 'ada@example.com' })).body.lastName, null);
    });

    it('that violates the rule since before can still change other fields and be reverted', async () => {
      const record = await admin.create(path, { firstName: 'Ada' });
      const one = `${path}/${record._id}`;
      const table = path.replace('/api/sales/', 'sales_');
      await sql(`update ${table} set first_name = null where id = $1::uuid`, [record._id]);
      assert.equal((await admin.patch(one, { phone: '+1 202 555 0100' })).body.version, 2);
      assert.equal((await admin.patch(one, { firstName: 'Ada', phone: null })).body.version, 3);
      const back = await admin.post(`${one}/revert`, { version: 2 });
      assert.deepEqual([back.body.firstName, back.body.phone], ['Ada', '+1 202 555 0100']);
    });

    it('is validated with the fields that the caller may see', async () => {
      const name = path.replace('/api/', '').replace('/', '.');
      const partial = await user({ permissions: ['sales:*'], hiddenFields: { [name]: ['email', 'lastName'] } });
      const record = await admin.create(path, { firstName: 'Ada', email: 'ada@example.com' });
      const seen = keys.filter((key) => !['email', 'lastName'].includes(key));
      invalid(await partial.patch(`${path}/${record._id}`, { firstName: null }), problems(seen));
      invalid(await partial.post(path, {}), problems(seen));
      const blind = await user({ permissions: ['sales:*'], hiddenFields: { [name]: keys } });
      assert.equal((await blind.post(path, { phone: '+1 202 555 0100' })).status, 201);
    });

    it('shows the rule in the registry and in the OpenAPI document', async () => {
      const [, , moduleKey, slug] = path.split('/');
      const model = (await admin.get(`/api/data/models/${moduleKey}/${slug}`)).body;
      assert.deepEqual(model.requiresOneOf, keys);
      const listed = (await admin.get('/api/data/models?filter[moduleKey]=sales')).body.data;
      const withRule = listed.filter((one: Json) => one.requiresOneOf !== undefined).map((one: Json) => one.slug);
      // File records are excluded: they have a name, or a stored file that has one.
      const others = withRule.filter((one: string) => !/(?:^f|F)iles$/.test(one));
      assert.deepEqual(others.sort(), ['contacts', 'leadRoutingRules', 'leadScoringRules', 'leads']);
      assert.equal(
        withRule.length - others.length,
        listed.filter((one: Json) => /(?:^f|F)iles$/.test(one.slug)).length,
      );
      const document = (await admin.get('/openapi/sales.json')).body;
      const { description } = document.components.schemas[slug === 'contacts' ? 'ContactInput' : 'LeadInput'];
      assert.equal(description, `At least one of these is required: ${keys.join(', ')}.`);
    });
  });
}
