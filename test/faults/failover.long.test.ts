import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword } from '../cluster.ts';
import type { Client, Json } from '../harness.ts';
import { Home, until } from '../process.ts';
import { Load } from './load.ts';
import { Pair, Template } from './replication.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { contacts, register, settings } from './stage.ts';

const home = new Home();
after(() => home[Symbol.asyncDispose]());
const template = await Template.in(home);

/** Polls the feed page by page, and ignores failed requests. */
class Poller implements AsyncDisposable {
  readonly found: string[] = [];
  readonly unexpected: string[] = [];
  pages = 0;
  paused = false;
  #polling = true;
  readonly #work: Promise<void>;

  constructor(client: Client) {
    this.#work = this.#poll(client);
  }

  async #poll(client: Client): Promise<void> {
    let cursor = 'beginning';
    while (this.#polling) {
      await sleep(5);
      if (this.paused) continue;
      const path = `/api/data/changes?since=${cursor}&filter[type]=contact.created`;
      const reply = await client.get(path).catch(() => undefined);
      if (reply?.status === 200) {
        this.found.push(...reply.body.data.map(({ recordId }: Json) => recordId));
        cursor = reply.body.meta.nextCursor;
        this.pages += 1;
      } else if (reply && reply.status !== 503) this.unexpected.push(`${reply.status} ${reply.text}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#polling = false;
    await this.#work;
  }
}

/**
 * Uses up transaction ids that the standby never gets: rolled back transactions are not replicated. The feed is read
 * meanwhile, so its cursor would be ahead of the standby if it counted such ids.
 */
async function useUpTransactionIds(client: Client, poller: Poller): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    const reply = await client.post(`${contacts}?dryRun=true`, { lastName: 'Dry run' });
    assert.ok(reply.status < 300, reply.text);
  }
  const { pages } = poller;
  await until('the feed to be read', () => poller.pages > pages + 1);
  // This reader polls rarely: others have written to the new primary before its first poll there.
  poller.paused = true;
}

/** The primary is killed during writes or just after the last one: different transaction ids are lost. */
const moments = ['between two writes', 'in the middle of writes'];

describe('a failover to a synchronous standby under load', { concurrency: 1 }, () => {
  for (let round = 0; round < scale.failovers; round += 1) {
    const quiet = round % 2 === 0;
    it(`loses no answered write in the feed or at webhooks, ${moments[round % 2]} (${round + 1})`, async (t) => {
      const pair = await Pair.start(template, path.join(home.base, `round-${round}`));
      const sink = await Sink.forFile();
      const server = await home.start({ ...settings, DATABASE_URL: pair.url, LOG_LEVEL: 'warn' });
      const admin = await server.signIn(adminPassword);
      await register(admin, sink, '/hook');
      await using before = new Load(admin, 4, 2);
      await using poller = new Poller(admin);
      await before.more(150);
      if (quiet) {
        await before.end();
        await useUpTransactionIds(admin, poller);
      }
      const killed = Date.now();
      await pair.primary.kill();
      await pair.promote();
      const promoted = Date.now();
      await using afterwards = new Load(admin, 4, 2);
      await afterwards.more(60);
      poller.paused = false;
      await afterwards.more(40);
      const [first = 0] = afterwards.answered.values();
      await Promise.all([before.end(), afterwards.end()]);
      const answered = [...before.answered.keys(), ...afterwards.answered.keys()];
      const missing = (found: Iterable<string>) => {
        const there = new Set(found);
        return answered.filter((id) => !there.has(id));
      };
      const arrived = () => missing(poller.found).length === 0 && missing(sink.records).length === 0;
      await until('all of them to arrive', arrived, 20_000).catch(() => {});
      assert.deepEqual([...before.unexpected, ...afterwards.unexpected], []);
      assert.deepEqual(poller.unexpected, []);
      assert.deepEqual(missing((await pair.standby.sql('select id from sales_contacts')).map(({ id }) => id)), []);
      assert.deepEqual(missing(poller.found), [], 'missing in the feed');
      assert.deepEqual(missing(sink.records), [], 'missing at the webhook');
      assert.equal(new Set(poller.found).size, poller.found.length, 'the feed repeats nothing');
      t.diagnostic(
        `${answered.length} creates answered, ${before.refusals + afterwards.refusals} not; promoted after ${promoted - killed} ms, writes again ${first - promoted} ms later; ${sink.extras} extras`,
      );
      assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.stderr);
      await pair.stop();
    });
  }
});
