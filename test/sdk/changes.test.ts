import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Atrium, AtriumError, type Change } from '../../packages/sdk/src/index.ts';
import { adminPassword } from '../cluster.ts';
import { appForFile } from '../harness.ts';
import { Home, until } from '../process.ts';
import { FlakyProxy, names } from './tools.ts';

const app = await appForFile();

/** Reads a feed beside the test. */
class Follower {
  readonly changes: Change[] = [];
  readonly lost: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #ending = new AbortController();

  constructor(client: Atrium, options: { model?: string; types?: string[]; since?: string } = {}) {
    const onDisconnect = ({ message }: Error) => void this.lost.push(message);
    const feed = client.changes({ ...options, signal: this.#ending.signal, onDisconnect });
    this.ended = this.#read(feed).catch((error: unknown) => error);
  }

  async #read(feed: AsyncIterable<Change>): Promise<void> {
    for await (const change of feed) this.changes.push(change);
  }

  received = (count: number) => until(`${count} changes`, () => this.changes.length >= count);

  async end(): Promise<unknown> {
    this.#ending.abort();
    return this.ended;
  }

  get names(): unknown[] {
    return names(this.changes.map(({ record }) => record as never));
  }
}

const numbered = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `N${from + n}`);

describe('the feed of changes', () => {
  it('has every change in order, of the models and types that were asked for', async () => {
    const admin = await app.tenant();
    const client = new Atrium({ url: app.url, token: admin.token });
    await client.sales.contacts.create({ lastName: 'Before' });
    const follower = new Follower(client, { model: 'contact', since: 'beginning' });
    await follower.received(1);
    const { _id } = await client.sales.contacts.create({ lastName: 'After' });
    await client.sales.leads.create({ lastName: 'No contact' });
    await client.sales.contacts.update(_id, { title: 'Changed' });
    await client.sales.contacts.delete(_id);
    await follower.received(4);
    assert.deepEqual(
      follower.changes.map(({ type }) => type),
      ['contact.created', 'contact.created', 'contact.updated', 'contact.deleted'],
    );
    assert.deepEqual(follower.changes[2]?.changedFields, ['title']);
    assert.equal(await follower.end(), undefined);
    const types = ['contact.created', 'lead.created'];
    const some: string[] = [];
    for await (const { type } of client.changes({ model: ['contact', 'sales.leads'], types, since: 'beginning' })) {
      if (some.push(type) === 3) break;
    }
    assert.deepEqual(some, ['contact.created', 'contact.created', 'lead.created']);
    const rest = new Follower(client, { model: 'contact', since: follower.changes[1]?.cursor ?? '' });
    await rest.received(2);
    assert.deepEqual(
      rest.changes.map(({ cursor }) => cursor),
      follower.changes.slice(2).map(({ cursor }) => cursor),
    );
    await rest.end();
  });

  it('loses and repeats nothing when its connection is cut again and again', async () => {
    const admin = await app.tenant();
    const direct = new Atrium({ url: app.url, token: admin.token });
    await using proxy = await new FlakyProxy(app.url).listen();
    const follower = new Follower(new Atrium({ url: proxy.url, token: admin.token }), { model: 'contact' });
    await until('the stream', () => proxy.seen.some(({ headers }) => headers.accept === 'text/event-stream'));
    // Nothing has arrived yet, so only the cursor of the beginning can tell where to continue.
    proxy.cut();
    for (const lastName of numbered(0, 60)) {
      await direct.sales.contacts.create({ lastName });
      if (lastName.endsWith('7')) proxy.cut();
      if (lastName.endsWith('3')) proxy.faults.push({ status: 503 });
    }
    await follower.received(60);
    assert.deepEqual(follower.names, numbered(0, 60));
    assert.ok(follower.lost.length >= 3, `${follower.lost.length} connections were lost`);
    await follower.end();
  });

  it('ends with an error when the session has ended or the cursor is wrong', async () => {
    const admin = await app.tenant();
    const client = new Atrium({ url: app.url, token: admin.token });
    const wrong = await new Follower(client, { since: 'nothing' }).ended;
    assert.ok(wrong instanceof AtriumError);
    assert.equal(wrong.status, 400);
    const follower = new Follower(client, { model: 'contact', since: 'beginning' });
    await client.sales.contacts.create({ lastName: 'Last' });
    await follower.received(1);
    await client.action('POST', '/api/identity/auth/logout');
    await app.admin.create('/api/sales/contacts', { lastName: 'Wakes the streams' });
    const error = await follower.ended;
    assert.ok(error instanceof AtriumError, String(error));
    assert.equal(error.status, 401);
  });
});

describe('the feed across a restart of the server', () => {
  it('goes on after the last change', async () => {
    await using home = await Home.prepared();
    const before = await home.start();
    const { token = '' } = await before.signIn(adminPassword);
    await using proxy = await new FlakyProxy(before.url).listen();
    const follower = new Follower(new Atrium({ url: proxy.url, token }), { model: 'contact' });
    await until('the stream', () => proxy.seen.some(({ headers }) => headers.accept === 'text/event-stream'));
    const write = async (url: string, from: number, to: number) => {
      const client = new Atrium({ url, token });
      for (const lastName of numbered(from, to)) await client.sales.contacts.create({ lastName });
    };
    await write(before.url, 0, 5);
    await follower.received(5);
    await write(before.url, 5, 10);
    assert.equal((await before.stop()).code, 0);
    const after = await home.start();
    await write(after.url, 10, 15);
    proxy.target = after.url;
    await follower.received(15);
    assert.deepEqual(follower.names, numbered(0, 15));
    assert.equal(await follower.end(), undefined);
  });
});
