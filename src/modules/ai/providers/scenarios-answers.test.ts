import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelOf } from '#test/ai/fake-provider.ts';
import { assertTraces, scenarios, stageForFile, variants } from '#test/ai/scenarios.ts';
import { long } from '#test/long.ts';

const stage = await stageForFile();

// `npm test` runs one variant of each scenario and rotates the variants.
for (const [v, variant] of variants.entries()) {
  describe(`an answer by ${variant.name}`, () => {
    for (const [s, scenario] of scenarios.entries()) {
      it(scenario.name, s % variants.length === v ? {} : long, async () => {
        const client = await stage.clientOf(variant);
        stage.provider.says(...scenario.says);
        const { status, body, text } = await client.post('/api/ai/text-completion/complete', {
          model: modelOf[variant.family],
          messages: [{ role: 'user', content: 'Go' }],
        });
        const { outcome } = scenario;
        if (outcome.error === undefined) {
          assert.equal(status, 200, text);
          assert.deepEqual(
            [body.text, body.finishReason, body.usage.totalTokens, body.iterations],
            [outcome.text, outcome.finishReason, outcome.totalTokens, outcome.iterations],
          );
        } else {
          assert.deepEqual([status, body.error.code], [outcome.error === 'rate_limited' ? 429 : 502, outcome.error]);
          assert.ok(body.error.message.includes(variant.family), body.error.message);
          assert.equal(
            body.completionId !== undefined,
            scenario.created !== undefined,
            'tools wrote, which can be undone',
          );
        }
        await assertTraces(stage, client, variant, scenario, false);
      });
    }
  });
}
