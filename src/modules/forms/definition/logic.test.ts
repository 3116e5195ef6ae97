import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyLogic, type Condition, type ConditionOperator, type LogicRule } from '../pages/assets/logic.js';

const rule = (then: LogicRule['then'], fields: string[], ...conditions: Condition[]): LogicRule => ({
  if: conditions,
  any: false,
  then,
  fields,
});
const on = (field: string, operator: ConditionOperator, value: Condition['value'] = null): Condition => ({
  field,
  operator,
  value,
});
const hiddenIn = (rules: readonly LogicRule[], answers: Record<string, Condition['value']>): string[] =>
  [...applyLogic(rules, answers as never).hidden].sort();

describe('the logic of a form', () => {
  it('compares answers as filters do', () => {
    const cases: [Condition['value'] | undefined, ConditionOperator, Condition['value'], boolean][] = [
      ['Yes', 'eq', 'yes', true],
      ['no', 'eq', 'yes', false],
      [undefined, 'eq', 'yes', false],
      [undefined, 'ne', 'yes', true],
      [['a', 'b'], 'eq', 'b', true],
      [['a', 'b'], 'contains', 'c', false],
      ['Hello world', 'contains', 'WORLD', true],
      ['b', 'in', ['a', 'b'], true],
      ['c', 'nin', ['a', 'b'], true],
      [10, 'gt', 9, true],
      ['10', 'gt', 9, true],
      [undefined, 'gt', 9, false],
      [undefined, 'lt', 9, false],
      [9, 'gte', 9, true],
      [9, 'lte', 8, false],
      ['2026-03-01', 'lt', '2026-11-01', true],
      ['', 'null', true, true],
      [[], 'null', true, true],
      ['x', 'null', true, false],
      ['x', 'null', false, true],
      [true, 'eq', true, true],
    ];
    for (const [answer, operator, value, expected] of cases) {
      const shows = hiddenIn([rule('show', ['more'], on('it', operator, value))], { it: answer as never }).length === 0;
      assert.equal(shows, expected, `${JSON.stringify(answer)} ${operator} ${JSON.stringify(value)}`);
    }
  });

  it('hides fields that a rule shows until its conditions are met, all of them or any', () => {
    const conditions = [on('kind', 'eq', 'company'), on('size', 'gt', 10)];
    const all = rule('show', ['budget'], ...conditions);
    assert.deepEqual(hiddenIn([all], { kind: 'company', size: 5 }), ['budget']);
    assert.deepEqual(hiddenIn([all], { kind: 'company', size: 50 }), []);
    assert.deepEqual(hiddenIn([{ ...all, any: true }], { kind: 'company', size: 5 }), []);
  });

  it('ignores answers to fields that are hidden themselves', () => {
    const rules = [rule('show', ['size'], on('kind', 'eq', 'company')), rule('show', ['budget'], on('size', 'gt', 10))];
    assert.deepEqual(hiddenIn(rules, { kind: 'person', size: 50 }), ['budget', 'size']);
    assert.deepEqual(hiddenIn(rules, { kind: 'company', size: 50 }), []);
  });

  it('prefers to hide, requires on condition, and ends when rules contradict each other', () => {
    const rules = [rule('show', ['a'], on('x', 'null', false)), rule('hide', ['a'], on('x', 'eq', 'no'))];
    assert.deepEqual(hiddenIn(rules, { x: 'no' }), ['a']);
    const required = applyLogic([rule('require', ['phone'], on('callMe', 'eq', true))], { callMe: true }).required;
    assert.deepEqual([...required], ['phone']);
    hiddenIn([rule('hide', ['b'], on('a', 'null', true)), rule('hide', ['a'], on('b', 'null', true))], { a: 1, b: 1 });
    hiddenIn([rule('show', ['a'], on('a', 'null', true))], { a: 1 });
  });
});
