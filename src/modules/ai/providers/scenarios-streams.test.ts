import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelOf } from '#test/ai/fake-provider.ts';
import { assertTraces, scenarios, stageForFile, variants } from '#test/ai/scenarios.ts';
import { readChat } from '#test/ai/stream-client.ts';
import { long } from '#test/long.ts';

const stage = await stageForFile();

// `npm test` runs one variant of each scenario and rotates the variants.
for (const [v, variant] of variants.entries()) {
  describe(`a stream by ${variant.name}`, () => {
    for (const [s, scenario] of scenarios.entries()) {
      it(scenario.name, s % variants.length === v ? {} : long, async () => {
        const client = await stage.clientOf(variant);
        const { says, outcome, toolErrors, created } = { ...scenario, ...scenario.streamed };
        stage.provider.says(...says);
        const { chunks, done } = await readChat(client, { model: modelOf[variant.family], message: 'Go' });
        assert.ok(done, 'it ends with [DONE]');
        assert.ok(chunks[0]?.conversationId);
        const last = chunks.at(-1);
        const conversation = await client.get(`/api/ai/aiConversations/${chunks[0]?.conversationId}`);
        if (outcome.error === undefined) {
          assert.deepEqual(
            [last?.finishReason, last?.usage.totalTokens, conversation.status],
            [outcome.finishReason, outcome.totalTokens, 200],
          );
          const text = chunks.map((chunk) => chunk.text ?? '').join('');
          assert.ok(text.endsWith(outcome.text ?? ''), text);
        } else {
          assert.equal(last?.error.code, outcome.error);
          assert.deepEqual(
            [conversation.status, last?.messageId !== undefined],
            created ? [200, true] : [404, false],
            'it is stored only with what tools wrote',
          );
        }
        assert.deepEqual(
          chunks.flatMap(({ toolResult }) => (toolResult ? [toolResult.error?.code] : [])),
          toolErrors?.(variant, true) ?? [],
        );
        await assertTraces(stage, client, variant, scenario, true);
      });
    }
  });
}
