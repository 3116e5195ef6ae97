import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '#test/cluster.ts';
import { scale } from '#test/faults/scale.ts';
import { Client, type Json } from '#test/harness.ts';
import { assertStops, Home, type ServerProcess, until } from '#test/process.ts';
import { visit } from '#test/site-tools.ts';

const pageCount = 60;
const pages = '/api/marketing/webPages';

/** The versions that a visitor sees who reads one page after another. */
async function shownVersions(url: string): Promise<number[]> {
  const versions: number[] = [];
  for (let n = 0; n < pageCount; n += 1) {
    const { status, text } = await visit(url, `/sites/default/site/p${n}`);
    assert.equal(status, 200, `page ${n}`);
    versions.push(Number(/version (\d+) of page/.exec(text)?.[1]));
  }
  return versions;
}

async function assertShows(url: string, version: number): Promise<void> {
  assert.deepEqual(new Set(await shownVersions(url)), new Set([version]));
}

const content = (version: number) => [
  { type: 'text', text: `version ${version} of page\n\n${'words and words '.repeat(500)}` },
];

describe('kill -9 during a publication', () => {
  it('leaves the old release live at every step, and the publication is finished once after the next start', async () => {
    await using home = await Home.prepared();
    let server: ServerProcess = await home.start();
    const { token } = await server.signIn(adminPassword);
    let client = new Client(server.url, token);
    const website = await client.create('/api/marketing/websites', { name: 'Site' });
    const ids: string[] = [];
    for (let n = 0; n < pageCount; n += 1)
      ids.push((await client.create(pages, { websiteId: website._id, path: `/p${n}`, blocks: content(1) }))._id);
    const publish = async (): Promise<string> =>
      (await client.post('/api/marketing/web-publishing/publish', { websiteId: website._id })).body.jobId;
    const ended = (jobId: string): Promise<Json> =>
      until('the publication to end', async () => {
        const { body } = await client.get(`/api/marketing/web-publishing/${jobId}`);
        return ['completed', 'failed'].includes(body.status) && body;
      });
    const startedAt = Date.now();
    assert.equal((await ended(await publish())).status, 'completed');
    const wholeMs = Date.now() - startedAt;
    await assertShows(server.url, 1);

    const steps = scale.publicationKills;
    for (let step = 0; step < steps; step += 1) {
      const version = step + 2;
      const operations = ids.map((_id) => ({ op: 'update', _id, record: { blocks: content(version) } }));
      assert.equal((await client.post(`${pages}/bulk`, { operations })).status, 200);
      const jobId = await publish();
      await sleep((wholeMs * step) / (steps - 1));
      await server.stop('SIGKILL');
      server = await home.start();
      client = new Client(server.url, token);
      // The dead node still holds its lease for a while.
      await home.sql(`update jobs set heartbeat_at = now() - interval '1 minute' where id = $1 and state = 'running'`, [
        jobId,
      ]);
      // The job continues meanwhile. A visitor who has seen the new release never sees the old one again.
      const seen = await shownVersions(server.url);
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      assert.ok(
        seen.every((one) => one === version - 1 || one === version),
        seen.join(),
      );
      const publication = await ended(jobId);
      assert.equal(publication.status, 'completed', JSON.stringify(publication));
      assert.equal(publication.releaseNumber, version);
      await assertShows(server.url, version);
      const [row] = await home.sql(`select count(*)::int as n from events where type = 'website.published'`);
      assert.equal(row?.n, version);
    }
    await assertStops(home, server);
  });
});
