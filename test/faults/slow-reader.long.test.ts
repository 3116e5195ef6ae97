import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import type { Client } from '../harness.ts';
import { until } from '../process.ts';
import { scale } from './scale.ts';
import { createMany, MemoryWatch, Stage } from './stage.ts';

const maxGrowthMb = 40;
const largeText = 'x'.repeat(4000);
const query = 'filter[type]=contact.created';

const stage = await Stage.forFile({ ownCluster: true });
const server = await stage.start({ LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);

const create = (count: number) => createMany(admin, count, { description: largeText }, 200);

/** A reader of the live feed that reads nothing until `read` is called. */
class Reader {
  readonly ids: string[] = [];
  ended = false;
  readonly #response: http.IncomingMessage;
  #text = '';

  private constructor(response: http.IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8').pause();
    response.on('error', () => {});
    response.on('close', () => {
      this.ended = true;
    });
  }

  static open({ url, token }: Client): Promise<Reader> {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    return new Promise((resolve, reject) => {
      http
        .get(`${url}/api/data/changes?${query}`, { headers, agent: false }, (response) => {
          if (response.statusCode === 200) resolve(new Reader(response));
          else reject(new Error(`the stream answered ${response.statusCode}`));
        })
        .on('error', reject);
    });
  }

  read(): void {
    this.#response.on('data', (chunk: string) => {
      const blocks = (this.#text + chunk).split('\n\n');
      this.#text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) this.ids.push(JSON.parse(data).id);
      }
    });
    this.#response.resume();
  }

  close(): void {
    this.#response.destroy();
  }
}

describe('readers of the live feed that pause', () => {
  it('cost the server no memory, and then read everything without gaps or repeats', async (t) => {
    // Warm up with a quick reader, so that the memory is compared with that of a server under load.
    const quick = await Reader.open(admin);
    quick.read();
    await create(2000);
    await until('the quick reader', () => quick.ids.length >= 2000);
    quick.close();
    const readers = await Promise.all(Array.from({ length: 3 }, () => Reader.open(admin)));
    using memory = new MemoryWatch(server);
    await create(scale.readerChanges);
    const rows = await stage.sql<{ id: string }>(
      `select id from events where type = 'contact.created' order by xid, seq offset 2000`,
    );
    const expected = rows.map(({ id }) => id);
    assert.equal(expected.length, scale.readerChanges);
    assert.deepEqual(
      readers.map(({ ids, ended }) => [ids.length, ended]),
      readers.map(() => [0, false]),
    );
    const waiting = memory.maxMb;
    const startedAt = Date.now();
    for (const reader of readers) reader.read();
    await until('the readers to catch up', () => readers.every(({ ids }) => ids.length >= expected.length), 120_000);
    const took = Date.now() - startedAt;
    for (const { ids } of readers) assert.deepEqual(ids, expected);
    t.diagnostic(
      `${expected.length} changes; memory ${memory.before.toFixed(1)} MB before, ${waiting.toFixed(1)} MB at most while they waited, ${memory.maxMb.toFixed(1)} MB when they had caught up; ${readers.length} readers caught up in ${took} ms`,
    );
    for (const reader of readers) reader.close();
    assert.ok(memory.grownMb <= maxGrowthMb, `memory grew by ${memory.grownMb} MB`);
  });
});
