import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, type Family, keyIn, modelOf } from '#test/ai/fake-provider.ts';
import { openChat } from '#test/ai/stream-client.ts';
import { eventually } from '#test/eventually.ts';
import type { Client, Json } from '#test/harness.ts';

const { app, provider } = await assistantForFile();
const { admin } = app;
const completePath = '/api/ai/text-completion/complete';
const lastLog = async (): Promise<Json> =>
  (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];

const openAnswer = (client: Client, family: Family, signal: AbortSignal): Promise<Response> =>
  fetch(`${client.url}${completePath}`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: modelOf[family], messages: [{ role: 'user', content: 'Go' }] }),
  });

/** Tokens that a provider has reported by the time the first word of an answer arrives. */
const reportedTokens: Readonly<Record<Family, number>> = { openai: 0, anthropic: 10, google: 12 };

describe('a client that leaves in the middle', () => {
  for (const family of allFamilies) {
    for (const way of ['an answer', 'a stream'] as const) {
      it(`of ${way} by ${family} ends the call of the provider at once`, async () => {
        const isStream = way === 'a stream';
        provider.says(
          { calls: [{ name: 'createRecord', args: { model: 'accounts', record: { name: `${way} ${family}` } } }] },
          { text: 'word '.repeat(100), waitMs: isStream ? 300 : 60_000 },
        );
        const leaving = new AbortController();
        const { signal } = leaving;
        let read = '';
        const request = (
          isStream
            ? openChat(admin, { model: modelOf[family], message: 'Go' }, signal).then(async ({ body }) => {
                for await (const chunk of body as ReadableStream<Uint8Array>) read += Buffer.from(chunk).toString();
              })
            : openAnswer(admin, family, signal)
        ).catch(() => undefined);
        // The tool has run, and the model has been called for the second time.
        await eventually(async () => assert.equal(provider.asked.length, 2));
        if (isStream) await eventually(async () => assert.ok(read.includes('word')));
        const { left } = provider;
        leaving.abort();
        await request;
        await eventually(async () => assert.equal(provider.left, left + 1), 5000);
        const log = await eventually(async () => {
          const found = await lastLog();
          assert.equal(found.status, 'aborted');
          return found;
        });
        assert.deepEqual([log.error.code, log.finishReason, log.iterations], ['aborted', 'aborted', 2]);
        const reported = isStream ? reportedTokens[family] : 0;
        assert.equal(log.totalTokens, 15 + reported, 'the usage is known as far as the provider has reported it');
        const [{ written }] = log.toolCalls;
        assert.equal((await admin.get(`/api/sales/accounts/${written.id}`)).body.name, `${way} ${family}`);
        assert.equal(provider.asked.length, 2, 'nothing is asked after that');
      });
    }
  }
});

describe('keys of providers', () => {
  it('are never used for another account, however many ask at once', async () => {
    const accounts = await Promise.all([app.tenant(), app.tenant(), app.tenant()]);
    const [first, second, third] = accounts as [Client, Client, Client];
    for (const [client, name] of [
      [first, 'first'],
      [second, 'second'],
    ] as const)
      for (const family of allFamilies)
        await client.create('/api/ui/settings', { key: `ai.${family}`, secretValue: `sk-${name}-${family}` });
    const ask = (client: Client, family: Family, marker: string) =>
      client.post(completePath, { model: modelOf[family], messages: [{ role: 'user', content: marker }] });
    const keysOf = () =>
      provider.asked.map((one) => `${/owner=(\w+)/.exec(JSON.stringify(one.body))?.[1]} ${keyIn(one)}`);
    provider.says({ text: 'x', waitMs: 20 });
    const owners = { first, second, env: third };
    await Promise.all(
      Array.from({ length: 8 }, () =>
        allFamilies.flatMap((family) =>
          Object.entries(owners).map(async ([name, client]) => {
            const { status, text } = await ask(client, family, `owner=${name}`);
            assert.equal(status, 200, text);
          }),
        ),
      ).flat(),
    );
    const expected = allFamilies.flatMap((family) => [
      `first sk-first-${family}`,
      `second sk-second-${family}`,
      `env k-${family}`,
    ]);
    assert.equal(provider.asked.length, 72);
    assert.deepEqual([...new Set(keysOf())].toSorted(), expected.toSorted());
    // An account without its own key uses the key of the server, not the key of the previous request.
    const { body } = await second.get('/api/ui/settings?filter[key]=ai.openai');
    assert.equal((await second.delete(`/api/ui/settings/${body.data[0]._id}`)).status, 204);
    provider.says({ text: 'x' });
    await ask(first, 'openai', 'owner=first');
    await ask(second, 'openai', 'owner=second');
    assert.deepEqual(keysOf(), ['first sk-first-openai', 'second k-openai']);
  });
});
