import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, modelOf } from '#test/ai/fake-provider.ts';
import { openChat, readChat } from '#test/ai/stream-client.ts';
import { eventually } from '#test/eventually.ts';
import type { Json } from '#test/harness.ts';

const { app, provider } = await assistantForFile({ AI_TIMEOUT: '3s' });
const { admin } = app;
const messagePath = '/api/ai/chat/message';
const lastLog = async (): Promise<Json> =>
  (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];
const messagesOf = async (id: string): Promise<Json[]> =>
  (await admin.get(`/api/ai/aiMessages?filter[conversationId]=${id}&sort=position`)).body.data;
const rolesOf = (messages: readonly Json[]) => messages.map(({ role }) => role);
const createTask = (title: string) => ({ name: 'createTask', args: { title } });
const sent = () => JSON.stringify(provider.asked.at(-1)?.body);

/** Starts a conversation. */
async function begin(model: string): Promise<string> {
  provider.says({ text: 'Hello.' });
  return (await admin.post(messagePath, { model, message: 'Hello' })).body.conversationId;
}

for (const family of allFamilies) {
  const model = modelOf[family];
  describe(`a conversation by ${family} in which tools wrote a record`, () => {
    it('keeps that when the answer fails, so that the model does not do it again', async () => {
      const conversationId = await begin(model);
      provider.says({ text: 'I make it.', calls: [createTask('Once')] }, { status: 400 });
      const { chunks, done } = await readChat(admin, { model, conversationId, message: 'Make a task' });
      assert.ok(done);
      const last = chunks.at(-1) as Json;
      assert.equal(last.error.code, 'ai_provider_error');
      const stored = await messagesOf(conversationId);
      assert.deepEqual(rolesOf(stored), ['user', 'assistant', 'user', 'assistant', 'tool']);
      assert.equal(stored.at(-1)?._id, last.messageId, 'the stream tells that it is stored');
      assert.equal(stored.at(-1)?.written[0].model, 'sales.tasks');
      assert.equal(stored.at(-1)?.completionId, chunks[0]?.completionId, 'which leads to its undo');

      provider.says({ text: 'It is made already.' });
      const again = await admin.post(messagePath, { model, conversationId, message: 'Try again' });
      assert.equal(again.status, 200, again.text);
      for (const text of ['Make a task', 'I make it.', 'Once', 'Try again']) assert.ok(sent().includes(text), text);
    });

    it('keeps it without a stream, too', async () => {
      const conversationId = await begin(model);
      provider.says({ calls: [createTask('Once more')] }, { status: 400 });
      assert.equal((await admin.post(messagePath, { model, conversationId, message: 'Go' })).status, 502);
      assert.deepEqual(rolesOf(await messagesOf(conversationId)), ['user', 'assistant', 'user', 'assistant', 'tool']);
    });

    it('keeps it when the reader leaves, with a result for every call', async () => {
      const conversationId = await begin(model);
      provider.says({ calls: [createTask('Before'), createTask('Beside')] }, { text: 'word '.repeat(20), waitMs: 200 });
      const leaving = new AbortController();
      const reply = await openChat(admin, { model, conversationId, message: 'Go' }, leaving.signal);
      await eventually(async () => assert.equal(provider.asked.length, 2));
      leaving.abort();
      await reply.text().catch(() => undefined);
      await eventually(async () => assert.equal((await lastLog()).status, 'aborted'));
      const stored = await eventually(async () => {
        const found = (await messagesOf(conversationId)).slice(2);
        assert.deepEqual(rolesOf(found), ['user', 'assistant', 'tool']);
        return found;
      });
      const callsIn = (parts: Json[]) => parts.flatMap(({ toolCallId }: Json) => toolCallId ?? []);
      assert.deepEqual(callsIn(stored[1]?.parts), callsIn(stored[2]?.parts));
    });
  });
}

describe('a new conversation whose first answer fails', () => {
  const model = modelOf.openai;
  const stored = async () => (await admin.get('/api/ai/aiConversations?count=exact&limit=1')).body.meta.total;

  it('is stored with what tools wrote, and goes on', async () => {
    provider.says({ calls: [createTask('At once')] }, { status: 400 });
    const { status, body } = await admin.post(messagePath, { model, message: 'Make a first task' });
    assert.deepEqual([status, body.error.code], [502, 'ai_provider_error']);
    const { conversationId, messageId, completionId } = body;
    const { body: conversation } = await admin.get(`/api/ai/aiConversations/${conversationId}`);
    assert.deepEqual([conversation.title, conversation.messageCount], ['Make a first task', 3]);
    const messages = await messagesOf(conversationId);
    assert.deepEqual(rolesOf(messages), ['user', 'assistant', 'tool']);
    assert.deepEqual([messages.at(-1)?._id, messages.at(-1)?.completionId], [messageId, completionId]);
    assert.deepEqual(
      (await app.events(conversationId)).map(({ type }) => type),
      ['aiConversation.created', 'aiConversation.updated'],
    );

    provider.says({ text: 'It is made already.' });
    assert.equal((await admin.post(messagePath, { model, conversationId, message: 'Well?' })).status, 200);
    assert.ok(sent().includes('At once'));
    assert.equal((await messagesOf(conversationId)).length, 5);
    assert.equal((await admin.post(`/api/ai/completions/${completionId}/undo`, {})).status, 200);
  });

  it('is stored with what tools proposed', async () => {
    provider.says({ calls: [createTask('If you agree')] }, { status: 400 });
    const { chunks } = await readChat(admin, { model, message: 'Propose a task', approval: 'writes' });
    const messages = await messagesOf(chunks[0]?.conversationId);
    assert.deepEqual(rolesOf(messages), ['user', 'assistant', 'tool']);
    assert.equal(messages.at(-1)?._id, chunks.at(-1)?.messageId);
  });

  it('is stored with what tools wrote when the reader leaves', async () => {
    provider.says({ calls: [createTask('Before leaving')] }, { text: 'word '.repeat(20), waitMs: 200 });
    const leaving = new AbortController();
    const reply = await openChat(admin, { model, message: 'Make one, I must go' }, leaving.signal);
    await eventually(async () => assert.equal(provider.asked.length, 2));
    leaving.abort();
    await reply.text().catch(() => undefined);
    await eventually(async () => {
      const [conversation] = (await admin.get('/api/ai/aiConversations?limit=1')).body.data;
      assert.equal(conversation.title, 'Make one, I must go');
      assert.deepEqual(rolesOf(await messagesOf(conversation._id)), ['user', 'assistant', 'tool']);
    });
  });

  it('is not stored when tools only read', async () => {
    const before = await stored();
    provider.says({ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }, { status: 400 });
    const { status, body } = await admin.post(messagePath, { model, message: 'How many?' });
    assert.deepEqual([status, Object.keys(body)], [502, ['error']]);
    assert.equal(await stored(), before);
  });
});

describe('a conversation in which tools only read', () => {
  it('is as before when the answer fails: it can simply be asked again', async () => {
    const model = modelOf.openai;
    const conversationId = await begin(model);
    provider.says({ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }, { status: 400 });
    const { chunks } = await readChat(admin, { model, conversationId, message: 'How many?' });
    assert.equal(chunks.at(-1)?.messageId, undefined);
    assert.equal((await messagesOf(conversationId)).length, 2);
  });
});

describe('a reader who leaves before the stream begins', () => {
  it('leaves a closed log, and the provider is not asked', async () => {
    await app.sql(`create function begin_late() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1); return new; end $$`);
    await app.sql('create trigger begin_late before insert on ai_running for each row execute function begin_late()');
    try {
      provider.says({ text: 'Nobody reads this.' });
      const leaving = new AbortController();
      const request = openChat(admin, { model: modelOf.openai, message: 'Too slow' }, leaving.signal);
      await sleep(300);
      leaving.abort();
      await assert.rejects(request);
      await eventually(async () => {
        const { status, request: asked } = await lastLog();
        assert.ok(JSON.stringify(asked).includes('Too slow'));
        assert.equal(status, 'aborted');
      });
      assert.equal(provider.asked.length, 0);
      assert.deepEqual(await app.sql('select 1 from ai_running'), []);
    } finally {
      await app.sql('drop function begin_late cascade');
    }
  });
});

describe('the deadline of a provider', () => {
  it('holds for all tries together', async () => {
    provider.says({ status: 500, waitMs: 1500 }, { text: 'late', waitMs: 20_000 });
    const began = Date.now();
    const messages = [{ role: 'user', content: 'Go' }];
    const { body } = await admin.post('/api/ai/text-completion/complete', { model: modelOf.openai, messages });
    assert.match(body.error.message, /did not answer within 3 s/);
    assert.ok(Date.now() - began < 4500, 'a second try does not get the whole time again');
  });

  it('does not end a model that thinks for longer, as long as its thoughts arrive', async () => {
    provider.says({ thoughts: 'hm '.repeat(12), text: 'Now I know.', waitMs: 350 });
    const { chunks } = await readChat(admin, { model: modelOf.anthropic, message: 'Think' });
    assert.equal(chunks.map(({ text = '' }) => text).join(''), 'Now I know.');
  });
});

describe('thoughts that nothing follows', () => {
  it('are not stored: the provider would refuse the conversation from then on', async () => {
    const model = modelOf.anthropic;
    provider.says({ thoughts: 'Once more.', calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] });
    const { body } = await admin.post(messagePath, { model, message: 'Never end' });
    assert.equal(body.finishReason, 'tool-iterations');
    provider.says({ text: 'Enough.' });
    const { conversationId } = body;
    assert.equal((await admin.post(messagePath, { model, conversationId, message: 'And now?' })).status, 200);
    const { messages } = provider.asked[0]?.body ?? {};
    for (const { role, content } of messages)
      if (role === 'assistant') assert.notEqual(content.at(-1).type, 'thinking');
    assert.ok(sent().includes('Once more.'), 'those before a tool call are sent back');
  });
});

describe('every chat', () => {
  it('tells the model who asks and which day it is for them', async () => {
    const path = `/api/identity/users/${admin.userId}`;
    for (const [timeZone, shown] of [
      ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
      ['nowhere', 'UTC'],
    ] as const) {
      assert.equal((await admin.patch(path, { timeZone })).status, 200);
      provider.says({ text: 'Tomorrow.' });
      await admin.post(messagePath, { model: modelOf.openai, message: 'What is due tomorrow?' });
      const [{ role, content }] = provider.asked[0]?.body.messages ?? [];
      assert.equal(role, 'system');
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: shown }).format(new Date());
      assert.ok(content.includes(`${today}, in the time zone ${shown}`), content);
      assert.ok(content.includes(admin.userId), content);
    }
  });
});
