import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refreshQueries } from './refresh.ts';

/** Makes a query with an observer. `answers` resolve its reads one by one. */
function shownQuery() {
  const client = new QueryClient();
  const reads: PromiseWithResolvers<number>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['records', 'tasks'],
    queryFn: () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
  });
  const stop = observer.subscribe(() => {});
  const answer = (read: number, value: number) => reads[read]?.resolve(value);
  return { client, observer, reads, answer, stop };
}

test('a change during the first read is read when that has ended', async () => {
  const { client, observer, reads, answer, stop } = shownQuery();
  const refreshed = refreshQueries(client, ['records']);
  answer(0, 1);
  setTimeout(() => answer(1, 2), 20);
  await refreshed;
  assert.equal(observer.getCurrentResult().data, 2);
  assert.equal(reads.length, 2);
  stop();
});

test('a change after the first read is read once', async () => {
  const { client, observer, reads, answer, stop } = shownQuery();
  answer(0, 1);
  while (observer.getCurrentResult().data !== 1) await new Promise(setImmediate);
  const refreshed = refreshQueries(client, ['records']);
  answer(1, 2);
  await refreshed;
  assert.equal(observer.getCurrentResult().data, 2);
  assert.equal(reads.length, 2);
  stop();
});
