import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fieldsOf, models } from '#test/custom-fields.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, sql, tenant } = app;
const contacts = fieldsOf('sales/contacts');

const idOf = async (client: Client): Promise<string> =>
  (await sql('select id::text from tenants where account_key = $1', [client.accountKey]))[0].id;

/** Inserts fields that exceed the limits, as older versions could create them. */
const insertFields = (tenantId: string, slug: string, count: number, definition: Json, prefix = 'old') =>
  sql(
    `insert into custom_fields (tenant_id, id, module_key, slug, key, definition)
     select $1, gen_random_uuid(), 'sales', $2, $3 || n, $4::jsonb from generate_series(1, $5) n`,
    [tenantId, slug, prefix, JSON.stringify(definition), count],
  );

const countOf = async (tenantId: string): Promise<number> =>
  (await sql('select count(*)::int as n from custom_fields where tenant_id = $1', [tenantId]))[0].n;

describe('a custom field', () => {
  it('has a default of at most 4 KB', async () => {
    const owner = await tenant();
    const field = { key: 'notes', type: 'longText', default: 'x'.repeat(4095) };
    const [detail] = refused(await owner.post(contacts, field), 422, 'validation_failed', 'default');
    assert.match(detail?.message ?? '', /4,097 bytes.*at most 4,096.*shorter/);
    assert.equal((await owner.post(contacts, { ...field, default: 'x'.repeat(4094) })).status, 201);
    refused(await owner.patch(`${contacts}/notes`, { default: 'y'.repeat(5000) }), 422, 'validation_failed', 'default');
    const model = { moduleKey: 'sales', slug: 'boxes', fields: [{ ...field, default: 'é'.repeat(2100) }] };
    refused(await owner.post(models, model), 422, 'validation_failed', 'fields[0].default');
    assert.equal((await owner.get(`${models}/sales/boxes`)).status, 404);
  });

  it('has at most 200 options, and a definition of at most 16 KB', async () => {
    const owner = await tenant();
    const options = (count: number, label: string) =>
      Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label: `${label}${n}` }));
    const post = (given: Json[]) => owner.post(contacts, { key: 'grade', type: 'choice', options: given });
    const [tooMany] = refused(await post(options(201, 'x')), 422, 'validation_failed', 'options');
    assert.match(tooMany?.message ?? '', /200/);
    refused(await post([{ value: 'x'.repeat(101), label: 'X' }]), 422, 'validation_failed', 'options[0].value');
    refused(await post([{ value: 'x', label: 'x'.repeat(201) }]), 422, 'validation_failed', 'options[0].label');
    const [tooLarge] = refused(await post(options(200, 'x'.repeat(100))), 422, 'validation_failed', 'options');
    assert.match(tooLarge?.message ?? '', /at most 16,384/);
    assert.equal((await post(options(200, 'x'))).status, 201);
  });
});

describe('the schema of a tenant', () => {
  it('has at most 200 custom fields per model and 2,000 in total', async () => {
    const owner = await tenant();
    const id = await idOf(owner);
    await insertFields(id, 'contacts', 199, { type: 'text' });
    assert.equal((await owner.post(contacts, { key: 'last', type: 'text' })).status, 201);
    const reply = await owner.post(contacts, { key: 'oneMore', type: 'text' });
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /at most 200 custom fields.*sales\.contacts would have 201.*delete one/);
    for (const slug of ['leads', 'orders', 'quotes', 'products', 'accounts', 'regions', 'notes', 'tasks', 'insights'])
      await insertFields(id, slug, slug === 'insights' ? 199 : 200, { type: 'text' });
    const opportunities = fieldsOf('sales/opportunities');
    assert.equal((await owner.post(opportunities, { key: 'first', type: 'text' })).status, 201);
    const full = await owner.post(opportunities, { key: 'second', type: 'text' });
    refused(full, 409, 'conflict');
    assert.match(full.body.error.message, /at most 2,000 custom fields in all/);
    assert.equal((await owner.delete(`${opportunities}/first`)).status, 204);
    assert.equal((await owner.post(opportunities, { key: 'second', type: 'text' })).status, 201);
  });

  it('has at most 100 models', async () => {
    const owner = await tenant();
    await sql(
      `insert into custom_models (tenant_id, id, module_key, slug, definition)
       select $1, gen_random_uuid(), 'sales', 'things' || n,
         jsonb_build_object('modelKey', 'thing' || n, 'label', 'Thing', 'labelPlural', 'Things') from generate_series(1, 99) n`,
      [await idOf(owner)],
    );
    assert.equal((await owner.post(models, { moduleKey: 'sales', slug: 'boxes' })).status, 201);
    const reply = await owner.post(models, { moduleKey: 'sales', slug: 'crates' });
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /at most 100 models/);
  });

  it('is at most 1 MB, even with concurrent writes', async () => {
    const owner = await tenant();
    const id = await idOf(owner);
    await insertFields(id, 'leads', 199, { type: 'longText', default: 'x'.repeat(4000) });
    await insertFields(id, 'orders', 46, { type: 'longText', default: 'x'.repeat(4000) });
    const before = await countOf(id);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        owner.post(contacts, { key: `at${n}`, type: 'longText', default: 'x'.repeat(4000) }),
      ),
    );
    const made = replies.filter((reply) => reply.status === 201).length;
    assert.ok(made >= 1 && made < 6, String(made));
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      const [detail] = refused(reply, 422, 'validation_failed', 'definition');
      assert.match(detail?.message ?? '', /at most 1,000,000.*delete fields/);
    }
    assert.equal(await countOf(id), before + made);
    const [{ bytes }] = await sql(
      'select sum(octet_length(definition::text))::int as bytes from custom_fields where tenant_id = $1',
      [id],
    );
    assert.ok(bytes <= 1_000_000, String(bytes));
  });
});

describe('a schema that was too large before the limits', () => {
  const large = { type: 'json', label: 'Large', default: { text: 'x'.repeat(900_000) } };

  it('is served without the large parts, and can be repaired', async () => {
    const owner = await tenant();
    const id = await idOf(owner);
    await insertFields(id, 'contacts', 3, large);
    const contact = await owner.create('/api/sales/contacts', { firstName: 'Ada', old1: ['kept'] });
    assert.deepEqual([contact.old1, contact.old2], [['kept'], null]);
    const { fields } = (await owner.get(`${models}/sales/contacts`)).body;
    const shown = fields.find(({ key }: Json) => key === 'old1');
    assert.deepEqual([shown.type, shown.label, shown.default], ['json', 'Large', null]);
    // A change that adds nothing keeps the stored definition; with a smaller default the field is complete again.
    assert.equal((await owner.patch(`${contacts}/old1`, { label: 'Big' })).status, 200);
    const [{ kept }] = await sql(
      `select length(definition->'default'->>'text') as kept from custom_fields where tenant_id = $1 and key = 'old1'`,
      [id],
    );
    assert.equal(kept, 900_000);
    refused(await owner.post(contacts, { key: 'more', type: 'text' }), 422, 'validation_failed', 'definition');
    for (const key of ['old2', 'old3']) assert.equal((await owner.delete(`${contacts}/${key}`)).status, 204);
    assert.equal((await owner.patch(`${contacts}/old1`, { default: ['small'] })).body.default[0], 'small');
    assert.equal((await owner.post(contacts, { key: 'more', type: 'text' })).status, 201);
  });

  it('neither fills the memory of the process nor prevents a start', async () => {
    setFlagsFromString('--expose_gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const owners = [await tenant(), await tenant(), await tenant()];
    const other = await tenant();
    // Each tenant has 30 fields of 900 KB and 1,200 of 4 KB: 100 MB in total, and more once parsed.
    for (const owner of owners) {
      await insertFields(await idOf(owner), 'contacts', 30, large);
      for (const slug of ['leads', 'orders'])
        await insertFields(await idOf(owner), slug, 600, { type: 'longText', default: 'x'.repeat(4000) });
    }
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (const owner of owners) {
      const contact = await owner.create('/api/sales/contacts', { firstName: 'Ada', old1: 'kept' });
      assert.equal(contact.old1, 'kept');
      assert.equal((await owner.get('/api/sales/leads')).status, 200);
      assert.equal((await other.get('/api/sales/contacts')).status, 200);
    }
    collectGarbage();
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(grown < 40_000_000, `${(grown / 1e6).toFixed(0)} MB`);
    // A starting node behaves the same on this database.
    const [{ createApp }, { testConfig }, { default: pino }] = await Promise.all([
      import('../../../app.ts'),
      import('#test/cluster.ts'),
      import('pino'),
    ]);
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
    const second = await createApp({ config: testConfig({}), connection: app.connection, log, passwordCost: 4 });
    try {
      for (const owner of [...owners, other]) {
        const { statusCode } = await second.server.inject({
          method: 'GET',
          url: '/api/sales/contacts',
          headers: { authorization: `Bearer ${owner.token}` },
        });
        assert.equal(statusCode, 200);
      }
    } finally {
      await second.close();
    }
    assert.equal(warnings.filter((line) => line.includes('are too large')).length, owners.length);
  });
});

describe('a role', () => {
  it('has at most 200 permissions, and lists of fields of at most 32 KB', async () => {
    const roles = '/api/identity/roles';
    const name = (n: number) => `bounded-${n}`;
    const scopes = (count: number) => Array.from({ length: count }, () => 'sales:read');
    const [tooMany] = refused(
      await admin.post(roles, { name: name(1), permissions: scopes(201) }),
      422,
      'validation_failed',
      'permissions',
    );
    assert.match(tooMany?.message ?? '', /at most 200/);
    assert.equal((await admin.post(roles, { name: name(2), permissions: scopes(200) })).status, 201);
    const long = `${'a'.repeat(100)}:read`;
    refused(await admin.post(roles, { name: name(3), permissions: [long] }), 422, 'validation_failed', 'permissions');
    for (const key of ['hiddenFields', 'readOnlyFields']) {
      const many = { 'sales.contacts': Array.from({ length: 5000 }, () => 'phone') };
      const [tooLarge] = refused(
        await admin.post(roles, { name: name(4), permissions: [], [key]: many }),
        422,
        'validation_failed',
        key,
      );
      assert.match(tooLarge?.message ?? '', /at most 32768/);
    }
  });

  it('is one of at most 50 roles of a user', async () => {
    const user = { email: 'many@example.com', password: 'a long enough password', roles: Array(51).fill('member') };
    refused(await admin.post('/api/identity/users', user), 422, 'validation_failed', 'roles');
  });
});
