import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ShareLimits, Shares } from '#db/shares.ts';

const limits: ShareLimits = {
  size: 10,
  maxWaiting: 20,
  maxWaitingOfTenant: 8,
  longestWaitMs: 10_000,
  activeMs: 2000,
};

/** Takes as many as the tenant may have, up to `most`. */
const takeAll = (shares: Shares, tenant: string, most = 100): number => {
  let held = 0;
  while (held < most && shares.take(tenant)) held += 1;
  return held;
};

/** As many quick statements, one after the other, by a tenant that holds others meanwhile. */
const quickly = (shares: Shares, tenant: string, count: number): void => {
  for (let n = 0; n < count; n += 1) {
    shares.release(tenant);
    assert.ok(shares.take(tenant));
  }
};

/** What a tenant that holds none could have; it gives all back as slow ones, which does not raise its limit. */
const mayHold = (shares: Shares, tenant: string): number => {
  const held = takeAll(shares, tenant);
  for (let n = 0; n < held; n += 1) shares.release(tenant, true);
  return held;
};

interface Line {
  readonly served: string[];
  readonly refused: string[];
  wait(tenant: string, name?: string, gone?: () => boolean): void;
}

function lineOf(shares: Shares): Line {
  const served: string[] = [];
  const refused: string[] = [];
  return {
    served,
    refused,
    wait: (tenant, name = tenant, gone = () => false) =>
      shares.wait({
        tenant,
        sinceMs: Date.now(),
        gone,
        granted: () => served.push(name),
        refused: ({ message }) => refused.push(`${name}: ${message}`),
      }),
  };
}

describe('the shares of tenants in the connections', () => {
  it('are counted: connections in use, requests that wait, and requests that were refused', () => {
    const shares = new Shares({ ...limits, maxWaitingOfTenant: 2 });
    const line = lineOf(shares);
    assert.equal(takeAll(shares, 'a'), 8);
    line.wait('a', 'first');
    line.wait('a', 'gone', () => true);
    assert.deepEqual(shares.usage, { held: 8, waiting: 2, refused: 0 });
    assert.throws(() => line.wait('a'), /wait for the database already/);
    assert.deepEqual(shares.usage, { held: 8, waiting: 2, refused: 1 });
    shares.sweep(Date.now() + limits.longestWaitMs + 1000);
    assert.deepEqual(shares.usage, { held: 8, waiting: 0, refused: 2 }, 'a client that hung up was not refused');
  });

  it('leave one tenant alone all connections but two', () => {
    const shares = new Shares(limits);
    assert.equal(takeAll(shares, 'a'), 8);
  });

  it('have a free connection for a newcomer, and for the one after it', () => {
    const shares = new Shares(limits);
    takeAll(shares, 'a');
    assert.equal(takeAll(shares, 'b'), 1);
    assert.equal(takeAll(shares, 'c'), 1);
    assert.equal(takeAll(shares, 'd'), 0);
  });

  it('are a quarter while another tenant is active, until the tenant has shown that its statements are quick', () => {
    const shares = new Shares(limits);
    assert.ok(shares.take('b'));
    assert.equal(takeAll(shares, 'a'), 2);
    shares.release('b');
    assert.equal(takeAll(shares, 'a'), 0, 'it was active a moment ago');
    quickly(shares, 'a', 10);
    assert.equal(takeAll(shares, 'a'), 1);
    quickly(shares, 'a', 1000);
    assert.equal(takeAll(shares, 'a'), 2);
    quickly(shares, 'a', 1000);
    assert.equal(takeAll(shares, 'a'), 0, 'five of ten is half, and half is the most');
  });

  it('are halved by each slow statement, down to an eighth, and rise again with quick ones', () => {
    const shares = new Shares({ ...limits, size: 20 });
    assert.ok(shares.take('b') && shares.take('a') && shares.take('a'));
    quickly(shares, 'a', 1000);
    shares.release('a', true);
    assert.equal(mayHold(shares, 'a'), 9, 'it holds one already');
    const slowly = () => {
      assert.ok(shares.take('a'));
      shares.slow('a');
      shares.release('a', true);
    };
    slowly();
    assert.equal(mayHold(shares, 'a'), 4);
    shares.release('a', true);
    for (let n = 0; n < 5; n += 1) slowly();
    assert.equal(mayHold(shares, 'a'), 2, 'remembered, although it holds none');
    assert.ok(shares.take('a') && shares.take('a'));
    quickly(shares, 'a', 20);
    for (let n = 0; n < 2; n += 1) shares.release('a', true);
    assert.equal(mayHold(shares, 'a'), 4);
  });

  it('forget after ten seconds that statements were slow', () => {
    const shares = new Shares(limits);
    assert.ok(shares.take('b') && shares.take('a'));
    for (let n = 0; n < 3; n += 1) shares.slow('a');
    shares.release('a', true);
    assert.equal(mayHold(shares, 'a'), 1);
    shares.sweep(Date.now() + 9000);
    assert.equal(mayHold(shares, 'a'), 1);
    assert.ok(!shares.settled);
    shares.sweep(Date.now() + 10_001);
    assert.equal(mayHold(shares, 'a'), 2);
    assert.ok(shares.settled);
  });

  it('bring a tenant that had more down to its limit once another waits', () => {
    const shares = new Shares(limits);
    const { served, wait } = lineOf(shares);
    takeAll(shares, 'a');
    assert.equal(takeAll(shares, 'b'), 1);
    for (let n = 0; n < 8; n += 1) wait('a');
    for (let n = 0; n < 4; n += 1) wait('b');
    for (let n = 0; n < 6; n += 1) shares.release('a', true);
    assert.deepEqual(served, ['b'], 'both have two');
    shares.release('a', true);
    assert.deepEqual(served, ['b', 'a']);
  });

  it('go to waiting tenants in turn, and in each to the request that came first', () => {
    const shares = new Shares({ ...limits, size: 2 });
    const { served, wait } = lineOf(shares);
    assert.ok(shares.take('a') && shares.take('b'));
    for (const name of ['c1', 'c2', 'c3']) wait('c', name);
    for (const name of ['d1', 'd2']) wait('d', name);
    const holder = (name: string) => name[0] as string;
    for (const tenant of ['a', 'b']) shares.release(tenant);
    for (let n = 0; n < 3; n += 1) shares.release(holder(served[n] as string));
    assert.deepEqual(served, ['c1', 'd1', 'c2', 'd2', 'c3']);
  });

  it('refuse at once when too many of a tenant wait, or too many in all', () => {
    const shares = new Shares(limits);
    const { wait } = lineOf(shares);
    for (const tenant of ['a', 'b']) takeAll(shares, tenant);
    for (let n = 0; n < 8; n += 1) wait('a');
    assert.throws(() => wait('a'), /8 requests wait/);
    for (let n = 0; n < 12; n += 1) wait(`t${n}`);
    assert.throws(() => wait('z'), /20 requests wait/);
  });

  it('end a wait that took too long, and one whose client is gone, and let the next one in', () => {
    const shares = new Shares({ ...limits, size: 1 });
    const { served, refused, wait } = lineOf(shares);
    assert.ok(shares.take('a'));
    wait('b', 'gone', () => true);
    wait('b', 'patient');
    shares.sweep();
    assert.deepEqual(refused, ['gone: the client hung up while it waited']);
    shares.release('a');
    assert.deepEqual(served, ['patient']);
    wait('c', 'late');
    shares.sweep(Date.now() + 10_001);
    assert.deepEqual(refused.slice(1), ['late: no connection was free in time']);
    shares.release('b');
    assert.equal(takeAll(shares, 'd'), 1);
  });

  it('grant what time alone permits', async () => {
    const shares = new Shares({ ...limits, activeMs: 0 });
    const { served, wait } = lineOf(shares);
    assert.ok(shares.take('b'));
    assert.equal(takeAll(shares, 'a'), 2);
    wait('a');
    shares.release('b');
    await new Promise((resolve) => setTimeout(resolve, 5));
    shares.sweep();
    assert.deepEqual(served, ['a']);
  });

  it('never exceed the connections, and forget nobody who waits', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const shares = new Shares({ ...limits, maxWaiting: 10_000, maxWaitingOfTenant: 10_000 });
    const held: string[] = [];
    let waiting = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const tenant = `t${random(5) * random(5)}`;
      if (random(2) === 0 && held.length > 0) shares.release(held.splice(random(held.length), 1)[0] as string);
      else if (shares.take(tenant)) held.push(tenant);
      else {
        waiting += 1;
        const granted = () => {
          waiting -= 1;
          held.push(tenant);
        };
        shares.wait({ tenant, sinceMs: Date.now(), gone: () => false, granted, refused: assert.fail });
      }
      assert.ok(held.length <= limits.size);
    }
    for (let one = held.pop(); one !== undefined; one = held.pop()) shares.release(one);
    assert.equal(waiting, 0);
  });
});
