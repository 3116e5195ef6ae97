import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WebPage } from '../site.ts';
import { pageTree } from './page-tree.ts';

const page = (_id: string, parentPageId: string | null = null, position = 0): WebPage =>
  ({ _id, parentPageId, position, path: `/${_id}` }) as unknown as WebPage;

const shown = (pages: readonly WebPage[], home: string | null = null) =>
  pageTree(pages, home).map(({ page: { _id }, depth }) => `${'-'.repeat(depth)}${_id}`);

it('shows pages below their parents, by position, the home page first', () => {
  const pages = [page('team', 'about', 2), page('jobs', 'about', 1), page('about'), page('home', null, 9)];
  assert.deepEqual(shown(pages, 'home'), ['home', 'about', '-jobs', '-team']);
});

it('loses no page whose parent is missing or below itself', () => {
  const pages = [page('a', 'b'), page('b', 'a'), page('c', 'gone')];
  assert.deepEqual(shown(pages), ['c', 'a', '-b']);
});
