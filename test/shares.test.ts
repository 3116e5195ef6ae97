import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ShareLimits, Shares } from '#db/shares.ts';

const limits: ShareLimits = {
  size: 10,
  mostWaiting: 20,
  mostWaitingOfTenant: 8,
  longestWaitMs: 10_000,
  activeMs: 2000,
};

/** Takes as many as the tenant may have, up to `most`. */
const takeAll = (shares: Shares, tenant: string, most = 100): number => {
  let held = 0;
  while (held < most && shares.take(tenant)) held += 1;
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

  it('are half at most while another tenant is active', () => {
    const shares = new Shares(limits);
    assert.ok(shares.take('b'));
    assert.equal(takeAll(shares, 'a'), 5);
    shares.release('b');
    assert.equal(takeAll(shares, 'a'), 0, 'it was active a moment ago');
  });

  it('bring a tenant that had more down to half once another waits', () => {
    const shares = new Shares(limits);
    const { served, wait } = lineOf(shares);
    takeAll(shares, 'a');
    assert.equal(takeAll(shares, 'b'), 1);
    for (let n = 0; n < 8; n += 1) wait('a');
    for (let n = 0; n < 4; n += 1) wait('b');
    for (let n = 0; n < 3; n += 1) shares.release('a');
    assert.deepEqual(served, ['b', 'b'], 'two of three, because the last two connections are for newcomers');
    shares.release('a');
    assert.deepEqual(served, ['b', 'b', 'a']);
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
    assert.equal(takeAll(shares, 'a'), 5);
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
    const shares = new Shares({ ...limits, mostWaiting: 10_000, mostWaitingOfTenant: 10_000 });
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
