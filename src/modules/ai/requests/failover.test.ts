import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, type Family, modelOf, type ProviderCall, type ScriptedAnswer } from '#test/ai/fake-provider.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { long } from '#test/long.ts';

const { app, provider } = await assistantForFile({ AI_TIMEOUT: '8s' });

const familyOf = ({ path }: ProviderCall): Family =>
  path.includes('/messages') ? 'anthropic' : path.includes(':') ? 'google' : 'openai';

/** Scripts the answers of each family, one after the other. The last one is repeated. */
function says(script: Readonly<Partial<Record<Family, readonly ScriptedAnswer[]>>>): void {
  const counts: Partial<Record<Family, number>> = {};
  provider.answers((asked) => {
    const family = familyOf(asked);
    const count = counts[family] ?? 0;
    counts[family] = count + 1;
    const said = script[family] ?? [{ status: 400 }];
    return said[Math.min(count, said.length - 1)] as ScriptedAnswer;
  });
}
const askedFamilies = () => provider.asked.map(familyOf);

async function withFailover(model: string): Promise<Client> {
  const client = await app.tenant();
  await client.create('/api/ui/settings', { key: 'ai.failover', value: model });
  return client;
}
const ask = (client: Client, family: Family, more: Json = {}) =>
  client.post('/api/ai/text-completion/complete', {
    model: modelOf[family],
    messages: [{ role: 'user', content: 'How are we doing?' }],
    ...more,
  });
const lastLog = async (client: Client) =>
  (await client.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];

const pairs = allFamilies.flatMap((first) =>
  allFamilies.flatMap((second) => (first === second ? [] : [[first, second] as const])),
);

/** Selects three pairs, in which each family fails once and answers once. */
const isNext = (first: Family, second: Family): boolean =>
  allFamilies.indexOf(second) === (allFamilies.indexOf(first) + 1) % allFamilies.length;

for (const [first, second] of pairs) {
  describe(`when ${first} fails and ${second} is the second model`, isNext(first, second) ? {} : long, () => {
    it('the second one answers, with the history of tool calls, and the log says what failed', async () => {
      const client = await withFailover(modelOf[second]);
      says({
        [first]: [
          { text: 'Let me see.', calls: [{ name: 'queryRecords', args: { model: 'contacts' } }], signature: 'c2ln' },
          { status: 500 },
        ],
        [second]: [{ calls: [{ name: 'queryRecords', args: { model: 'accounts' } }] }, { text: 'None.' }],
      });
      const { status, body, text } = await ask(client, first);
      assert.equal(status, 200, text);
      assert.deepEqual([body.text, body.model, body.provider], ['None.', modelOf[second], second]);
      assert.deepEqual([body.iterations, body.toolCalls.length, body.usage.totalTokens], [3, 2, 45]);
      assert.deepEqual(askedFamilies(), [first, first, first, first, second, second]);
      const sent = JSON.stringify(provider.asked[4]?.body);
      assert.ok(sent.includes('Let me see.') && sent.includes('queryRecords'));
      assert.ok(!sent.includes('c2ln'), 'what is signed for the first provider is not sent to the second');
      const log = await lastLog(client);
      assert.deepEqual([log.status, log.model, log.provider], ['succeeded', modelOf[second], second]);
      assert.deepEqual([log.failedOver.model, log.failedOver.provider], [modelOf[first], first]);
      assert.equal(log.failedOver.error.code, 'ai_provider_error');
      assert.match(log.failedOver.error.message, new RegExp(`${first} answered 500`));
    });
  });
}

describe('the second model', () => {
  it('is asked after a rate limit, a timeout and an answer that cannot be read', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    for (const said of [
      { status: 429, headers: { 'retry-after': '60' } },
      { text: 'late', waitMs: 15_000 },
      { raw: '<html>garbage' },
    ]) {
      says({ openai: [said], anthropic: [{ text: 'Here.' }] });
      const { status, body, text } = await ask(client, 'openai');
      assert.deepEqual([status, body.text], [200, 'Here.'], text);
    }
  });

  it('gets a history in which system messages are where it takes them', async () => {
    const client = await withFailover('gemini-2.5-flash');
    says({ anthropic: [{ status: 500 }], google: [{ text: 'Briefly.' }] });
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How are we doing?' },
    ];
    const { status, body, text } = await ask(client, 'anthropic', { messages });
    assert.deepEqual([status, body.text], [200, 'Briefly.'], text);
    assert.match(JSON.stringify(provider.asked.at(-1)?.body.systemInstruction), /Be brief/);
  });

  it('streams, as long as nothing of the first answer was sent', async () => {
    const client = await withFailover('gemini-2.5-flash');
    const stream = async () => {
      const reply = await fetch(`${app.url}/api/ai/chat/stream`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o', message: 'Go' }),
      });
      const lines = (await reply.text()).split('\n').filter((line) => line.startsWith('data: {'));
      return lines.map((line) => JSON.parse(line.slice(6)) as Json);
    };
    says({ openai: [{ status: 503 }], google: [{ text: 'one two' }] });
    const chunks = await stream();
    assert.equal(chunks.map(({ text = '' }) => text).join(''), 'one two');
    assert.equal(chunks.at(-1)?.finishReason, 'stop');
    says({ openai: [{ text: 'one two three four', cut: true, waitMs: 200 }], google: [{ text: 'never' }] });
    const broken = await stream();
    assert.equal(broken.at(-1)?.error.code, 'ai_provider_error');
    assert.deepEqual(askedFamilies(), ['openai']);
  });

  it('is not asked when the request or the key is refused', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    for (const status of [400, 401, 403, 404]) {
      says({ openai: [{ status }], anthropic: [{ text: 'never' }] });
      assert.equal((await ask(client, 'openai')).status, 502);
      assert.deepEqual(askedFamilies(), ['openai']);
    }
    assert.equal((await lastLog(client)).failedOver, null);
  });

  it('must be of another family and have a key', async () => {
    const same = await withFailover('gpt-5');
    says({ openai: [{ status: 500 }] });
    assert.equal((await ask(same, 'openai')).status, 502);
    assert.equal(provider.asked.length, 3);

    const bare = await appForFile({ ...provider.env, OPENAI_API_KEY: 'k1' });
    await bare.admin.create('/api/ui/settings', { key: 'ai.failover', value: 'claude-sonnet-4-5' });
    says({ openai: [{ status: 500 }] });
    const { status, body } = await ask(bare.admin, 'openai');
    assert.equal(status, 502);
    assert.match(body.error.message, /openai answered 500/);
  });

  it('must be allowed by the limits of the account', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    await client.create('/api/ui/settings', { key: 'ai.limits', value: { models: ['gpt-*'] } });
    says({ openai: [{ status: 500 }], anthropic: [{ text: 'never' }] });
    assert.equal((await ask(client, 'openai')).status, 502);
    assert.deepEqual(askedFamilies(), ['openai', 'openai', 'openai']);
  });

  it('that fails as well leaves the error of the first, with both reasons', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    says({ openai: [{ status: 429, headers: { 'retry-after': '60' } }], anthropic: [{ status: 500 }] });
    const { status, body, headers } = await ask(client, 'openai');
    assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
    assert.match(body.error.message, /openai limits the rate.*ai.failover failed as well: anthropic answered 500/);
    const log = await lastLog(client);
    assert.deepEqual([log.status, log.failedOver.model], ['failed', 'gpt-4o']);
  });

  it('is not asked once the client has left', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    says({ openai: [{ text: 'late', waitMs: 15_000 }], anthropic: [{ text: 'never' }] });
    const controller = new AbortController();
    const request = fetch(`${app.url}/api/ai/chat/message`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', message: 'x' }),
    }).catch(() => undefined);
    await eventually(async () => assert.equal(provider.asked.length, 1));
    controller.abort();
    await request;
    await eventually(async () => assert.equal((await lastLog(client)).status, 'aborted'));
    assert.deepEqual(askedFamilies(), ['openai']);
  });

  it('costs what it costs, beside what the first one used', async () => {
    const client = await withFailover('claude-sonnet-4-5');
    for (const [pattern, price] of [
      ['gpt-4o', 100_000],
      ['claude-*', 10_000],
    ])
      await client.create('/api/ai/aiModelPrices', { pattern, inputPrice: price, outputPrice: 0 });
    says({
      openai: [{ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }, { status: 500 }],
      anthropic: [{ text: 'x' }],
    });
    await ask(client, 'openai');
    assert.equal((await lastLog(client)).cost, 1.1);
  });
});

it('a conversation goes on with a model of another family', async () => {
  const client = await app.tenant();
  says({
    google: [{ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }], signature: 'c2ln' }, { text: 'None.' }],
    anthropic: [{ text: 'Still none.' }],
    openai: [{ text: 'None at all.' }],
  });
  const say = (family: Family, more: Json = {}) =>
    client.post('/api/ai/chat/message', { model: modelOf[family], message: 'How many contacts?', ...more });
  const { conversationId } = (await say('google')).body;
  for (const family of ['anthropic', 'openai', 'google'] as const) {
    const { status, text } = await say(family, { conversationId });
    assert.equal(status, 200, text);
    const sent = JSON.stringify(provider.asked.at(-1)?.body);
    assert.equal(sent.includes('c2ln'), family === 'google', family);
  }
});
