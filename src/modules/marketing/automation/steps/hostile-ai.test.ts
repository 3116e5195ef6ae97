import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { modelOf, type ScriptedAnswer } from '#test/ai/fake-provider.ts';
import type { Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { timeLimit } from '#test/time-limit.ts';
import { activeWorkflow, enroll, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const { app, provider } = await assistantForFile();
const { admin } = app;

const any = { type: 'object', properties: { name: {} } };
const repeated = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Answers of a language model, and the schema that they should match. */
const answers: Readonly<Record<string, readonly [said: ScriptedAnswer, schema?: Json]>> = {
  'nested thousands of levels deep': [{ text: repeated('{"name":', '}', 3000) }, any],
  'with characters that PostgreSQL does not store': [{ text: '{"name":"a\\u0000b\\ud800"}' }, any],
  'with a text of megabytes': [{ text: `{"name":"${'x'.repeat(3_000_000)}"}` }, any],
  'with a pattern that takes for ever': [
    { text: JSON.stringify({ name: `${'a'.repeat(60)}!` }) },
    { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } },
  ],
  'that is no JSON': [{ raw: '<html>' }],
  'that is cut': [{ text: 'One two three.', cut: true }],
};

describe('an answer of a language model to a workflow', () => {
  for (const [name, [said, schema]] of Object.entries(answers))
    it(`${name} ends the step in time, with a reason`, async () => {
      provider.says(...Array.from({ length: 4 }, () => said));
      const config = { prompt: 'Go on.', model: modelOf.openai, ...(schema && { schema }) };
      const steps = [{ key: 'ask', type: 'ai', config }];
      const created = await admin.create(workflowsPath, { name: 'W', modelKey: 'contacts', steps });
      const activated = await admin.post(`${workflowsPath}/${created._id}/activate`, {});
      // A schema that is refused at the activation does no harm either.
      if (activated.status === 422) return;
      assert.equal(activated.status, 200, activated.text);
      const contact = await admin.create('/api/sales/contacts', { lastName: 'Byron' });
      const calm = await activeWorkflow(admin, [{ key: 'calm', type: 'addTag', config: { tag: 'calm' } }]);
      const begun = await enroll(admin, created, contact);
      const beside = performance.now();
      await hasStatus(admin, await enroll(admin, calm, contact), 'completed');
      assert.ok(performance.now() - beside < timeLimit(2000), 'another workflow goes on meanwhile');
      // A failure that may pass is tried again later, and its reason is in the log at once.
      const runs = await until('the first try', async () => {
        const found = await runsOf(admin, begun);
        return found.length > 0 && found;
      });
      assert.ok(performance.now() - beside < timeLimit(15_000), 'the step ends in time');
      const why = runs.map((run: Json) => run.why).join(' ');
      assert.doesNotMatch(why, /internal error/);
    });
});
