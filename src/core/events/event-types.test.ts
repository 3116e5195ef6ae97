import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const { admin } = await appForFile();
const source = path.join(import.meta.dirname, '../../../src');

/** Types in the source code that appends events. The types of record events are derived from the models. */
function namedTypes(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const calls = readFileSync(path.join(source, file), 'utf8').split('appendEvent(').slice(1);
    return calls.flatMap((call) => {
      const line = /\btype:[^\n]*/.exec(call.slice(0, 200))?.[0] ?? '';
      return [...line.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, type = '']) => type);
    });
  });
}

it('the catalogue of events names every type that the platform appends', async () => {
  const known = new Set((await admin.get('/api/integrations/event-types')).body.data.map(({ type }: Json) => type));
  const named = namedTypes();
  for (const type of [
    'website.published',
    'website.unpublished',
    'website.domainLost',
    'tenant.updated',
    'sync.failed',
  ])
    assert.ok(named.includes(type), `${type} is not found in the source: the search of this test is wrong`);
  assert.deepEqual(
    named.filter((type) => !known.has(type)),
    [],
  );
});

it('events of websites have schemas, and a webhook can ask for all of them', async () => {
  const { data } = (await admin.get('/api/integrations/event-types?filter[type]=website.*')).body;
  const published = data.find(({ type }: Json) => type === 'website.published');
  assert.ok(published.schema.properties.data.properties.record.properties.releaseNumber);
  const webhook = { url: 'https://example.com/hook', events: ['website.published', 'website.domainLost'] };
  assert.equal((await admin.post('/api/integrations/webhooks', webhook)).status, 201);
});
