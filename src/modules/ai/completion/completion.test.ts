import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, type Family, modelOf } from '#test/ai/fake-provider.ts';
import { eventually } from '#test/eventually.ts';
import type { Json } from '#test/harness.ts';

const { app, provider } = await assistantForFile({ AI_TIMEOUT: '5s' });
const { admin } = app;
const path = '/api/ai/text-completion/complete';
const ask = (family: Family, more: Json = {}, client = admin) =>
  client.post(path, { model: modelOf[family], messages: [{ role: 'user', content: 'How are we doing?' }], ...more });
const logOf = async (id: string) => (await admin.get(`/api/ai/aiCompletionLogs/${id}`)).body;
const lastLog = async () => (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];
const keyIn = ({ headers }: { headers: Json }) =>
  headers.authorization?.replace('Bearer ', '') ?? headers['x-api-key'] ?? headers['x-goog-api-key'];

for (const family of allFamilies) {
  describe(`a completion by ${family}`, () => {
    it('answers with text, usage and the model, and leaves a log', async () => {
      provider.says({ text: 'Well enough.' });
      const { status, body, text } = await ask(family, { maxTokens: 50, temperature: 0.5 });
      assert.equal(status, 200, text);
      assert.deepEqual(
        { ...body, id: undefined, usage: { ...body.usage, cachedTokens: 0 } },
        {
          id: undefined,
          model: modelOf[family],
          provider: family,
          text: 'Well enough.',
          finishReason: 'stop',
          usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15, cachedTokens: 0 },
          iterations: 1,
          toolCalls: [],
        },
      );
      const log = await logOf(body.id);
      assert.deepEqual(
        [log.status, log.operation, log.provider, log.model, log.finishReason, log.totalTokens, log.iterations],
        ['succeeded', 'completion', family, modelOf[family], 'stop', 15, 1],
      );
      assert.ok(log.startedAt <= log.finishedAt);
      assert.equal(log.userId, admin.userId);
      assert.equal(log.response.text, 'Well enough.');
      assert.equal(keyIn(provider.asked[0] as never), `k-${family}`);
    });

    it('runs the tools that the model calls, for the caller, and tells it the results', async () => {
      const name = `Acme ${family}`;
      provider.says(
        { calls: [{ name: 'createRecord', args: { model: 'accounts', record: { name } } }] },
        { calls: [{ name: 'queryRecords', args: { model: 'sales.accounts', filter: { name }, fields: ['name'] } }] },
        { text: 'Done.' },
      );
      const { status, body, text } = await ask(family);
      assert.equal(status, 200, text);
      assert.deepEqual([body.text, body.iterations, body.usage.totalTokens], ['Done.', 3, 45]);
      const [created, queried] = body.toolCalls;
      assert.equal(created.tool, 'createRecord');
      assert.equal(created.output.name, name);
      assert.deepEqual(queried.output.records, [{ _id: created.output._id, name }]);
      assert.equal((await admin.get(`/api/sales/accounts/${created.output._id}`)).body.createdBy, admin.userId);
      assert.ok(JSON.stringify(provider.asked[2]?.body).includes(created.output._id), 'the model gets the result');
      assert.deepEqual((await logOf(body.id)).toolCalls, body.toolCalls);
    });

    it('calls the model eight times at most', async () => {
      provider.says({ text: 'Looking.', calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] });
      const { status, body, text } = await ask(family);
      assert.equal(status, 200, text);
      assert.deepEqual(
        [body.finishReason, body.iterations, body.text, body.toolCalls.length],
        ['tool-iterations', 8, 'Looking.', 7],
      );
      assert.equal(provider.asked.length, 8);
    });

    it('tells the model what is wrong with a call, and goes on', async () => {
      provider.says(
        {
          calls: [
            { name: 'getRecord', args: '{"model": "contacts", ' },
            { name: 'getRecord', args: { model: 'contacts' } },
            { name: 'getRecord', args: { model: 'nothings', id: '019a0000-0000-7000-8000-000000000000' } },
            { name: 'dropTable', args: {} },
            { name: 'createRecord', args: { model: 'contacts', record: { email: 'nonsense' } } },
          ],
        },
        { text: 'Sorry.' },
      );
      const { status, body, text } = await ask(family);
      assert.equal(status, 200, text);
      assert.deepEqual(
        body.toolCalls.map(({ error }: Json) => error?.code),
        [
          family === 'openai' ? 'bad_request' : 'validation_failed',
          'validation_failed',
          'not_found',
          'not_found',
          'validation_failed',
        ],
      );
      assert.equal(body.toolCalls[4].error.details[0].field, 'email');
      assert.equal(body.text, 'Sorry.');
    });

    it('offers no tools when they are not wanted', async () => {
      provider.says({ text: 'Plain.' });
      assert.equal((await ask(family, { includePlatformTools: false })).status, 200);
      assert.equal(provider.asked[0]?.body.tools, undefined);
    });

    it('is tried again after a failure of the provider, twice', async () => {
      provider.says({ status: 500 }, { status: 503 }, { text: 'Back.' });
      assert.equal((await ask(family)).body.text, 'Back.');
      provider.says({ status: 500 });
      const { status, body } = await ask(family);
      assert.equal(status, 502);
      assert.equal(body.error.code, 'ai_provider_error');
      assert.equal(provider.asked.length, 3);
      const log = await lastLog();
      assert.deepEqual([log.status, log.error.code], ['failed', 'ai_provider_error']);
    });

    it('says when the provider limits the rate, when it refuses the key, and when its answer cannot be read', async () => {
      provider.says({ status: 429, headers: { 'retry-after': '20' } });
      const limited = await ask(family);
      assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '20']);
      provider.says({ status: 401 });
      const refused = await ask(family);
      assert.equal(refused.status, 502);
      assert.match(refused.body.error.message, new RegExp(`refused the key: check the setting ai.${family}`));
      provider.says({ raw: '<html>garbage' });
      assert.equal((await ask(family)).status, 502);
      assert.equal((await lastLog()).status, 'failed');
    });

    it('ends after the time that a provider may take', async () => {
      provider.says({ text: 'Late', waitMs: 20_000 });
      const { status, body } = await ask(family);
      assert.equal(status, 502);
      assert.match(body.error.message, /did not answer within 5 s/);
    });
  });
}

describe('a request', () => {
  it('for a model of another family names the families', async () => {
    const { status, body } = await admin.post(path, { model: 'llama-3', messages: [{ role: 'user', content: 'x' }] });
    assert.equal(status, 422);
    assert.match(body.error.message, /model must be a model of OpenAI .*Anthropic .*Google/);
  });

  it('accepts the family in front of the name', async () => {
    provider.says({ text: 'x' });
    const { body } = await admin.post(path, { model: 'openai/my-own', messages: [{ role: 'user', content: 'x' }] });
    assert.deepEqual([body.provider, body.model], ['openai', 'my-own']);
  });

  it('for another account is refused', async () => {
    assert.equal((await ask('openai', { context: { accountKey: 'somebody-else' } })).status, 403);
    provider.says({ text: 'x' });
    assert.equal((await ask('openai', { context: { accountKey: 'default' } })).status, 200);
  });

  it('needs ai:write', async () => {
    const viewer = await app.user({ permissions: ['sales:read'] });
    const { status, body } = await ask('openai', {}, viewer);
    assert.equal(status, 403);
    assert.equal(body.error.details[0].field, 'ai:write');
  });

  it('whose client leaves stops the provider, and is logged as aborted', async () => {
    provider.says({ text: 'Nobody reads this', waitMs: 10_000 });
    const controller = new AbortController();
    const request = fetch(app.url + path, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'x' }] }),
    }).catch(() => undefined);
    await eventually(async () => assert.equal(provider.asked.length, 1));
    const { left } = provider;
    controller.abort();
    await request;
    await eventually(async () => assert.equal(provider.left, left + 1));
    await eventually(async () => assert.equal((await lastLog()).status, 'aborted'));
  });
});

describe('tools', () => {
  let reader: Awaited<ReturnType<typeof app.user>>;
  before(async () => {
    reader = await app.user({ permissions: ['ai:write', 'sales:read'] });
  });

  it('have the permissions of the caller and no more', async () => {
    provider.says(
      {
        calls: [
          { name: 'createRecord', args: { model: 'contacts', record: { lastName: 'Forbidden' } } },
          { name: 'queryRecords', args: { model: 'identity.users' } },
          { name: 'queryRecords', args: { model: 'contacts' } },
        ],
      },
      { text: 'x' },
    );
    const { status, body, text } = await ask('openai', {}, reader);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.toolCalls.map(({ error }: Json) => error?.code),
      ['forbidden', 'forbidden', undefined],
    );
    const { body: found } = await admin.get('/api/sales/contacts?filter[lastName]=Forbidden');
    assert.equal(found.data.length, 0);
  });

  it('reach no other account, whatever the model asks for', async () => {
    const other = await app.tenant();
    const theirs = await other.create('/api/sales/contacts', { lastName: 'Theirs' });
    provider.says(
      {
        calls: [
          { name: 'getRecord', args: { model: 'contacts', id: theirs._id } },
          { name: 'updateRecord', args: { model: 'contacts', id: theirs._id, changes: { lastName: 'Ours' } } },
          { name: 'queryRecords', args: { model: 'contacts', filter: { tenantId: '1' } } },
          { name: 'getRecord', args: { model: 'contacts', id: theirs._id, accountKey: other.accountKey } },
        ],
      },
      { text: 'x' },
    );
    const { body } = await ask('openai');
    assert.deepEqual(
      body.toolCalls.map(({ error }: Json) => error?.code),
      ['not_found', 'not_found', 'bad_request', 'validation_failed'],
    );
    assert.equal((await other.get(`/api/sales/contacts/${theirs._id}`)).body.lastName, 'Theirs');
  });

  it('send the model no more than fits', async () => {
    for (let n = 0; n < 4; n += 1)
      await admin.create('/api/sales/contacts', { lastName: 'Long', description: 'long '.repeat(3500) });
    provider.says(
      { calls: [{ name: 'queryRecords', args: { model: 'contacts', filter: { lastName: 'Long' } } }] },
      { text: 'x' },
    );
    const { output } = (await ask('openai')).body.toolCalls[0];
    assert.ok(output.records.length < 4);
    assert.match(output.note, /did not fit: ask for fewer fields/);
    assert.equal(output.total, 4);
  });
});

describe('keys of providers', () => {
  it('of a tenant are used for that tenant alone', async () => {
    const other = await app.tenant();
    await other.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-of-the-other' });
    provider.says({ text: 'x' });
    await ask('openai', {}, other);
    await ask('openai');
    assert.deepEqual(
      provider.asked.map((asked) => keyIn(asked as never)),
      ['sk-of-the-other', 'k-openai'],
    );
    const logs = JSON.stringify((await other.get('/api/ai/aiCompletionLogs')).body);
    assert.ok(!logs.includes('sk-of-the-other'));
  });
});

it('texts are not kept in the log when the tenant does not want it', async () => {
  const other = await app.tenant();
  await other.create('/api/ui/settings', { key: 'ai.keepContent', value: false });
  provider.says(
    { calls: [{ name: 'createRecord', args: { model: 'contacts', record: { lastName: 'Quiet' } } }] },
    { text: 'A secret answer' },
  );
  const { body } = await ask('openai', { messages: [{ role: 'user', content: 'A secret question' }] }, other);
  assert.equal(body.text, 'A secret answer');
  const log = (await other.get(`/api/ai/aiCompletionLogs/${body.id}`)).body;
  assert.ok(!JSON.stringify(log).includes('secret'));
  assert.deepEqual([log.toolCalls[0].tool, log.toolCalls[0].written.change], ['createRecord', 'created']);
});
