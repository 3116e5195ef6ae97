import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, modelOf } from '#test/ai/fake-provider.ts';
import { readChat } from '#test/ai/stream-client.ts';
import { ShallowLines } from './shallow-lines.ts';

const { app, provider } = await assistantForFile();
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const headers = { 'content-type': 'text/event-stream' };

describe('a stream of a provider', () => {
  for (const family of allFamilies) {
    it(`of ${family} ends with an error before an event that is nested too deep`, async () => {
      provider.says({ raw: `data: {"unknown":${deep(50_000)}}\n\n`, headers });
      const { chunks, done } = await readChat(app.admin, { model: modelOf[family], message: 'Go' });
      assert.deepEqual([chunks.at(-1)?.error?.code, done], ['ai_provider_error', true]);
      assert.match(chunks.at(-1)?.error.message, /nested more than 200 levels deep/);
    });

    it(`of ${family} may call a tool with input that is nested too deep, which the tool refuses`, async () => {
      const args = { title: JSON.parse(deep(500)) };
      provider.says({ calls: [{ name: 'createTask', args }] }, { text: 'I could not' });
      const { chunks, done } = await readChat(app.admin, { model: modelOf[family], message: 'Go' });
      assert.ok(done);
      const errors = chunks.flatMap(({ toolResult, error }) => [toolResult?.error?.code, error?.code].filter(Boolean));
      assert.equal(errors.length, 1, JSON.stringify(chunks.map((chunk) => Object.keys(chunk))));
    });
  }
});

describe('lines of a stream', () => {
  const accepts = (...chunks: readonly string[]) => {
    const lines = new ShallowLines(3);
    return chunks.every((chunk) => lines.accepts(Buffer.from(chunk)));
  };

  it('are followed over chunks, and each for itself', () => {
    assert.ok(accepts('data: [[', '[1', ']]]\n', 'data: [[[]]]\n'));
    assert.ok(!accepts('data: [[', '[', '[]]]]\n'));
    assert.ok(accepts('data: [[[\n', 'data: [[[\n'));
  });

  it('count no brackets in strings', () => {
    assert.ok(accepts('data: {"a":"[[[[[[\\"[[[[","b":[[1]]}\n'));
    assert.ok(!accepts('data: {"a":"\\\\",', '"b":[[[1]]]}\n'));
  });
});
