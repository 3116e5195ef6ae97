import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ShareLimits, Shares } from './shares.ts';

const limits: ShareLimits = {
  size: 10,
  maxWaiting: 20,
  maxWaitingOfTenant: 8,
  maxWaitMs: 10_000,
  activeMs: 2000,
};

/** Takes as many connections as the tenant may have, up to `most`. */
const takeAll = (shares: Shares, tenant: string, most = 100): number => {
  let held = 0;
  while (held < most && shares.tryTake(tenant)) held += 1;
  return held;
};

/** Runs `count` quick statements one after the other, while the tenant holds other connections. */
const runQuickStatements = (shares: Shares, tenant: string, count: number): void => {
  for (let n = 0; n < count; n += 1) {
    shares.release(tenant);
    assert.ok(shares.tryTake(tenant));
  }
};

/** The number of connections that a tenant can take now. Releases them as slow ones, which does not raise its limit. */
const available = (shares: Shares, tenant: string): number => {
  const held = takeAll(shares, tenant);
  for (let n = 0; n < held; n += 1) shares.release(tenant, true);
  return held;
};

interface Queue {
  readonly served: string[];
  readonly refused: string[];
  wait(tenant: string, name?: string, gone?: () => boolean): void;
}

function queueOf(shares: Shares): Queue {
  const served: string[] = [];
  const refused: string[] = [];
  return {
    served,
    refused,
    wait: (tenant, name = tenant, gone = () => false) =>
      shares.wait({
        tenant,
        sinceMs: Date.now(),
        isClientGone: gone,
        grant: () => served.push(name),
        refuse: ({ message }) => refused.push(`${name}: ${message}`),
      }),
  };
}

describe('the connection shares of tenants', () => {
  it('count connections in use, waiting requests and refused requests', () => {
    const shares = new Shares({ ...limits, maxWaitingOfTenant: 2 });
    const queue = queueOf(shares);
    assert.equal(takeAll(shares, 'a'), 8);
    queue.wait('a', 'first');
    queue.wait('a', 'gone', () => true);
    assert.deepEqual(shares.usage, { held: 8, waiting: 2, refused: 0 });
    assert.throws(() => queue.wait('a'), /wait for the database already/);
    assert.deepEqual(shares.usage, { held: 8, waiting: 2, refused: 1 });
    shares.sweep(Date.now() + limits.maxWaitMs + 1000);
    assert.deepEqual(shares.usage, { held: 8, waiting: 0, refused: 2 }, 'a client that hung up was not refused');
  });

  it('give a single tenant all connections but two', () => {
    const shares = new Shares(limits);
    assert.equal(takeAll(shares, 'a'), 8);
  });

  it('keep a free connection for a second and a third tenant', () => {
    const shares = new Shares(limits);
    takeAll(shares, 'a');
    assert.equal(takeAll(shares, 'b'), 1);
    assert.equal(takeAll(shares, 'c'), 1);
    assert.equal(takeAll(shares, 'd'), 0);
  });

  it('are a quarter while another tenant is active, and grow to half with quick statements', () => {
    const shares = new Shares(limits);
    assert.ok(shares.tryTake('b'));
    assert.equal(takeAll(shares, 'a'), 2);
    shares.release('b');
    assert.equal(takeAll(shares, 'a'), 0, 'the other tenant still counts as active');
    runQuickStatements(shares, 'a', 10);
    assert.equal(takeAll(shares, 'a'), 1);
    runQuickStatements(shares, 'a', 1000);
    assert.equal(takeAll(shares, 'a'), 2);
    runQuickStatements(shares, 'a', 1000);
    assert.equal(takeAll(shares, 'a'), 0, 'five of ten is half, which is the maximum');
  });

  it('are halved by each slow statement, down to an eighth, and rise again with quick ones', () => {
    const shares = new Shares({ ...limits, size: 20 });
    assert.ok(shares.tryTake('b') && shares.tryTake('a') && shares.tryTake('a'));
    runQuickStatements(shares, 'a', 1000);
    shares.release('a', true);
    assert.equal(available(shares, 'a'), 9, 'it holds one already');
    const runSlowStatement = () => {
      assert.ok(shares.tryTake('a'));
      shares.markSlow('a');
      shares.release('a', true);
    };
    runSlowStatement();
    assert.equal(available(shares, 'a'), 4);
    shares.release('a', true);
    for (let n = 0; n < 5; n += 1) runSlowStatement();
    assert.equal(available(shares, 'a'), 2, 'the limit stays low although it holds none');
    assert.ok(shares.tryTake('a') && shares.tryTake('a'));
    runQuickStatements(shares, 'a', 20);
    for (let n = 0; n < 2; n += 1) shares.release('a', true);
    assert.equal(available(shares, 'a'), 4);
  });

  it('forget after ten seconds that statements were slow', () => {
    const shares = new Shares(limits);
    assert.ok(shares.tryTake('b') && shares.tryTake('a'));
    for (let n = 0; n < 3; n += 1) shares.markSlow('a');
    shares.release('a', true);
    assert.equal(available(shares, 'a'), 1);
    shares.sweep(Date.now() + 9000);
    assert.equal(available(shares, 'a'), 1);
    assert.ok(!shares.isIdle);
    shares.sweep(Date.now() + 10_001);
    assert.equal(available(shares, 'a'), 2);
    assert.ok(shares.isIdle);
  });

  it('reduce a tenant above its limit once another tenant waits', () => {
    const shares = new Shares(limits);
    const { served, wait } = queueOf(shares);
    takeAll(shares, 'a');
    assert.equal(takeAll(shares, 'b'), 1);
    for (let n = 0; n < 8; n += 1) wait('a');
    for (let n = 0; n < 4; n += 1) wait('b');
    for (let n = 0; n < 6; n += 1) shares.release('a', true);
    assert.deepEqual(served, ['b'], 'both have two');
    shares.release('a', true);
    assert.deepEqual(served, ['b', 'a']);
  });

  it('go to waiting tenants in turn, and within each in order of arrival', () => {
    const shares = new Shares({ ...limits, size: 2 });
    const { served, wait } = queueOf(shares);
    assert.ok(shares.tryTake('a') && shares.tryTake('b'));
    for (const name of ['c1', 'c2', 'c3']) wait('c', name);
    for (const name of ['d1', 'd2']) wait('d', name);
    const holder = (name: string) => name[0] as string;
    for (const tenant of ['a', 'b']) shares.release(tenant);
    for (let n = 0; n < 3; n += 1) shares.release(holder(served[n] as string));
    assert.deepEqual(served, ['c1', 'd1', 'c2', 'd2', 'c3']);
  });

  it('refuse at once when too many requests of a tenant wait, or too many in total', () => {
    const shares = new Shares(limits);
    const { wait } = queueOf(shares);
    for (const tenant of ['a', 'b']) takeAll(shares, tenant);
    for (let n = 0; n < 8; n += 1) wait('a');
    assert.throws(() => wait('a'), /8 requests wait/);
    for (let n = 0; n < 12; n += 1) wait(`t${n}`);
    assert.throws(() => wait('z'), /20 requests wait/);
  });

  it('end a wait that took too long or has no client any more, and serve the next one', () => {
    const shares = new Shares({ ...limits, size: 1 });
    const { served, refused, wait } = queueOf(shares);
    assert.ok(shares.tryTake('a'));
    wait('b', 'gone', () => true);
    wait('b', 'patient');
    shares.sweep();
    assert.deepEqual(refused, ['gone: the client disconnected while it waited']);
    shares.release('a');
    assert.deepEqual(served, ['patient']);
    wait('c', 'late');
    shares.sweep(Date.now() + 10_001);
    assert.deepEqual(refused.slice(1), ['late: no connection was free in time']);
    shares.release('b');
    assert.equal(takeAll(shares, 'd'), 1);
  });

  it('serve a waiting request when the other tenant stops being active', async () => {
    const shares = new Shares({ ...limits, activeMs: 0 });
    const { served, wait } = queueOf(shares);
    assert.ok(shares.tryTake('b'));
    assert.equal(takeAll(shares, 'a'), 2);
    wait('a');
    shares.release('b');
    await new Promise((resolve) => setTimeout(resolve, 5));
    shares.sweep();
    assert.deepEqual(served, ['a']);
  });

  it('never exceed the connections, and serve every waiting request', () => {
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
      else if (shares.tryTake(tenant)) held.push(tenant);
      else {
        waiting += 1;
        const grant = () => {
          waiting -= 1;
          held.push(tenant);
        };
        shares.wait({ tenant, sinceMs: Date.now(), isClientGone: () => false, grant, refuse: assert.fail });
      }
      assert.ok(held.length <= limits.size);
    }
    for (let one = held.pop(); one !== undefined; one = held.pop()) shares.release(one);
    assert.equal(waiting, 0);
  });
});
