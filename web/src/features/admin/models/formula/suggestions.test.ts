import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completed, matching, type Suggestion, wordAt } from './suggestions.ts';

const field = (insert: string, text: string): Suggestion => ({ kind: 'field', insert, name: insert, text });
const all: Suggestion[] = [
  field('value', 'Value'),
  field('accountId', 'Account'),
  field('accountId.annualRevenue', 'Account › Annual revenue'),
  field('closeDate', 'Close date'),
  { kind: 'function', insert: 'round(', name: 'round(number, [decimals])', text: 'Rounds a number.' },
];

test('the word before the cursor is completed, but not inside a text', () => {
  assert.deepEqual(wordAt('val * 2', 3), { start: 0, end: 3, text: 'val' });
  assert.deepEqual(wordAt('1 + accountId.an', 16), { start: 4, end: 16, text: 'accountId.an' });
  assert.equal(wordAt('1 + ', 4), undefined);
  assert.equal(wordAt('stage = "wo', 11), undefined);
  assert.equal(wordAt('stage = \'"wo', 12), undefined);
  assert.equal(wordAt('1 /* na', 7), undefined);
  assert.equal(wordAt('if(stage = "a\\"b", na', 22)?.text, 'na');
});

test('names that begin with the word come first, own fields before those of referenced records', () => {
  const names = (word: string) => matching(all, word).map(({ insert }) => insert);
  assert.deepEqual(names('acc'), ['accountId', 'accountId.annualRevenue']);
  assert.deepEqual(names('accountId.'), ['accountId.annualRevenue']);
  assert.deepEqual(names('revenue'), ['accountId.annualRevenue']);
  assert.deepEqual(names('Rou'), ['round(']);
  assert.deepEqual(names('even'), []);
  assert.deepEqual(names('value'), []);
});

test('a suggestion replaces the word, and the parenthesis of a function is not doubled', () => {
  const round = all.at(-1) as Suggestion;
  assert.deepEqual(completed('1 + ro', { start: 4, end: 6, text: 'ro' }, round), { formula: '1 + round(', cursor: 10 });
  assert.deepEqual(completed('ro(2)', { start: 0, end: 2, text: 'ro' }, round), { formula: 'round(2)', cursor: 5 });
});
