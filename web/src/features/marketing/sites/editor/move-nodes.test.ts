import assert from 'node:assert/strict';
import { it } from 'node:test';
import { columnKey, moveNode, pageKey, placesFor, stepTarget, type Target } from './move-nodes.ts';
import { type BlockNode, toBlocks, toNodes } from './nodes.ts';

const text = (value: string) => ({ type: 'text', text: value });
const [heading, columns] = toNodes([
  text('Top'),
  { type: 'columns', columns: [[text('Left'), { type: 'columns', columns: [[], [text('Deep')]] }], [text('Right')]] },
]) as [BlockNode, BlockNode];
const nodes = [heading, columns];
const left = columns.columns?.[0]?.[0] as BlockNode;
const inner = columns.columns?.[0]?.[1] as BlockNode;

it('moves a block into a column, out of it, and before another block', () => {
  const into = moveNode(nodes, heading, { key: columnKey(columns.id, 1), before: columns.columns?.[1]?.[0]?.id });
  assert.deepEqual(toBlocks(into), [
    {
      type: 'columns',
      columns: [
        [text('Left'), toBlocks([inner])[0]],
        [text('Top'), text('Right')],
      ],
    },
  ]);
  const out = moveNode(nodes, left, { key: pageKey });
  assert.deepEqual(
    toBlocks(out).map(({ type, text: value }) => value ?? type),
    ['Top', 'columns', 'Left'],
  );
  const deep = moveNode(nodes, left, { key: columnKey(inner.id, 0) });
  assert.match(
    JSON.stringify(toBlocks(deep)),
    /"columns":\[\[\{"type":"text","text":"Left"\}\],\[\{"type":"text","text":"Deep"/,
  );
  assert.equal(JSON.stringify(toBlocks(deep)).split('Left').length, 2, 'it is there once');
});

it('offers the other lists, but none within the block itself and none that is too deep', () => {
  const keys = (node: BlockNode) => placesFor(nodes, node).map(({ key }) => key);
  const all = [0, 1].map((n) => columnKey(columns.id, n));
  const within = [0, 1].map((n) => columnKey(inner.id, n));
  assert.deepEqual(keys(heading), [all[0], ...within, all[1]]);
  assert.deepEqual(keys(left), [pageKey, ...within, all[1]]);
  assert.deepEqual(keys(inner), [pageKey, all[1]]);
  assert.deepEqual(keys(columns), []);
  assert.deepEqual(
    placesFor(nodes, heading).map(({ block, column }) => [block, column]),
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ],
  );
});

it('leads a block that the keyboard holds through the lists and their places', () => {
  const right = columnKey(columns.id, 1);
  const before = columns.columns?.[1]?.[0]?.id;
  const pressed = (keys: readonly string[]) =>
    keys.reduce(
      (target, key) => {
        const step = stepTarget(nodes, left, target, key);
        assert.ok(step, key);
        return step.target;
      },
      undefined as Target | undefined,
    );
  assert.deepEqual(pressed(['ArrowLeft']), { key: pageKey });
  assert.equal(pressed(['ArrowLeft', 'ArrowRight']), undefined, 'its own list again');
  assert.deepEqual(pressed(['ArrowLeft', 'ArrowLeft']), { key: right });
  assert.deepEqual(pressed(['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp']), { key: right, before });
  assert.deepEqual(pressed(['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowDown']), {
    key: right,
    before: undefined,
  });
  assert.equal(stepTarget(nodes, left, undefined, 'ArrowUp'), false);
  assert.deepEqual(
    stepTarget(nodes, columns, undefined, 'ArrowRight'),
    { target: undefined },
    'there is no other list',
  );
});
