import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';
import type { RecordData } from './records.ts';
import { showRemoved, showSaved } from './shown-records.ts';

const path = '/api/ui/savedViews';
const record = (id: string, version: number) => ({ _id: id, version, name: id }) as unknown as RecordData;

/** Makes a cache with a record, a list with it and others, and the same list in pages. */
function filled() {
  const client = new QueryClient();
  const list = { data: [record('a', 1), record('b', 1)], meta: { total: 2 } };
  const shown = {
    record: keys.record(path, 'a'),
    list: keys.list(path, {}),
    pages: [...keys.model(path), 'pages'],
    plain: [...keys.model(path), 'of', 'sales.contacts'],
    count: keys.aggregate(path, {}),
    other: keys.list('/api/ui/screens', {}),
  };
  client.setQueryData(shown.record, { ...record('a', 1), included: true });
  client.setQueryData(shown.list, list);
  client.setQueryData(shown.pages, { pages: [list], pageParams: [1] });
  client.setQueryData(shown.plain, list.data);
  client.setQueryData(shown.count, { data: [{ count: 2 }] });
  client.setQueryData(shown.other, list);
  return { client, shown, list };
}

test('what was saved is shown at once, wherever the record is shown', () => {
  const { client, shown, list } = filled();
  showSaved(client, path, record('a', 2));
  assert.deepEqual(client.getQueryData(shown.record), { ...record('a', 2), included: true });
  const data = [record('a', 2), record('b', 1)];
  assert.deepEqual(client.getQueryData(shown.list), { data, meta: { total: 2 } });
  assert.deepEqual(client.getQueryData(shown.pages), { pages: [{ data, meta: { total: 2 } }], pageParams: [1] });
  assert.deepEqual(client.getQueryData(shown.plain), data);
  assert.deepEqual(client.getQueryData(shown.count), { data: [{ count: 2 }] });
  assert.deepEqual(client.getQueryData(shown.other), list);
});

test('an answer that comes late does not replace a newer one', () => {
  const { client, shown } = filled();
  showSaved(client, path, record('a', 3));
  showSaved(client, path, record('a', 2));
  assert.deepEqual(client.getQueryData(shown.plain), [record('a', 3), record('b', 1)]);
});

test('what is shown stays as old as it is, and is read again if it was to be', async () => {
  const { client, shown } = filled();
  const query = client.getQueryCache().find({ queryKey: shown.list });
  await client.invalidateQueries({ queryKey: shown.list });
  const { dataUpdatedAt } = query?.state ?? {};
  showSaved(client, path, record('a', 2));
  assert.deepEqual([query?.state.dataUpdatedAt, query?.state.isInvalidated], [dataUpdatedAt, true]);
});

test('what was deleted leaves the lists at once', () => {
  const { client, shown } = filled();
  showRemoved(client, path, 'a');
  assert.deepEqual(client.getQueryData(shown.list), { data: [record('b', 1)], meta: { total: 2 } });
  assert.deepEqual(client.getQueryData(shown.plain), [record('b', 1)]);
  // The page of the deleted record keeps its data, because it closes next.
  assert.deepEqual(client.getQueryData(shown.record), { ...record('a', 1), included: true });
});
