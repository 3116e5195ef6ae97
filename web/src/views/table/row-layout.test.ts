import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowLayout } from './row-layout.ts';

const section = (key: string, count: number, collapsed = false, header = true) => ({ key, header, count, collapsed });

test('a table without groups has a line for each record', () => {
  const layout = new RowLayout([section('all', 1_000_000, false, false)]);
  assert.equal(layout.total, 1_000_000);
  assert.deepEqual(layout.at(999_999), { kind: 'row', section: 0, row: 999_999 });
  assert.equal(layout.at(1_000_000), undefined);
  assert.equal(layout.at(-1), undefined);
});

test('groups have a line above their records, and only that when they are closed', () => {
  const layout = new RowLayout([section('a', 2), section('b', 5, true), section('c', 0), section('d', 1)]);
  assert.equal(layout.total, 3 + 1 + 1 + 2);
  assert.deepEqual(layout.at(0), { kind: 'header', section: 0 });
  assert.deepEqual(layout.at(2), { kind: 'row', section: 0, row: 1 });
  assert.deepEqual(layout.at(3), { kind: 'header', section: 1 });
  assert.deepEqual(layout.at(4), { kind: 'header', section: 2 });
  assert.deepEqual(layout.at(6), { kind: 'row', section: 3, row: 0 });
  assert.equal(layout.lineOf(3, 0), 6);
});

test('the pages of the lines in view are each named once', () => {
  const layout = new RowLayout([section('all', 1000, false, false)]);
  assert.deepEqual(layout.pagesOf(90, 210, 100), [
    { section: 0, page: 0 },
    { section: 0, page: 1 },
    { section: 0, page: 2 },
  ]);
  assert.deepEqual(layout.pagesOf(990, 5000, 100), [{ section: 0, page: 9 }]);
  assert.deepEqual(layout.pagesOf(-20, -1, 100), []);
});

test('pages in view cross groups and leave out closed ones', () => {
  const layout = new RowLayout([section('a', 3), section('b', 9, true), section('c', 250)]);
  assert.deepEqual(layout.pagesOf(0, 120, 100), [
    { section: 0, page: 0 },
    { section: 2, page: 0 },
    { section: 2, page: 1 },
  ]);
});

test('an empty table has no lines and no pages', () => {
  const layout = new RowLayout([]);
  assert.equal(layout.total, 0);
  assert.deepEqual(layout.pagesOf(0, 50, 100), []);
});
