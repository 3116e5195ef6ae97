import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeProvider } from '#test/ai/fake-provider.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const provider = await FakeProvider.forFile();
const app = await appForFile({ ...provider.env, OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', AI_TIMEOUT: '20s' });

const ask = (client: Client, model: string, more: Json = {}) =>
  client.post('/api/ai/text-completion/complete', {
    model,
    messages: [{ role: 'user', content: 'Hello' }],
    includePlatformTools: false,
    ...more,
  });
const logOf = async (client: Client, id: string) => (await client.get(`/api/ai/aiCompletionLogs/${id}`)).body;
const costOf = async (client: Client, model: string) => (await logOf(client, (await ask(client, model)).body.id)).cost;
const today = () => new Date().toISOString().slice(0, 10);

describe('the cost of a completion', () => {
  it('is that of its tokens, by the list price of the model', async () => {
    const client = await app.tenant();
    provider.says({ text: 'x' });
    // The completion uses 10 input tokens and 5 output tokens.
    assert.equal(await costOf(client, 'gpt-4o'), 0.000075);
    assert.equal(await costOf(client, 'gpt-4o-2024-08-06'), 0.000075, 'a version has the price of its model');
    assert.equal(await costOf(client, 'openai/gpt-4o'), 0.000075);
    assert.equal(await costOf(client, 'claude-sonnet-4-5-20250929'), 0.000105);
  });

  it('is empty when the price is not known', async () => {
    const client = await app.tenant();
    provider.says({ text: 'x' });
    assert.equal(await costOf(client, 'openai/my-own'), null);
  });

  it('follows the prices of the tenant, the most exact pattern first', async () => {
    const client = await app.tenant();
    const price = (pattern: string, inputPrice: number, outputPrice: number) =>
      client.create('/api/ai/aiModelPrices', { pattern, inputPrice, outputPrice });
    await price('*', 1, 1);
    await price('gpt-*', 1000, 2000);
    await price('gpt-4o', 3000, 4000);
    provider.says({ text: 'x' });
    assert.equal(await costOf(client, 'gpt-4o'), 0.05);
    assert.equal(await costOf(client, 'gpt-4o-mini'), 0.02);
    assert.equal(await costOf(client, 'claude-opus-4-5'), 0.000015);
    assert.equal(await costOf(await app.tenant(), 'gpt-4o'), 0.000075, 'another tenant pays the list price');
  });

  it('takes into account what the provider had cached', async () => {
    const client = await app.tenant();
    await client.create('/api/ai/aiModelPrices', {
      pattern: 'gpt-4o',
      inputPrice: 100_000,
      cachedInputPrice: 10_000,
      outputPrice: 0,
    });
    provider.says({
      raw: JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-4o',
        choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 5,
          total_tokens: 105,
          prompt_tokens_details: { cached_tokens: 40 },
        },
      }),
    });
    // 60 × 0.1 and 40 × 0.01
    assert.equal(await costOf(client, 'gpt-4o'), 6.4);
  });

  it('is of prices that only administrators set', async () => {
    const user = await app.user({ permissions: ['ai:write', 'ai:read'] });
    const reply = await user.post('/api/ai/aiModelPrices', { pattern: 'gpt-5', inputPrice: 0, outputPrice: 0 });
    assert.equal(reply.status, 403);
  });
});

describe('GET /api/ai/usage', () => {
  it('sums requests, tokens and cost by day, user and model', async () => {
    const ada = await app.user({ permissions: ['ai:write'] });
    provider.says({ text: 'x' });
    for (const model of ['gpt-4o', 'gpt-4o', 'openai/my-own']) await ask(ada, model);
    await ask(app.admin, 'gpt-4o');
    provider.says({ status: 400 });
    await ask(app.admin, 'gpt-4o');
    const { status, body, text } = await app.admin.get('/api/ai/usage?groupBy=user,model');
    assert.equal(status, 200, text);
    const tokens = (n: number) => ({
      requests: n,
      promptTokens: 10 * n,
      completionTokens: 5 * n,
      cachedTokens: 0,
      totalTokens: 15 * n,
    });
    const rowOf = (userId: string, model: string) =>
      body.data.find((row: Json) => row.userId === userId && row.model === model);
    assert.deepEqual(rowOf(ada.userId, 'gpt-4o'), {
      userId: ada.userId,
      model: 'gpt-4o',
      ...tokens(2),
      cost: 0.00015,
      unpriced: 0,
    });
    assert.deepEqual(rowOf(ada.userId, 'my-own'), {
      userId: ada.userId,
      model: 'my-own',
      ...tokens(1),
      cost: null,
      unpriced: 1,
    });
    assert.deepEqual(rowOf(app.admin.userId, 'gpt-4o'), {
      userId: app.admin.userId,
      model: 'gpt-4o',
      ...tokens(1),
      requests: 2,
      cost: 0.000075,
      unpriced: 0,
    });
    assert.equal(body.data.length, 3);
    assert.deepEqual(body.total, { ...tokens(4), requests: 5, cost: 0.000225, unpriced: 1 });
    assert.equal(body.currency, 'USD');

    const byDay = (await app.admin.get(`/api/ai/usage?from=${today()}&to=${today()}`)).body;
    assert.deepEqual(byDay.data, [{ day: today(), ...body.total }]);
    const before = (await app.admin.get('/api/ai/usage?from=2020-01-01&to=2020-01-31&groupBy=model')).body;
    assert.deepEqual([before.data, before.total.requests, before.total.cost], [[], 0, null]);
  });

  it('shows what the caller may read, and no more', async () => {
    const client = await app.tenant();
    assert.equal((await client.get('/api/ai/usage')).body.total.requests, 0);
    const writer = await app.user({ permissions: ['ai:write'] });
    assert.equal((await writer.get('/api/ai/usage')).status, 403);
    const own = await app.user({ permissions: ['ai:write', 'ai:read:own'] });
    provider.says({ text: 'x' });
    await ask(own, 'gpt-4o');
    const { body } = await own.get('/api/ai/usage?groupBy=user');
    assert.deepEqual(
      body.data.map(({ userId, requests }: Json) => [userId, requests]),
      [[own.userId, 1]],
    );
  });

  it('refuses what it does not understand, by name', async () => {
    for (const [query, field] of [
      ['groupBy=week', 'groupBy'],
      ['from=yesterday', 'from'],
      ['to=2026-02-30', 'to'],
      ['from=2026-02-01&to=2026-01-01', 'from'],
      ['from=2020-01-01&to=2026-01-01', 'from'],
    ]) {
      const { status, body } = await app.admin.get(`/api/ai/usage?${query}`);
      assert.deepEqual([status, body.error.details[0].field], [400, field], query);
    }
  });
});

describe('GET /api/ai/models', () => {
  it('lists models with whether they can be used, and the defaults of the account', async () => {
    const client = await app.tenant();
    const { body } = await client.get('/api/ai/models');
    assert.deepEqual([body.defaultModel, body.approval], [null, 'none']);
    const find = (model: string, { data }: Json = body) => data.find((one: Json) => one.model === model);
    assert.deepEqual(find('gpt-4o'), { model: 'gpt-4o', provider: 'openai', configured: true, priced: true });
    assert.equal(find('gemini-2.5-pro').configured, false);
    assert.equal(find('gpt-image-1'), undefined);
    await client.create('/api/ui/settings', { key: 'ai.google', secretValue: 'k' });
    await client.create('/api/ui/settings', { key: 'ai.defaultModel', value: 'openai/my-own' });
    await client.create('/api/ui/settings', { key: 'ai.approval', value: 'writes' });
    await client.create('/api/ui/settings', { key: 'ai.limits', value: { models: ['gpt-4o*', 'my-own', 'gemini-*'] } });
    const then = (await client.get('/api/ai/models')).body;
    assert.deepEqual([then.defaultModel, then.approval], ['openai/my-own', 'writes']);
    assert.deepEqual(then.data[0], { model: 'openai/my-own', provider: 'openai', configured: true, priced: false });
    assert.equal(find('gemini-2.5-pro', then).configured, true);
    assert.equal(find('claude-opus-4-5', then), undefined, 'only allowed models');
  });

  it('needs ai:write', async () => {
    const reader = await app.user({ permissions: ['ai:read'] });
    assert.equal((await reader.get('/api/ai/models')).status, 403);
  });
});
