import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scale } from './scale.ts';
import { createMany, MemoryWatch, Stage } from './stage.ts';

const maxGrowthMb = 100;
const atOnce = 8;
const stage = await Stage.forFile({ ownCluster: true });
const server = await stage.start({ LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);

describe('a feed of large records', () => {
  it('needs no more memory than its pages, even with concurrent readers', async (t) => {
    // Create texts of the maximum length, as many per request as fit.
    await createMany(admin, scale.largeRecords, { description: 'x'.repeat(100_000) }, 10);
    using memory = new MemoryWatch(server);
    for (const query of ['limit=1', 'limit=1000', 'limit=1000&filter[type]=contact.deleted']) {
      for (let round = 0; round < 3; round += 1) {
        const pages = Array.from({ length: atOnce }, () => admin.get(`/api/data/changes?since=beginning&${query}`));
        const replies = await Promise.all(pages);
        for (const { status, text } of replies) assert.equal(status, 200, text.slice(0, 1000));
        const [first] = replies;
        assert.ok((first?.text.length ?? 0) < 10_000_000);
        assert.equal(first?.body.data.length === 1, query === 'limit=1');
      }
    }
    assert.ok(server.running, server.stderr);
    t.diagnostic(`memory ${memory.before.toFixed(1)} MB before, ${memory.maxMb.toFixed(1)} MB at most`);
    assert.ok(memory.grownMb <= maxGrowthMb, `memory grew by ${memory.grownMb} MB`);
  });
});
