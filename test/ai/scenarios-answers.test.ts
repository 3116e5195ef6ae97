import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurn } from '../long.ts';
import { modelOf } from './fake-provider.ts';
import { assertTraces, scenarios, stageForFile, variants } from './scenarios.ts';

const stage = await stageForFile();

for (const variant of variants) {
  describe(`an answer by ${variant.name}`, () => {
    for (const scenario of scenarios) {
      it(scenario.name, inTurn(`${variant.name} ${scenario.name}`), async () => {
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
