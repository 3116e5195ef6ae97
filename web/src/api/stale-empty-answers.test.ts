import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { isEmpty, removeStaleEmptyAnswers } from './stale-empty-answers.ts';

const queryKey = ['records', 'templates'];

/** Opens a page that shows an answer, and returns a function that opens the same page again. */
async function shown(answer: unknown) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  removeStaleEmptyAnswers(client);
  await client.prefetchQuery({ queryKey, queryFn: () => answer });
  const visit = () => {
    const observer = new QueryObserver(client, {
      queryKey,
      // The read ends when the page closes, like a request.
      queryFn: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    return { data: observer.getCurrentResult().data, leave: observer.subscribe(() => {}) };
  };
  return { client, visit };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('an empty list is not shown again after the first record was made and the page left', async () => {
  const { client, visit } = await shown({ data: [], meta: { total: 0 } });
  const { leave } = visit();
  void client.invalidateQueries({ queryKey });
  leave();
  await settle();
  const again = visit();
  assert.equal(again.data, undefined);
  again.leave();
});

test('nor when it changed while another page was shown', async () => {
  const { client, visit } = await shown({ pages: [{ data: [] }], pageParams: [1] });
  await client.invalidateQueries({ queryKey });
  await settle();
  const again = visit();
  assert.equal(again.data, undefined);
  again.leave();
});

test('an empty list stays while it is shown, and while nothing has changed', async () => {
  const { client, visit } = await shown({ data: [] });
  visit().leave();
  await settle();
  const { data, leave } = visit();
  assert.deepEqual(data, { data: [] });
  void client.invalidateQueries({ queryKey });
  await settle();
  assert.deepEqual(client.getQueryData(queryKey), { data: [] });
  leave();
});

test('a list with records is shown while it is read again', async () => {
  const { client, visit } = await shown({ data: [{ _id: '1' }] });
  await client.invalidateQueries({ queryKey });
  await settle();
  const { data, leave } = visit();
  assert.deepEqual(data, { data: [{ _id: '1' }] });
  leave();
});

test('what is empty: lists, their pages, and counts of nothing', () => {
  assert.deepEqual([[], { data: [] }, { pages: [{ data: [] }, { data: [] }] }, { data: [{ count: 0 }] }].map(isEmpty), [
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(
    [undefined, null, 0, {}, { data: {} }, { data: [{ count: 1 }] }, { data: [{ _id: '1', count: 0 }] }].map(isEmpty),
    [false, false, false, false, false, false, false],
  );
});
