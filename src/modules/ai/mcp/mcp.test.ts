import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectMcp, type Era, eras } from '#test/ai/mcp-client.ts';
import { nobody } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, url } = app;
const contacts = '/api/sales/contacts';
const readTools = ['queryRecords', 'getRecord'];
const writeTools = ['createRecord', 'updateRecord'];

const keyOf = async (by: Client, scopes: string[]): Promise<Json> =>
  by.create('/api/identity/apiKeys', { name: 'For a program', scopes });
const connect = (client: Client, era: Era = 'auto') => connectMcp(url, client.token, era);
const named = (tools: readonly string[], wanted: readonly string[]) => wanted.filter((name) => tools.includes(name));

for (const era of eras) {
  describe(`a program that begins with ${era === 'legacy' ? 'initialize' : 'server/discover'}`, () => {
    it('learns what the server is and lists the tools, reading apart from writing', async () => {
      const program = await connect(admin, era);
      assert.equal(program.client.getServerVersion()?.name, 'atrium');
      assert.match(program.client.getInstructions() ?? '', /atrium:\/\/models/);
      const { tools } = await program.client.listTools();
      assert.deepEqual(
        named(
          tools.map(({ name }) => name),
          [...readTools, ...writeTools],
        ),
        [...readTools, ...writeTools],
      );
      for (const { name, title, description, inputSchema, annotations } of tools) {
        assert.ok(title !== name && title !== undefined, `${name} has a title`);
        assert.ok(description);
        assert.equal(inputSchema.type, 'object');
        assert.equal(typeof annotations?.readOnlyHint, 'boolean', name);
        assert.ok(!JSON.stringify(inputSchema).includes('enant'), 'no schema names a tenant');
      }
      const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
      assert.deepEqual(
        [hints.queryRecords?.readOnlyHint, hints.createRecord?.readOnlyHint, hints.createRecord?.destructiveHint],
        [true, false, false],
      );
      assert.deepEqual([hints.updateRecord?.destructiveHint, hints.updateRecord?.idempotentHint], [true, true]);
      await program.close();
    });

    it('creates, changes, reads and finds records as its user', async () => {
      const program = await connect(admin, era);
      const lastName = `Lovelace ${era}`;
      const created = await program.call('createRecord', { model: 'contacts', record: { lastName } });
      assert.equal(created.isError, false);
      const { _id: id } = created.value;
      const changed = await program.call('updateRecord', { model: 'contacts', id, changes: { firstName: 'Ada' } });
      assert.equal(changed.value.firstName, 'Ada');
      assert.equal((await program.call('getRecord', { model: 'sales.contacts', id })).value.lastName, lastName);
      const found = await program.call('queryRecords', {
        model: 'contacts',
        filter: { lastName },
        fields: ['firstName'],
      });
      assert.deepEqual(found.value.records, [{ _id: id, firstName: 'Ada' }]);
      const { body } = await admin.get(`${contacts}/${id}`);
      assert.deepEqual([body.createdBy, body.version], [admin.userId, 2]);
      const { data: history } = (await admin.get(`${contacts}/${id}/history`)).body;
      assert.deepEqual(
        history.map(({ actor }: Json) => [actor._id, actor.via]),
        [
          [admin.userId, 'mcp'],
          [admin.userId, 'mcp'],
        ],
      );
      const events = await app.events(id);
      assert.deepEqual(
        events.map(({ type, actor_id }) => [type, actor_id]),
        [
          ['contact.created', admin.userId],
          ['contact.updated', admin.userId],
        ],
      );
      await program.close();
    });

    it('gets what is wrong with a call as an error of the tool, in words', async () => {
      const program = await connect(admin, era);
      const errorOf = async (name: string, input: Json) => {
        const { isError, value } = await program.call(name, input);
        assert.ok(isError);
        return value;
      };
      assert.equal((await errorOf('getRecord', { model: 'contacts' })).code, 'validation_failed');
      assert.equal((await errorOf('getRecord', { model: 'contacts', id: nobody })).code, 'not_found');
      assert.match((await errorOf('getRecord', { model: 'contactz', id: nobody })).message, /sales\.contacts/);
      const invalid = await errorOf('createRecord', { model: 'contacts', record: { email: 'nonsense' } });
      assert.deepEqual([invalid.code, invalid.details[0].field], ['validation_failed', 'email']);
      const foreign = await errorOf('getRecord', { model: 'contacts', id: nobody, accountKey: 'default' });
      assert.equal(foreign.code, 'validation_failed');
      await assert.rejects(program.call('dropTable', {}), { code: -32602 });
      await program.close();
    });

    it('reads the models as resources', async () => {
      const program = await connect(admin, era);
      const { resources } = await program.client.listResources();
      assert.equal(resources[0]?.uri, 'atrium://models');
      assert.ok(resources.some(({ uri }) => uri === 'atrium://models/sales.contacts'));
      const { resourceTemplates } = await program.client.listResourceTemplates();
      assert.equal(resourceTemplates[0]?.uriTemplate, 'atrium://models/{name}');
      const { models } = await program.read('atrium://models');
      assert.equal(models.length, resources.length - 1);
      assert.ok(models.find(({ model }: Json) => model === 'sales.contacts').writable);
      assert.ok(!models.find(({ model }: Json) => model === 'ai.aiCompletionLogs').writable);
      const { fields } = await program.read('atrium://models/sales.contacts');
      assert.equal(fields.find(({ key }: Json) => key === 'email').type, 'email');
      for (const uri of ['atrium://models/sales.nothings', 'atrium://else', 'file:///etc/passwd'])
        await assert.rejects(program.read(uri), { code: -32602 }, uri);
      await program.close();
    });
  });
}

describe('the permissions of the caller', () => {
  it('decide which tools and models there are', async () => {
    const reader = await connect(await app.user({ permissions: ['ai:write', 'sales:read'] }));
    const names = await reader.toolNames();
    assert.deepEqual(named(names, readTools), readTools);
    assert.deepEqual(named(names, writeTools), []);
    const input = { model: 'contacts', record: { lastName: 'Forbidden' } };
    await assert.rejects(reader.call('createRecord', input), { code: -32602 });
    const { models } = await reader.read('atrium://models');
    const modules = new Set(models.map(({ model }: Json) => model.split('.')[0]));
    assert.ok(modules.has('sales') && !modules.has('identity') && !modules.has('support'));
    await assert.rejects(reader.read('atrium://models/identity.users'), { code: -32602 });
    assert.equal((await admin.get(`${contacts}?filter[lastName]=Forbidden`)).body.data.length, 0);
    await reader.close();
  });

  it('limit what tools reach: own records, and no hidden field', async () => {
    const hiding = { hiddenFields: { 'sales.contacts': ['email'] } };
    const own = await app.user({ permissions: ['ai:write', 'sales:read:own', 'sales:write:own'], ...hiding });
    const theirs = await admin.create(contacts, { lastName: 'Not mine', email: 'hidden@example.com' });
    const program = await connect(own);
    const mine = await program.call('createRecord', { model: 'contacts', record: { lastName: 'Mine' } });
    const listed = await program.call('queryRecords', { model: 'contacts' });
    assert.deepEqual(
      listed.value.records.map(({ _id }: Json) => _id),
      [mine.value._id],
    );
    assert.equal('email' in mine.value, false);
    for (const [name, input] of [
      ['getRecord', {}],
      ['updateRecord', { changes: { lastName: 'Taken' } }],
    ] as const)
      assert.equal((await program.call(name, { model: 'contacts', id: theirs._id, ...input })).value.code, 'not_found');
    const { fields } = await program.read('atrium://models/sales.contacts');
    assert.ok(!fields.some(({ key }: Json) => key === 'email'));
    await program.close();
  });

  it('need ai:write', async () => {
    const without = await app.user({ permissions: ['sales:read'] });
    const reply = await without.post('/api/ai/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    assert.deepEqual([reply.status, reply.body.error.details[0].field], [403, 'ai:write']);
    await assert.rejects(connect(without), /403/);
  });

  it('are those of one account: ids of another are not found', async () => {
    const other = await app.tenant();
    const theirs = await other.create(contacts, { lastName: 'Theirs' });
    const program = await connect(admin);
    for (const input of [{}, { tenantId: 1 }, { accountKey: other.accountKey }]) {
      const { isError, value } = await program.call('getRecord', { model: 'contacts', id: theirs._id, ...input });
      assert.ok(isError && !JSON.stringify(value).includes('Theirs'));
    }
    assert.equal(
      (await program.call('updateRecord', { model: 'contacts', id: theirs._id, changes: { lastName: 'Ours' } })).value
        .code,
      'not_found',
    );
    assert.equal((await other.get(`${contacts}/${theirs._id}`)).body.lastName, 'Theirs');
    await program.close();
  });
});

describe('an API key', () => {
  it('is enough, has its own scopes, and ends with its deletion', async () => {
    const key = await keyOf(admin, ['ai:write', 'sales:read', 'support:write']);
    const program = await connectMcp(url, key.key);
    assert.equal((await program.call('queryRecords', { model: 'contacts' })).isError, false);
    const refused = await program.call('createRecord', { model: 'contacts', record: { lastName: 'By key' } });
    assert.equal(refused.value.code, 'forbidden');
    assert.equal((await admin.delete(`/api/identity/apiKeys/${key._id}`)).status, 204);
    await assert.rejects(program.call('queryRecords', { model: 'contacts' }));
    await assert.rejects(connectMcp(url, key.key));
    await program.close();
  });

  it('of a suspended account is refused', async () => {
    const other = await app.tenant();
    const key = await keyOf(other, ['ai:write', 'sales:read']);
    const program = await connectMcp(url, key.key);
    assert.equal((await program.call('queryRecords', { model: 'contacts' })).isError, false);
    const management = '/api/sales/account-management/suspend';
    const { status } = await admin.post(management, { accountKey: other.accountKey, reason: 'A test.' });
    assert.equal(status, 200);
    await assert.rejects(program.call('queryRecords', { model: 'contacts' }), /account_suspended/);
    await program.close();
  });
});

it('two programs of two accounts at once get their own records only', async () => {
  const other = await app.tenant();
  await other.create(contacts, { lastName: 'Of the other' });
  await admin.create(contacts, { lastName: 'Of the first' });
  const [first, second] = await Promise.all([connect(admin, 'legacy'), connect(other)]);
  const rounds = Array.from({ length: 10 }, async () => {
    const [ours, theirs] = await Promise.all([
      first.call('queryRecords', { model: 'contacts', limit: 50 }),
      second.call('queryRecords', { model: 'contacts', limit: 50 }),
    ]);
    assert.ok(ours.value.records.every(({ lastName }: Json) => lastName !== 'Of the other'));
    assert.deepEqual(
      theirs.value.records.map(({ lastName }: Json) => lastName),
      ['Of the other'],
    );
  });
  await Promise.all(rounds);
  await Promise.all([first.close(), second.close()]);
});
