import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreadable } from '../../fields/values.ts';
import {
  condition,
  countConditions,
  depthOf,
  group,
  incompleteIds,
  other,
  replaceNode,
  toFilter,
  toTree,
  treeDepth,
  withAll,
  wrongJson,
} from './tree.ts';

const roundTrips = [
  { stage: 'won' },
  { stage: 'won', value: { gt: 5 } },
  { value: { gte: 1, lt: 9 } },
  { 'accountId.name': { contains: 'Ltd' } },
  { or: [{ stage: 'won' }, { value: { gt: 5 } }] },
  { or: [{ stage: 'won', value: { gt: 5 } }, { stage: 'lost' }] },
  { not: { stage: 'won' } },
  { not: { or: [{ stage: 'won' }, { stage: 'lost' }] } },
  { stage: 'won', or: [{ value: 1 }, { value: 2 }], and: [{ or: [{ priority: 'high' }, { priority: 'low' }] }] },
  { tags: { contains: 'a' }, and: [{ tags: { contains: 'b' } }] },
  { or: [{ not: { or: [{ a: 1 }, { b: 2 }] } }, { c: 3 }] },
];

for (const filter of roundTrips)
  test(`a filter is the same after it was edited: ${JSON.stringify(filter)}`, () => {
    assert.deepEqual(toFilter(toTree(filter)), filter);
  });

test('conditions without a value are found, in groups too', () => {
  const whole = condition('stage', 'eq', 'won');
  const empty = condition('stage', 'in', []);
  const event = other('event', { type: '' });
  const nested = group('any', [condition('value', 'between', [1, null]), other(null, {})]);
  assert.deepEqual(incompleteIds(group('all', [whole, empty, event, nested])), [
    empty.id,
    event.id,
    nested.children[0]?.id,
  ]);
});

test('no filter and incomplete conditions give none', () => {
  assert.equal(toFilter(toTree(undefined)), undefined);
  assert.equal(toFilter(toTree({})), undefined);
  const root = group('all', [
    condition('stage', 'eq', ''),
    condition('stage', 'in', []),
    condition('value', 'between', [1, null]),
    group('any', [condition('a', 'eq', undefined)], true),
  ]);
  assert.equal(toFilter(root), undefined);
});

test('false and zero are values', () => {
  const root = group('all', [condition('active', 'eq', false), condition('value', 'eq', 0)]);
  assert.deepEqual(toFilter(root), { active: false, value: 0 });
});

test('the same operator twice on a field goes into `and`', () => {
  const root = group('all', [condition('tags', 'contains', 'a'), condition('tags', 'contains', 'b')]);
  assert.deepEqual(toFilter(root), { tags: { contains: 'a' }, and: [{ tags: { contains: 'b' } }] });
});

test('an alternative with one complete condition needs no `or`', () => {
  const root = group('all', [group('any', [condition('a', 'eq', 1), condition('b', 'eq', '')])]);
  assert.deepEqual(toFilter(root), { a: 1 });
});

test('a group of all inside an alternative stays together', () => {
  const both = group('all', [condition('a', 'eq', 1), condition('b', 'eq', 2)]);
  const root = group('all', [group('any', [both, condition('c', 'eq', 3)])]);
  assert.deepEqual(toFilter(root), { or: [{ a: 1, b: 2 }, { c: 3 }] });
});

test('depth counts the levels as the server does', () => {
  assert.equal(depthOf({ a: 1 }), 0);
  assert.equal(depthOf({ or: [{ a: 1 }] }), 1);
  assert.equal(depthOf({ or: [{ not: { or: [{ a: 1 }] } }] }), 3);
  const inner = group('any', [condition('a', 'eq', 1), condition('b', 'eq', '')], true);
  const deep = group('any', [inner, condition('c', 'eq', '')]);
  assert.equal(treeDepth(deep), 3);
});

test('conditions are counted through all groups', () => {
  assert.equal(countConditions(toTree({ a: 1, or: [{ b: 1 }, { c: 1, d: 1 }] })), 4);
});

test('a removed condition takes its empty group with it', () => {
  const inner = condition('a', 'eq', 1);
  const root = group('all', [group('any', [inner]), condition('b', 'eq', 2)]);
  assert.deepEqual(toFilter(replaceNode(root, inner.id, undefined)), { b: 2 });
  assert.equal(replaceNode(root, inner.id, undefined).children.length, 1);
});

test('a further condition keeps the filter and adds one level at most', () => {
  assert.deepEqual(withAll(undefined, { a: 1 }), { a: 1 });
  assert.deepEqual(withAll({ stage: 'won' }, { stage: { null: true } }), {
    stage: 'won',
    and: [{ stage: { null: true } }],
  });
  assert.deepEqual(withAll({ and: [{ a: 1 }] }, { b: 2 }), { and: [{ a: 1 }, { b: 2 }] });
});

test('JSON that cannot be parsed is found in any group, and is not part of the filter', () => {
  const unreadable = new Unreadable('{"a": ');
  const root = group('all', [condition('a', 'eq', 1), group('any', [other(null, unreadable), other(null, { b: 1 })])]);
  assert.equal(wrongJson(root), unreadable);
  assert.deepEqual(toFilter(root), { a: 1, b: 1 });
  assert.equal(wrongJson(group('all', [other(null, { b: 1 }), other('segment', 'x')])), undefined);
});

test('other conditions are not merged with conditions of the same name', () => {
  const root = group('all', [other('event', { type: 'a.b' }), other(null, { event: { count: 2 } })]);
  assert.deepEqual(toFilter(root), { event: { type: 'a.b' }, and: [{ event: { count: 2 } }] });
});
