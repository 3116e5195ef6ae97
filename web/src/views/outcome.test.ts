import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFailed, outcomeOf } from './outcome.ts';

test('an outcome is read from the words of a value, and from a status', () => {
  assert.equal(outcomeOf('closedWon'), 'won');
  assert.equal(outcomeOf('closed_lost'), 'lost');
  assert.equal(outcomeOf('wonderful'), 'open');
  assert.equal(outcomeOf('Archived', true), 'closed');
  assert.equal(outcomeOf('Done', false), 'open');
});

test('a failed record waits for somebody', () => {
  assert.deepEqual(['failed', 'syncFailed', 'cancelled'].map(hasFailed), [true, true, false]);
});
