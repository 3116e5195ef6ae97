import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addStep, connect, moveEarlier, moveLater, removeStep } from './change-flow.ts';
import { inOrder, layoutOf } from './layout.ts';
import { type Flow, flowOf, isReadAsList, valuesOf } from './step.ts';

const step = (key: string, next: string | null, type = 'addTag', config = {}) => ({
  key,
  name: null,
  type,
  config,
  next,
});

const flow = (...steps: ReturnType<typeof step>[]): Flow => flowOf({ modelKey: 'contacts', trigger: 'manual', steps });

const nexts = ({ steps }: Flow) => steps.map(({ key, next }) => [key, next]);

it('adds a step between two others, and first', () => {
  const two = flow(step('a', 'b'), step('b', null));
  const between = addStep(two, { from: 'a', part: 'next' }, 'wait', { for: '1d' });
  assert.equal(between.key, 'wait');
  assert.deepEqual(nexts(between.flow), [
    ['a', 'wait'],
    ['wait', 'b'],
    ['b', null],
  ]);
  const first = addStep(between.flow, { from: null, part: 'next' }, 'wait', {});
  assert.deepEqual(nexts(first.flow)[0], ['wait2', 'a']);
});

it('keeps what follows a new branch in its last way', () => {
  const one = flow(step('a', 'b'), step('b', null));
  const config = { branches: [{ name: '', filter: {}, next: null }], else: null };
  const { flow: branched } = addStep(one, { from: 'a', part: 'next' }, 'branch', config);
  assert.deepEqual(branched.steps[1]?.config, { ...config, else: 'b' });
});

it('leads past a removed step, also past the first one', () => {
  const three = flow(step('a', 'b'), step('b', 'c'), step('c', null));
  assert.deepEqual(nexts(removeStep(three, 'b')), [
    ['a', 'c'],
    ['c', null],
  ]);
  assert.deepEqual(nexts(removeStep(three, 'a')), [
    ['b', 'c'],
    ['c', null],
  ]);
});

it('makes another step the first one', () => {
  const two = flow(step('a', 'b'), step('b', null));
  assert.deepEqual(
    connect(two, { from: null, part: 'next' }, 'b').steps.map(({ key }) => key),
    ['b', 'a'],
  );
});

it('reads steps without next as a list, as the server does, and never writes a graph as one', () => {
  assert.deepEqual(nexts(flow(step('a', null), step('b', null))), [
    ['a', 'b'],
    ['b', null],
  ]);
  const branch = step('q', null, 'branch', { branches: [{ filter: {}, next: 'a' }], else: 'b' });
  const graph: Flow = { ...flow(), steps: [branch, step('a', null), step('b', null)] };
  assert.equal(isReadAsList(graph), false);
  const stored = flowOf(valuesOf(graph));
  assert.deepEqual(
    stored.steps.map(({ next }) => next),
    [null, null, null],
  );
  const approval = step('ask', null, 'approval', { rejectedNext: 'a' });
  assert.equal(isReadAsList({ ...flow(), steps: [approval, step('a', null)] }), true);
});

it('moves a step before the one that leads to it, and back', () => {
  const chain = flow(step('a', 'b'), step('b', 'c'), step('c', null));
  const moved = moveEarlier(chain, 'b') as Flow;
  assert.equal(moved.steps[0]?.key, 'b');
  assert.deepEqual(Object.fromEntries(moved.steps.map(({ key, next }) => [key, next])), { a: 'c', b: 'a', c: null });
  const back = moveLater(moved, 'b') as Flow;
  assert.deepEqual(
    inOrder(back).map(({ key }) => key),
    ['a', 'b', 'c'],
  );
  assert.equal(moveEarlier(chain, 'a'), undefined);
  assert.equal(moveLater(chain, 'c'), undefined);
  const branch = step('q', null, 'branch', { branches: [{ filter: {}, next: 'a' }], else: 'b' });
  assert.equal(moveEarlier(flow(branch, step('a', 'b'), step('b', null)), 'a'), undefined);
});

it('places each node once, below all that lead to it, also with a loop', () => {
  const branch = step('q', null, 'branch', { branches: [{ filter: {}, next: 'a' }], else: 'end' });
  const graph: Flow = {
    ...flow(),
    steps: [branch, step('a', 'b'), step('b', 'end'), step('end', 'q'), step('alone', null)],
  };
  const { nodes: placed, edges } = layoutOf(graph);
  const ids = placed.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const y = new Map(placed.map((one) => [one.id, one.y]));
  for (const { from, to } of edges) if (to !== 'q' || from !== 'end') assert.ok((y.get(to) ?? 0) > (y.get(from) ?? 0));
  const places = placed.map((one) => `${one.x} ${one.y}`);
  assert.equal(new Set(places).size, places.length);
  assert.deepEqual(
    inOrder(graph).map(({ key }) => key),
    ['q', 'a', 'b', 'end', 'alone'],
  );
});
