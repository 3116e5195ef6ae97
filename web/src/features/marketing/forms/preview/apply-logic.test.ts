import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeRule } from '../form-items.ts';
import { applyLogic } from './apply-logic.ts';

const show = makeRule([{ field: 'kind', operator: 'eq', value: 'company' }], 'show', ['size']);

it('hides the fields of a show rule until its condition is met', () => {
  assert.deepEqual([...applyLogic([show], {}).hidden], ['size']);
  assert.deepEqual([...applyLogic([show], { kind: ' Company ' }).hidden], []);
});

it('does not count what is answered to a hidden field', () => {
  const rule = makeRule([{ field: 'size', operator: 'gt', value: 10 }], 'show', ['budget']);
  assert.deepEqual([...applyLogic([show, rule], { size: 50 }).hidden], ['size', 'budget']);
  assert.deepEqual([...applyLogic([show, rule], { kind: 'company', size: 50 }).hidden], []);
});

it('requires a field when one of several conditions is met', () => {
  const rule = makeRule(
    [
      { field: 'email', operator: 'null', value: true },
      { field: 'topics', operator: 'contains', value: 'press' },
    ],
    'require',
    ['phone'],
    true,
  );
  assert.deepEqual([...applyLogic([rule], { email: 'a@b.example' }).required], []);
  assert.deepEqual([...applyLogic([rule], { email: 'a@b.example', topics: ['press'] }).required], ['phone']);
});

it('lets a rule that hides win over one that shows', () => {
  const hide = makeRule([{ field: 'kind', operator: 'in', value: ['company'] }], 'hide', ['size']);
  assert.deepEqual([...applyLogic([show, hide], { kind: 'company' }).hidden], ['size']);
});
