import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import type { Job } from '#core/jobs/job.ts';
import { FakeProvider } from '#test/ai/fake-provider.ts';
import { appForFile, type Client } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { ai } from '../index.ts';

const provider = await FakeProvider.forFile();
const app = await appForFile({ ...provider.env, OPENAI_API_KEY: 'k1' });

/** Runs the job like the scheduler of the platform, and waits for it. */
async function clean(): Promise<void> {
  const { services } = app.app;
  const [{ id: tenantId }] = await app.sql(`select id from tenants where account_key = 'default'`);
  const registry = await services.directory.registry(tenantId);
  const platform = { services, caller: systemCaller(tenantId, 'default'), registry, requestId: 'a test' };
  const job = ai.jobs.find(({ name }) => name === 'ai.content-cleaning') as Job;
  const id = await services.jobs.enqueue(platform, job, {});
  await until('the job to be done', async () => {
    const { body } = await app.admin.get(`/api/data/jobs/${id}`);
    assert.notEqual(body.state, 'failed', JSON.stringify(body));
    return body.state === 'completed';
  });
}

/** Creates a completion that is this many days old. */
async function completed(client: Client, daysAgo: number): Promise<string> {
  provider.says(
    { calls: [{ name: 'createRecord', args: { model: 'contacts', record: { lastName: 'Secretive' } } }] },
    { text: 'A secret answer' },
  );
  const { body } = await client.post('/api/ai/text-completion/complete', {
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'A secret question' }],
  });
  await app.sql(
    `update ai_ai_completion_logs set started_at = started_at - $2::int * interval '1 day' where id = $1::uuid`,
    [body.id, daysAgo],
  );
  return body.id;
}

const logOf = async (client: Client, id: string) => (await client.get(`/api/ai/aiCompletionLogs/${id}`)).body;
const keep = (client: Client, value: unknown) => client.create('/api/ui/settings', { key: 'ai.keepContent', value });

it('texts are removed from logs that are older than the setting says, and from no others', async () => {
  const client = await app.tenant();
  const [old, fresh] = [await completed(client, 8), await completed(client, 6)];
  await keep(client, { days: 7 });
  await clean();
  const log = await logOf(client, old);
  assert.deepEqual([log.request, log.response, log.contentKept], [null, null, false]);
  assert.ok(!JSON.stringify(log).includes('Secretive'));
  assert.deepEqual([log.toolCalls[0].tool, log.toolCalls[0].written.change], ['createRecord', 'created']);
  assert.deepEqual([log.status, log.totalTokens, log.finishReason], ['succeeded', 30, 'stop']);
  assert.equal((await logOf(client, fresh)).response.text, 'A secret answer');
  const { version } = await logOf(client, old);
  await clean();
  assert.equal((await logOf(client, old)).version, version, 'a second run changes nothing');
});

it('texts of earlier logs are removed when the tenant keeps none, and stay when it says nothing', async () => {
  const [without, silent] = [await app.tenant(), await app.tenant()];
  const [removed, kept] = [await completed(without, 0), await completed(silent, 3000)];
  await keep(without, false);
  await clean();
  assert.equal((await logOf(without, removed)).response, null);
  assert.equal((await logOf(silent, kept)).response.text, 'A secret answer');
});

it('texts are in no event of a log', async () => {
  const id = await completed(await app.tenant(), 0);
  const events = JSON.stringify(await app.events(id));
  assert.ok(events.includes('aiCompletionLog'));
  assert.ok(!events.includes('secret') && !events.includes('Secretive'));
});

it('texts in logs are shown to administrators only; others see figures', async () => {
  const client = await app.tenant();
  const id = await completed(client, 0);
  const path = `/api/ai/aiCompletionLogs/${id}`;
  assert.equal((await logOf(client, id)).response.text, 'A secret answer');
  const reader = await app.user({ permissions: ['ai:read', 'ai:write', 'sales:*'] }, client);
  const shown = await reader.get(path);
  assert.deepEqual(
    [shown.status, shown.body.status, shown.body.totalTokens, shown.body.changes],
    [200, 'succeeded', 30, 1],
  );
  for (const key of ['request', 'response', 'toolCalls']) assert.equal(key in shown.body, false, key);
  const listed = await reader.get('/api/ai/aiCompletionLogs');
  const past = await reader.get(`${path}/history`);
  for (const { text } of [shown, listed, past])
    assert.ok(!text.includes('secret') && !text.includes('Secretive'), text);
  const filtered = await reader.get('/api/ai/aiCompletionLogs?filter[response][ne]=null');
  assert.equal(filtered.status, 400, 'a hidden field is not filtered by');
  const admin = await app.user({ permissions: ['ai:admin'] }, client);
  assert.equal((await admin.get(path)).body.response.text, 'A secret answer');
});
