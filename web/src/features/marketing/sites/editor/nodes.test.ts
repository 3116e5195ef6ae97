import assert from 'node:assert/strict';
import { it } from 'node:test';
import { copyOf, toBlocks, toNodes } from './nodes.ts';

const blocks = [
  { type: 'heading', text: 'Welcome', level: 1 },
  { type: 'columns', columns: [[{ type: 'text', text: 'Left' }], [{ type: 'text', text: 'Right' }]] },
];

it('keeps blocks as they are, in columns too', () => {
  assert.deepEqual(toBlocks(toNodes(blocks)), blocks);
});

it('gives each block an id of its own, and a copy another one', () => {
  const [, columns] = toNodes(blocks);
  assert.ok(columns);
  const copy = copyOf(columns);
  const idsOf = (node: typeof copy): string[] => [node.id, ...(node.columns ?? []).flat().flatMap(idsOf)];
  assert.equal(new Set([...idsOf(columns), ...idsOf(copy)]).size, 6);
  assert.deepEqual(toBlocks([copy]), toBlocks([columns]));
});
