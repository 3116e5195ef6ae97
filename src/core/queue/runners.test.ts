import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Services } from '#core/context.ts';
import { eventually } from '#test/eventually.ts';
import { Poller } from './poller.ts';
import { type Runner, Runners } from './runners.ts';

const services = { log: pino({ level: 'silent' }) } as Services;

interface Queue {
  readonly tenantId: string;
}

/** A runner whose runs the test ends. */
class Steered implements Runner {
  readonly ends: ((waitMs: number | Error) => void)[] = [];
  stops = 0;

  run(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.ends.push((end) => (typeof end === 'number' ? resolve(end) : reject(end)));
    });
  }

  stop(): void {
    this.stops += 1;
    this.ends.at(-1)?.(0);
  }
}

function steer(max = 10) {
  const created: Steered[] = [];
  let more = 0;
  const runners = new Runners<Queue>(services, {
    max,
    failedWaitMs: 60_000,
    failure: 'it failed',
    keyOf: ({ tenantId }) => tenantId,
    create: () => {
      const runner = new Steered();
      created.push(runner);
      return runner;
    },
    onMore: () => {
      more += 1;
    },
  });
  const endLast = async (end: number | Error) => {
    created.at(-1)?.ends.at(-1)?.(end);
    await sleep(0);
  };
  return { runners, created, endLast, moreCount: () => more };
}

const queue = { tenantId: '1' };

describe('the runners of queues', () => {
  it('run each queue once at a time, and look again when it got work meanwhile', async () => {
    const { runners, created, endLast, moreCount } = steer();
    runners.run(queue);
    runners.run(queue);
    assert.deepEqual([created.length, runners.has(queue)], [1, true]);
    await endLast(0);
    assert.deepEqual([runners.has(queue), moreCount()], [false, 1]);
    runners.run(queue);
    await endLast(0);
    assert.deepEqual([created.length, moreCount()], [2, 1]);
  });

  it('are at most as many as allowed', async () => {
    const { runners, created, endLast } = steer(1);
    runners.run(queue);
    runners.run({ tenantId: '2' });
    assert.equal(created.length, 1);
    await endLast(0);
    runners.run({ tenantId: '2' });
    assert.equal(created.length, 2);
    await endLast(0);
  });

  it('keep a wait that a runner asked for, until something changed', async () => {
    for (const end of [60_000, new Error('it broke')]) {
      const { runners, created, endLast } = steer();
      runners.run(queue);
      await endLast(end);
      runners.run(queue);
      runners.runLater(queue, 1);
      await sleep(20);
      assert.equal(created.length, 1);
      runners.endWaits();
      runners.run(queue);
      assert.equal(created.length, 2);
      await endLast(0);
    }
  });

  it('run a queue when its work is due, or earlier when other work is', async () => {
    const { runners, created, endLast } = steer();
    runners.runLater(queue, 1);
    await eventually(async () => assert.equal(created.length, 1));
    await endLast(0);
    runners.runLater(queue, 60_000);
    runners.run(queue);
    assert.equal(created.length, 2);
    await endLast(0);
  });

  it('stop when what has begun is finished, and begin nothing more', async () => {
    const { runners, created } = steer();
    runners.run(queue);
    runners.runLater({ tenantId: '2' }, 1);
    let tracked = false;
    runners.track(
      sleep(30).then(() => {
        tracked = true;
      }),
    );
    await runners.stop();
    runners.run({ tenantId: '3' });
    await sleep(10);
    assert.deepEqual([created.length, created[0]?.stops, tracked], [1, 1, true]);
  });
});

describe('a poller', () => {
  it('looks at once when it is woken, also during a look, and goes on after an error', async () => {
    let looks = 0;
    const poller = new Poller(services, { everyMs: 60_000, failure: 'it failed' }, async () => {
      looks += 1;
      await sleep(5);
      if (looks === 2) throw new Error('the second look');
    });
    await poller.start();
    poller.wake();
    await eventually(async () => assert.equal(looks, 2));
    poller.wake();
    await eventually(async () => assert.equal(looks, 3));
    await poller.stop();
    poller.wake();
    await sleep(10);
    assert.equal(looks, 3);
  });
});
