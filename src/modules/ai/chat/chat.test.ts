import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, type Family, modelOf } from '#test/ai/fake-provider.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { app, provider } = await assistantForFile({ AI_TIMEOUT: '5s' });
const { admin } = app;
const say = (family: Family, message: string, more: Json = {}, client = admin) =>
  client.post('/api/ai/chat/message', { model: modelOf[family], message, ...more });
const lastLog = async () => (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];

interface Streamed {
  readonly status: number;
  readonly chunks: Json[];
  /** True when the last line was `[DONE]`. */
  readonly done: boolean;
}

async function stream(family: Family, message: string, more: Json = {}, client: Client = admin): Promise<Streamed> {
  const reply = await fetch(`${app.url}/api/ai/chat/stream`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ model: modelOf[family], message, accountKey: client.accountKey, ...more }),
  });
  const data = (await reply.text()).split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  const done = data.at(-1) === '[DONE]';
  return { status: reply.status, chunks: data.slice(0, done ? -1 : undefined).map((one) => JSON.parse(one)), done };
}

const textOf = (chunks: readonly Json[]) => chunks.map(({ text = '' }) => text).join('');

for (const family of allFamilies) {
  describe(`a chat by ${family}`, () => {
    it('keeps the conversation, with tool calls and what the provider wants back', async () => {
      provider.says(
        { text: 'Let me see.', calls: [{ name: 'queryRecords', args: { model: 'accounts' } }], signature: 'c2ln' },
        { text: 'You have none.' },
      );
      const first = await say(family, 'How many accounts\ndo we have?');
      assert.equal(first.status, 200, first.text);
      assert.deepEqual([first.body.reply, first.body.finishReason], ['You have none.', 'stop']);
      const { conversationId, messageId } = first.body;

      provider.says({ text: 'Still none.' });
      const second = await say(family, 'And now?', { conversationId });
      assert.equal(second.body.conversationId, conversationId);
      const sent = JSON.stringify(provider.asked[0]?.body);
      for (const text of ['How many accounts', 'queryRecords', 'You have none.', 'And now?'])
        assert.ok(sent.includes(text), text);
      if (family === 'google') assert.ok(sent.includes('c2ln'), 'the signature of the thoughts is sent back');

      const { body: conversation } = await admin.get(`/api/ai/aiConversations/${conversationId}`);
      assert.deepEqual([conversation.title, conversation.messageCount], ['How many accounts do we have?', 6]);
      const { body } = await admin.get(`/api/ai/aiMessages?filter[conversationId]=${conversationId}&sort=position`);
      assert.deepEqual(
        body.data.map(({ role }: Json) => role),
        ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'],
      );
      assert.equal(body.data[3]._id, messageId);
      assert.equal(body.data[5].content, 'Still none.');
    });

    it('keeps what its tools wrote, so that it can be undone later', async () => {
      provider.says(
        {
          calls: [
            { name: 'queryRecords', args: { model: 'tasks' } },
            { name: 'createTask', args: { title: `Call ${family}` } },
            { name: 'sendEmail', args: { to: ['a@example.com'], subject: 'Hello', text: 'Hello' } },
          ],
        },
        { text: 'Done.' },
      );
      const { body, text } = await say(family, 'Write to them');
      assert.deepEqual(
        body.toolCalls.map(({ written }: Json) => written?.model),
        [undefined, 'sales.tasks', 'communications.emails'],
        text,
      );
      const { data } = (await admin.get(`/api/ai/aiMessages?filter[conversationId]=${body.conversationId}`)).body;
      const stored = data.find(({ role }: Json) => role === 'tool');
      assert.deepEqual(
        stored.written,
        body.toolCalls.map(({ written }: Json) => written ?? null),
      );
      const { changes } = await lastLog();
      assert.equal(changes, 2);
    });

    it('streams the reply as it is written, with tool calls, usage and the end', async () => {
      provider.says({ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }, { text: 'One two three four' });
      const { status, chunks, done } = await stream(family, 'Count');
      assert.equal(status, 200);
      assert.ok(done);
      assert.equal(textOf(chunks), 'One two three four');
      assert.equal(chunks.filter(({ text }) => text !== undefined).length, 4);
      const { conversationId } = chunks[0] as Json;
      assert.equal(chunks.find(({ toolCall }) => toolCall)?.toolCall.tool, 'queryRecords');
      assert.deepEqual(chunks.find(({ toolResult }) => toolResult)?.toolResult.output.records, []);
      const last = chunks.at(-1) as Json;
      assert.deepEqual([last.finishReason, last.usage.totalTokens], ['stop', 30]);
      const { body } = await admin.get(`/api/ai/aiMessages?filter[conversationId]=${conversationId}&sort=position`);
      assert.deepEqual([body.data.at(-1)._id, body.data.at(-1).content], [last.messageId, 'One two three four']);
      const log = await lastLog();
      assert.deepEqual([log.operation, log.streamed, log.status], ['chatStream', true, 'succeeded']);
      assert.ok(log.firstTokenAt >= log.startedAt && log.firstTokenAt <= log.finishedAt);
    });

    it('ends a stream that breaks with an error and [DONE], and stores no half answer', async () => {
      provider.says({ text: 'This will never be complete', cut: true });
      const { chunks, done } = await stream(family, 'Go');
      assert.ok(done);
      assert.equal(chunks.at(-1)?.error.code, 'ai_provider_error');
      assert.equal((await admin.get(`/api/ai/aiConversations/${chunks[0]?.conversationId}`)).status, 404);
      assert.equal((await lastLog()).status, 'failed');
    });

    it('streams without usage and with slow parts, as long as each comes in time', async () => {
      provider.says({ text: 'slow but sure', waitMs: 600, noUsage: true });
      const { chunks, done } = await stream(family, 'Go');
      assert.ok(done);
      assert.equal(textOf(chunks), 'slow but sure');
    });

    it('says in the stream when the provider is over its limit', async () => {
      provider.says({ status: 429, headers: { 'retry-after': '20' } });
      const { status, chunks, done } = await stream(family, 'Go');
      assert.deepEqual([status, done, chunks.at(-1)?.error.code], [200, true, 'rate_limited']);
    });
  });
}

describe('a stream', () => {
  it('that nobody reads any more stops the provider at once', async () => {
    provider.says({ text: 'word '.repeat(200), waitMs: 50 });
    const controller = new AbortController();
    const reply = await fetch(`${app.url}/api/ai/chat/stream`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', message: 'x' }),
    });
    await reply.body?.getReader().read();
    await eventually(async () => assert.equal(provider.asked.length, 1));
    const { left } = provider;
    controller.abort();
    await eventually(async () => assert.equal(provider.left, left + 1), 3000);
    await eventually(async () => assert.equal((await lastLog()).status, 'aborted'));
  });

  it('for another account, an unknown model or without permission is refused before it begins', async () => {
    assert.equal((await stream('openai', 'x', { accountKey: 'another' }).catch(() => ({ status: 403 }))).status, 403);
    const reader = await app.user({ permissions: ['ai:read'] });
    assert.equal((await reader.post('/api/ai/chat/stream', { model: 'gpt-4o', message: 'x' })).status, 403);
    assert.equal((await admin.post('/api/ai/chat/stream', { model: 'llama', message: 'x' })).status, 422);
  });
});

describe('a conversation', () => {
  it('belongs to its user: others neither see nor continue it', async () => {
    provider.says({ text: 'Private.' });
    const { conversationId } = (await say('openai', 'A private question')).body;
    const other = await app.user({ permissions: ['ai:write', 'ai:read', 'ai:admin'] });
    assert.equal((await other.get(`/api/ai/aiConversations/${conversationId}`)).status, 404);
    assert.equal((await other.get('/api/ai/aiConversations')).body.data.length, 0);
    assert.equal((await other.get('/api/ai/aiMessages')).body.data.length, 0);
    assert.equal((await say('openai', 'x', { conversationId }, other)).status, 404);
    assert.equal((await say('openai', 'x', { conversationId }, await app.tenant())).status, 404);
  });

  it('is deleted with its messages', async () => {
    provider.says({ text: 'Gone soon.' });
    const { conversationId } = (await say('openai', 'Hello')).body;
    assert.equal((await admin.delete(`/api/ai/aiConversations/${conversationId}`)).status, 204);
    const { body } = await admin.get(`/api/ai/aiMessages?filter[conversationId]=${conversationId}`);
    assert.equal(body.data.length, 0);
    assert.equal((await say('openai', 'x', { conversationId })).status, 404);
  });

  it('keeps two answers that come at the same time in order', async () => {
    provider.says({ text: 'First.' });
    const { conversationId } = (await say('openai', 'Begin')).body;
    provider.says({ text: 'Same time.', waitMs: 200 });
    await Promise.all([say('openai', 'A', { conversationId }), say('openai', 'B', { conversationId })]);
    const { body } = await admin.get(`/api/ai/aiMessages?filter[conversationId]=${conversationId}&sort=position`);
    assert.deepEqual(
      body.data.map(({ position }: Json) => position),
      [0, 1, 2, 3, 4, 5],
    );
  });
});

it('no key for a provider is an error that names the setting', async () => {
  const bare = await appForFile();
  const reply = await bare.admin.post('/api/ai/chat/message', { model: 'claude-opus-4', message: 'x' });
  assert.equal(reply.status, 409);
  assert.equal(reply.body.error.code, 'ai_not_configured');
  assert.match(reply.body.error.message, /ai\.anthropic.*ANTHROPIC_API_KEY/);
});

it('a request without a key is logged as a failed completion, and counts for no limit', async () => {
  const bare = await appForFile();
  const message = { model: 'claude-opus-4', message: 'Hello there' };
  const messages = [{ role: 'user', content: 'Hello there' }];
  const cases: [string, Json, string, string][] = [
    ['chat/message', message, 'chat', 'anthropic'],
    ['chat/stream', message, 'chatStream', 'anthropic'],
    ['text-completion/complete', { model: 'gpt-5', messages }, 'completion', 'openai'],
    ['image/generate', { prompt: 'a cat' }, 'imageGeneration', 'openai'],
    ['image-request/search', { query: 'a cat' }, 'imageSearch', 'unsplash'],
  ];
  for (const [path, body, operation, family] of cases) {
    const reply = await bare.admin.post(`/api/ai/${path}`, body);
    assert.equal(reply.status, 409, `${path} ${reply.text}`);
    const filter = `filter[requestId]=${reply.headers.get('x-request-id')}`;
    const { data } = (await bare.admin.get(`/api/ai/aiCompletionLogs?${filter}`)).body;
    assert.equal(data.length, 1, path);
    const [log] = data;
    assert.deepEqual([log.operation, log.provider, log.status], [operation, family, 'failed'], path);
    assert.equal(log.error.code, 'ai_not_configured');
    assert.match(log.error.message, /There is no key for/);
    assert.equal(log.userId, bare.admin.userId);
    assert.ok(log.finishedAt);
    assert.equal((await bare.events(log._id)).length, 1);
  }
  const { body: usage } = await bare.admin.get('/api/ai/usage');
  assert.equal(usage.total.requests, 0);
});
