import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOlder, type Source, start, type Timed } from './merge.ts';

const sourceOf = (key: string, times: readonly string[], size: number): Source<Timed> => ({
  key,
  read: async (cursor = '0') => {
    const from = Number(cursor);
    const entries = times.slice(from, from + size).map((time) => ({ source: key, time }));
    return { entries, next: from + size < times.length ? String(from + size) : null };
  },
});

async function readAll(sources: readonly Source<Timed>[], atLeast: number): Promise<Timed[][]> {
  const pages: Timed[][] = [];
  for (let page = await readOlder(sources, start, atLeast); ; page = await readOlder(sources, page.next, atLeast)) {
    pages.push([...page.entries]);
    if (!page.next) return pages;
  }
}

test('entries of all sources come newest first over all pages, each once', async () => {
  const a = ['9', '7', '5', '3', '1'];
  const b = ['8', '6', '4', '2'];
  const pages = await readAll([sourceOf('a', a, 2), sourceOf('b', b, 3)], 3);
  assert.deepEqual(
    pages.flat().map(({ time }) => time),
    ['9', '8', '7', '6', '5', '4', '3', '2', '1'],
  );
  assert.ok(pages.length > 1);
});

test('an old entry waits while another source may have newer ones', async () => {
  const pages = await readAll([sourceOf('busy', ['9', '8', '7', '6', '5', '4'], 2), sourceOf('quiet', ['1'], 2)], 2);
  assert.deepEqual(
    pages[0]?.map(({ time }) => time),
    ['9', '8'],
  );
  assert.equal(pages.flat().at(-1)?.source, 'quiet');
});

test('sources without entries end at once', async () => {
  assert.deepEqual(await readAll([sourceOf('a', [], 2), sourceOf('b', [], 2)], 5), [[]]);
});

test('entries of the same time are all kept', async () => {
  const pages = await readAll([sourceOf('a', ['5', '5', '5', '5'], 2), sourceOf('b', ['5', '5', '5'], 2)], 1);
  assert.equal(pages.flat().length, 7);
});
