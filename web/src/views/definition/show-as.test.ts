import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FilterNode, toFilter, toTree } from '../filter/tree.ts';
import { showAs } from './show-as.ts';

const rule = showAs(new Set(['name', 'score']), (key) => key === 'percent');

/** The tree as text: `json` is a part that is edited as JSON. */
const shape = (node: FilterNode): string =>
  node.kind === 'condition'
    ? node.field
    : node.kind === 'other'
      ? (node.key ?? 'json')
      : `${node.not ? 'not ' : ''}${node.match}(${node.children.map(shape).join(' ')})`;

const event = { type: 'email.opened', count: 2, within: '30d' };
const cases: readonly (readonly [what: string, definition: Record<string, unknown>, shape: string])[] = [
  ['fields', { name: 'Ada', score: { gte: 1, lt: 9 } }, 'all(name score score)'],
  ['an event', { event }, 'all(event)'],
  ['an event with a filter', { event: { ...event, filter: { subject: 'x' } } }, 'all(json)'],
  ['an event within minutes', { event: { type: 'email.opened', within: '15m' } }, 'all(json)'],
  ['two events', { event, and: [{ event: { ...event, count: 3 } }] }, 'all(event event)'],
  ['an event beside one as JSON', { event, and: [{ event: { filter: {}, type: 'x.y' } }] }, 'all(event json)'],
  ['segments and lists', { or: [{ segment: 'a' }, { list: 'b' }] }, 'all(any(segment list))'],
  ['none of', { not: { or: [{ segment: 'a' }, { name: 'x' }] } }, 'all(not any(segment name))'],
  ['a field that has the name of a condition', { percent: 20 }, 'all(json)'],
  ['a field of a record further away', { 'accountId.parentId.name': 'x' }, 'all(json)'],
  ['an empty value', { name: '' }, 'all(json)'],
  ['a list as text', { name: { in: 'a,b' } }, 'all(json)'],
  ['an alternative without conditions', { or: [{ name: 'x' }, {}] }, 'all(json)'],
  ['numbered alternatives', { or: { 0: { name: 'x' }, 1: { name: 'y' } } }, 'all(json)'],
  ['a condition of JSON within a group', { or: [{ name: 'x' }, { name: '' }] }, 'all(any(name json))'],
];

for (const [what, definition, expected] of cases)
  test(`a definition with ${what} is shown, and is the same after it was edited`, () => {
    const tree = toTree(definition, rule);
    assert.equal(shape(tree), expected);
    assert.deepEqual(toFilter(tree), definition);
  });

test('a part that is joined by all may be written without and', () => {
  assert.deepEqual(toFilter(toTree({ and: [{ name: 'x' }, { score: 1 }] }, rule)), { name: 'x', score: 1 });
});
