import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';
import { TaskLimitError, ThreadPool } from './index.ts';
import type { SampleTask } from './sample-thread.ts';
import type { PoolSettings } from './thread-pool.ts';

const pools: ThreadPool<SampleTask, string>[] = [];
function newPool(settings: Partial<PoolSettings> = {}): ThreadPool<SampleTask, string> {
  const file = new URL('./sample-thread.ts', import.meta.url);
  const pool = new ThreadPool<SampleTask, string>({ file, work: 'a sample', heapMb: 64, threads: 2, ...settings });
  pools.push(pool);
  return pool;
}
after(() => {
  for (const pool of pools) pool.close();
});

const limitOf = (limit: TaskLimitError['limit']) => (error: unknown) =>
  error instanceof TaskLimitError && error.limit === limit;
const quick = { share: 'a', timeMs: 5000 };

describe('a pool of threads', () => {
  it('answers each task, and fails the one that throws', async () => {
    const pool = newPool();
    const answers = ['x', 'y', 'z'].map((echo) => pool.run({ echo }, quick));
    await assert.rejects(pool.run({ fail: 'no such thing' }, quick), /no such thing/);
    assert.deepEqual(await Promise.all(answers), ['x', 'y', 'z']);
  });

  it('ends a task at its deadline, and goes on with the next', async () => {
    const pool = newPool();
    await assert.rejects(pool.run({ spinMs: 60_000 }, { share: 'a', timeMs: 50 }), limitOf('time'));
    assert.equal(await pool.run({ echo: 'next' }, quick), 'next');
  });

  it('does not count the loading of a library as time of the task', async () => {
    const pool = newPool();
    assert.equal(await pool.run({ loadMs: 1500 }, { share: 'a', timeMs: 300 }), 'loaded');
  });

  it('ends a task that fills its memory, and goes on with the next', async () => {
    const pool = newPool();
    await assert.rejects(pool.run({ fill: true }, { share: 'a', timeMs: 30_000 }), limitOf('memory'));
    assert.equal(await pool.run({ echo: 'next' }, quick), 'next');
  });

  it('answers a tenant while another tenant has only endless tasks', async () => {
    const pool = newPool();
    const endless = Array.from({ length: 8 }, () => pool.run({ spinMs: 60_000 }, { share: 'hostile', timeMs: 500 }));
    const ended = Promise.allSettled(endless);
    await sleep(300);
    let open = endless.length;
    for (const task of endless) task.catch(() => (open -= 1));
    assert.equal(await pool.run({ echo: 'here' }, { share: 'other', timeMs: 5000 }), 'here');
    assert.ok(open >= 5, `${8 - open} tasks of the other tenant went first`);
    assert.ok((await ended).every(({ status }) => status === 'rejected'));
  });

  it('refuses an input that exceeded its time without trying it again', async () => {
    const pool = newPool();
    const options = { share: 'a', timeMs: 50, key: 'the same input' };
    await assert.rejects(pool.run({ spinMs: 60_000 }, options), limitOf('time'));
    await assert.rejects(pool.run({ echo: 'never run' }, options), limitOf('time'));
    assert.equal(await pool.run({ echo: 'run' }, { ...options, timeMs: 5000, key: 'another input' }), 'run');
  });

  it('refuses a tenant that has too many waiting tasks, and nobody else', async () => {
    const pool = newPool({ maxWaiting: 3 });
    const many = Array.from({ length: 10 }, () => pool.run({ spinMs: 20 }, { share: 'a', timeMs: 5000 }));
    const other = pool.run({ echo: 'here' }, { share: 'b', timeMs: 5000 });
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 6);
    assert.equal(await other, 'here');
  });

  it('ends its threads when they are idle, and starts them again', async () => {
    const pool = newPool({ idleMs: 50 });
    await pool.run({ echo: 'first' }, quick);
    assert.equal(pool.threads, 1);
    while (pool.threads > 0) await sleep(10);
    assert.equal(await pool.run({ echo: 'second' }, quick), 'second');
  });

  it('loads libraries once for many small tasks of a tenant, and at once for another tenant', async () => {
    const pool = newPool({ threads: 3 });
    const tasks = Array.from({ length: 5 }, () => pool.run({ echo: 'x' }, quick));
    assert.equal(pool.threads, 1);
    tasks.push(pool.run({ echo: 'y' }, { ...quick, share: 'b' }));
    assert.equal(pool.threads, 2);
    await Promise.all(tasks);
    assert.equal(pool.threads, 2);
  });

  it('gives a tenant another thread when its tasks take long', async () => {
    const pool = newPool({ threads: 3 });
    const tasks = Array.from({ length: 3 }, () => pool.run({ spinMs: 3000 }, { share: 'a', timeMs: 10_000 }));
    assert.equal(pool.threads, 1);
    await Promise.all(tasks);
    assert.equal(pool.threads, 2);
  });

  it('fails what is running and waiting when it is closed', async () => {
    const pool = newPool();
    const tasks = Array.from({ length: 5 }, () => pool.run({ spinMs: 60_000 }, { share: 'a', timeMs: 60_000 }));
    pool.close();
    for (const { status } of await Promise.allSettled(tasks)) assert.equal(status, 'rejected');
    await assert.rejects(pool.run({ echo: 'late' }, quick), /stopping/);
  });
});

describe('a fair queue', () => {
  it('serves the share with the least used time first', () => {
    const queue = new FairQueue<string>(10);
    for (const task of ['a1', 'a2', 'a3']) queue.add('a', task);
    assert.equal(queue.take(1)?.task, 'a1');
    queue.done('a', 1000);
    for (const task of ['b1', 'b2']) queue.add('b', task);
    assert.equal(queue.take(1)?.task, 'b1');
    queue.done('b', 10);
    assert.equal(queue.take(1)?.task, 'b2');
    queue.done('b', 10);
    assert.equal(queue.take(1)?.task, 'a2');
  });

  it('keeps the charge of a share that waits for each of its answers', () => {
    const queue = new FairQueue<string>(10);
    queue.add('a', 'a1');
    queue.take(1);
    queue.done('a', 1000);
    queue.add('a', 'a2');
    queue.add('b', 'b1');
    assert.equal(queue.take(1)?.task, 'b1');
  });

  it('serves the smaller of two tasks first when both shares are new', () => {
    const queue = new FairQueue<string>(10);
    queue.add('a', 'large', 2000);
    queue.add('b', 'small', 5);
    assert.equal(queue.take(1)?.task, 'small');
    queue.done('b', 5);
    assert.equal(queue.take(1)?.task, 'large');
  });

  it('leaves out a share that runs as many tasks as it may', () => {
    const queue = new FairQueue<string>(10);
    for (const task of ['a1', 'a2']) queue.add('a', task);
    assert.equal(queue.take(1)?.task, 'a1');
    assert.equal(queue.take(1), undefined);
    queue.add('b', 'b1');
    assert.equal(queue.take(1)?.task, 'b1');
  });
});
