import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { Client, type Json } from '#test/harness.ts';
import { secondNode } from '#test/security-tools.ts';

const { app, provider } = await assistantForFile({ AI_TIMEOUT: '20s' });

const ask = (client: Client, more: Json = {}) =>
  client.post('/api/ai/text-completion/complete', {
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'Hello' }],
    includePlatformTools: false,
    ...more,
  });
const chat = (client: Client) => client.post('/api/ai/chat/message', { model: 'gpt-4o', message: 'Hello' });

/** Creates a tenant with these limits. */
async function limited(value: Json): Promise<Client> {
  const client = await app.tenant();
  await client.create('/api/ui/settings', { key: 'ai.limits', value });
  return client;
}

const secondsOfToday = () => 86_400 - (Math.floor(Date.now() / 1000) % 86_400);

describe('limits of a day', () => {
  it('of requests are exact, also when they come at the same time, and say when to try again', async () => {
    const client = await limited({ requestsPerDay: 5 });
    provider.says({ text: 'x' });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? ask(client) : chat(client))));
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(429)]);
    assert.equal(provider.asked.length, 5);
    const refused = replies.find(({ status }) => status === 429);
    assert.equal(refused?.body.error.code, 'rate_limited');
    assert.match(refused?.body.error.message, /Your account has used the 5 AI requests of today \(requestsPerDay/);
    assert.equal(refused?.body.error.details[0].field, 'ai.limits.requestsPerDay');
    const wait = Number(refused?.headers.get('retry-after'));
    assert.ok(Math.abs(wait - secondsOfToday()) < 120, `${wait}`);
    const logs = await client.get('/api/ai/aiCompletionLogs?limit=50');
    assert.equal(logs.body.data.length, 5, 'what was refused is no completion');
  });

  it('count no request that was refused', async () => {
    const client = await limited({ requestsPerDay: 1 });
    provider.says({ text: 'x' });
    assert.equal((await ask(client)).status, 200);
    for (let n = 0; n < 3; n += 1) assert.equal((await ask(client)).status, 429);
    const [setting] = (await client.get('/api/ui/settings?filter[key]=ai.limits')).body.data;
    await client.patch(`/api/ui/settings/${setting._id}`, { value: { requestsPerDay: 2 } });
    assert.equal((await ask(client)).status, 200);
    assert.equal((await ask(client)).status, 429);
  });

  it('of a user do not limit the others', async () => {
    await app.admin.create('/api/ui/settings', { key: 'ai.limits', value: { userRequestsPerDay: 2 } });
    const [ada, bob] = [await app.user({ permissions: ['ai:write'] }), await app.user({ permissions: ['ai:write'] })];
    provider.says({ text: 'x' });
    const statuses = [];
    for (const client of [ada, ada, ada, bob]) statuses.push((await ask(client)).status);
    assert.deepEqual(statuses, [200, 200, 429, 200]);
    assert.match((await ask(ada)).body.error.message, /You have used the 2 AI requests/);
  });

  it('of tokens refuse once they are used up', async () => {
    const client = await limited({ tokensPerDay: 20 });
    provider.says({ text: 'x' });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(client)).status);
    // Each completion uses 15 tokens.
    assert.deepEqual(statuses, [200, 200, 429]);
    const ofUser = await limited({ userTokensPerDay: 15 });
    assert.deepEqual([(await ask(ofUser)).status, (await ask(ofUser)).status], [200, 429]);
  });

  it('of one tenant do not limit another', async () => {
    const [one, other] = [await limited({ requestsPerDay: 0 }), await app.tenant()];
    provider.says({ text: 'x' });
    assert.deepEqual([(await ask(one)).status, (await ask(other)).status], [429, 200]);
  });

  it('hold for streams, which are refused before they begin', async () => {
    const client = await limited({ requestsPerDay: 0 });
    const reply = await client.post('/api/ai/chat/stream', { model: 'gpt-4o', message: 'x' });
    assert.deepEqual([reply.status, reply.body.error.code], [429, 'rate_limited']);
  });

  it('hold for images', async () => {
    const client = await limited({ requestsPerDay: 0, models: ['dall-e-*'] });
    for (const name of ['image', 'imageSearch'])
      await client.create('/api/ui/settings', { key: `ai.${name}`, secretValue: 'k' });
    const made = await client.post('/api/ai/image/generate', { prompt: 'x', model: 'dall-e-3' });
    const found = await client.post('/api/ai/image-request/search', { query: 'x' });
    assert.deepEqual([made.status, found.status], [429, 429]);
    const other = await client.post('/api/ai/image/generate', { prompt: 'x', model: 'gpt-image-1' });
    assert.deepEqual([other.status, other.body.error.details[0].field], [422, 'model']);
  });
});

describe('allowed models', () => {
  it('are named when another one is asked for', async () => {
    const client = await limited({ models: ['gpt-4o*', 'anthropic/*'] });
    provider.says({ text: 'x' });
    assert.equal((await ask(client)).status, 200);
    assert.equal((await ask(client, { model: 'claude-opus-4-5' })).status, 200);
    const { status, body } = await ask(client, { model: 'gpt-5' });
    assert.deepEqual([status, body.error.details[0].field], [422, 'model']);
    assert.match(body.error.message, /model is gpt-5, but the setting ai.limits allows gpt-4o\*, anthropic\/\*/);
  });
});

describe('maxTokens of the tenant', () => {
  it('cuts what is asked for, and holds when nothing is', async () => {
    const client = await limited({ maxTokens: 100 });
    provider.says({ text: 'x' });
    for (const maxTokens of [50, 5000, undefined]) await ask(client, { maxTokens });
    assert.deepEqual(
      provider.asked.map(({ body }) => body.max_tokens ?? body.max_completion_tokens),
      [50, 100, 100],
    );
  });
});

describe('settings of AI', () => {
  it('are checked when they are saved', async () => {
    const client = await app.tenant();
    const save = (key: string, value: unknown) => client.post('/api/ui/settings', { key, value });
    for (const [key, value, message] of [
      ['ai.limits', { requestsPerDay: -1 }, /value of ai.limits must be an object with requestsPerDay.*requestsPerDay/],
      ['ai.limits', { perDay: 1 }, /ai.limits must be an object/],
      ['ai.limits', 5, /ai.limits must be an object/],
      ['ai.defaultModel', 'llama-3', /value of ai.defaultModel must be a model of OpenAI/],
      ['AI.DefaultModel', 7, /must be the name of a model/],
      ['ai.failover', 'mistral', /value of ai.failover must be a model/],
      ['ai.approval', 'always', /must be "writes" or "none"/],
      ['ai.keepContent', { days: 0 }, /true, false, or an object with days/],
      ['ai.tools', { allow: ['dropTable'] }, /must be an object with disabled/],
    ] as const) {
      const reply = await save(key, value);
      assert.equal(reply.status, 422, `${key} ${JSON.stringify(value)}: ${reply.text}`);
      assert.equal(reply.body.error.details[0].field, 'value');
      assert.match(reply.body.error.message, message);
    }
    const saved = await client.create('/api/ui/settings', { key: 'ai.keepContent', value: { days: 30 } });
    const renamed = await client.patch(`/api/ui/settings/${saved._id}`, { key: 'ai.limits' });
    assert.equal(renamed.status, 422, 'a value that does not fit its new key');
    assert.equal((await save('my.own', { anything: [1] })).status, 201);
  });

  it('give the model when a request names none', async () => {
    const client = await app.tenant();
    const none = await ask(client, { model: undefined });
    assert.deepEqual([none.status, none.body.error.details[0].field], [422, 'model']);
    assert.match(none.body.error.message, /ai.defaultModel/);
    await client.create('/api/ui/settings', { key: 'ai.defaultModel', value: 'claude-sonnet-4-5' });
    provider.says({ text: 'x' });
    assert.equal((await ask(client, { model: undefined })).body.model, 'claude-sonnet-4-5');
    const { body } = await client.post('/api/ai/chat/message', { message: 'Hello' });
    const log = (await client.get(`/api/ai/aiCompletionLogs/${body.completionId}`)).body;
    assert.deepEqual([log.model, log.operation], ['claude-sonnet-4-5', 'chat']);
  });

  it('apply to the next completion on every node, whatever was remembered', async () => {
    const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GOOGLE_AI_API_KEY: 'k' };
    const other = await secondNode(app, { ...provider.env, ...keys });
    const client = await app.tenant();
    const there = new Client(other.anonymous.url, client.token, client.userId);
    provider.says({ text: 'x' });
    const statuses = async () => [(await ask(client)).status, (await ask(there)).status];
    assert.deepEqual(await statuses(), [200, 200]);
    const setting = await client.create('/api/ui/settings', { key: 'ai.limits', value: { models: ['claude-*'] } });
    assert.deepEqual(await statuses(), [422, 422], 'a model that is not allowed any more');
    await client.patch(`/api/ui/settings/${setting._id}`, { value: { models: ['gpt-*'] } });
    assert.deepEqual(await statuses(), [200, 200], 'a model that is allowed again');
    await client.patch(`/api/ui/settings/${setting._id}`, { active: false });
    const kept = await client.create('/api/ui/settings', { key: 'ai.keepContent', value: false });
    const { body } = await ask(there);
    assert.equal((await client.get(`/api/ai/aiCompletionLogs/${body.id}`)).body.contentKept, false);
    await client.delete(`/api/ui/settings/${kept._id}`);
    const price = { pattern: 'gpt-4o', inputPrice: 1_000_000, outputPrice: 0 };
    await client.create('/api/ai/aiModelPrices', price);
    const priced = (await client.get(`/api/ai/aiCompletionLogs/${(await ask(there)).body.id}`)).body;
    assert.deepEqual([priced.contentKept, priced.cost], [true, priced.promptTokens]);
  });
});
