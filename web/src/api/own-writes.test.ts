import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { LiveRefresh } from './live-refresh.ts';
import { answerOf, asOwnWrite } from './own-writes.ts';
import { noteRead } from './read-order.ts';
import { refreshWritten } from './refresh.ts';
import { Writes } from './writes.ts';

const queryKey = ['records', '/api/sales/tasks'];
const gatherMs = 5;
const longer = () => new Promise((resolve) => setTimeout(resolve, 10 * gatherMs));

/** Makes a query that is shown, and counts its reads. */
async function shownQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { persister: noteRead } } });
  const count = { reads: 0 };
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      count.reads += 1;
      return count.reads;
    },
  });
  const stop = observer.subscribe(() => {});
  await longer();
  assert.equal(count.reads, 1);
  return { client, count, stop, live: new LiveRefresh(client, { gatherMs }) };
}

/** Writes, and returns the id of the request. */
async function write(): Promise<string> {
  let id = '';
  await asOwnWrite(async (requestId) => {
    id = requestId;
  });
  return id;
}

test('a change of this window is read once, after the answer', async () => {
  const { client, count, stop, live } = await shownQuery();
  const requestId = await write();
  await refreshWritten(client, queryKey);
  await refreshWritten(client, queryKey);
  live.add(queryKey, { requestId });
  await longer();
  assert.equal(count.reads, 2);
  stop();
});

test('a change of this window that no page has read is read when the feed reports it', async () => {
  const { count, stop, live } = await shownQuery();
  live.add(queryKey, { requestId: await write() });
  await longer();
  assert.equal(count.reads, 2);
  stop();
});

test('a change of others is read, also when it comes with one of this window', async () => {
  const { client, count, stop, live } = await shownQuery();
  const requestId = await write();
  await refreshWritten(client, queryKey);
  live.add(queryKey, { requestId });
  live.add(queryKey, { requestId: 'of somebody else' });
  await longer();
  assert.equal(count.reads, 3);
  stop();
});

test('a change that the feed reports before its answer is read once', async () => {
  const { client, count, stop, live } = await shownQuery();
  const answered = Promise.withResolvers<void>();
  const written = asOwnWrite((requestId) => {
    live.add(queryKey, { requestId });
    return answered.promise;
  });
  await new Promise((resolve) => setTimeout(resolve, 2 * gatherMs));
  assert.equal(count.reads, 1);
  answered.resolve();
  await written;
  await refreshWritten(client, queryKey);
  await longer();
  assert.equal(count.reads, 2);
  stop();
});

test('a request that failed is treated like one of others, because the server may have written', async () => {
  let id = '';
  const failed = asOwnWrite(async (requestId) => {
    id = requestId;
    throw new Error('The connection was lost.');
  });
  await assert.rejects(failed);
  assert.equal(answerOf({ requestId: id }), undefined);
});

test('listeners are called once for writes that follow each other', async () => {
  const told: string[] = [];
  const writes = new Writes();
  writes.listen({ saved: () => {}, written: (path) => told.push(path) });
  for (let n = 0; n < 3; n += 1) await writes.run('/api/sales/tasks', () => longer());
  await Promise.all([1, 2].map(() => writes.run('/api/sales/notes', () => longer())));
  await longer();
  assert.deepEqual(told, ['/api/sales/tasks', '/api/sales/notes']);
});
