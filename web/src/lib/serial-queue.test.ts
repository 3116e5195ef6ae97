import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialQueue } from './serial-queue.ts';

test('tasks run in the order in which they were given, also after one that fails', async () => {
  const run = serialQueue();
  const order: string[] = [];
  const task = (name: string, ms: number) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    order.push(`${name} ends`);
    return name;
  };
  const slow = run(task('slow', 10));
  const failing = run(() => Promise.reject(new Error('refused')));
  const quick = run(task('quick', 0));
  await assert.rejects(failing, /refused/);
  assert.deepEqual(await Promise.all([slow, quick]), ['slow', 'quick']);
  assert.deepEqual(order, ['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});
