import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFailed, outcomeOf, outcomeOfCategory } from './outcome.ts';

test('an outcome is read from the category of a status, and from the words of other values', () => {
  assert.equal(outcomeOf('closedWon'), 'won');
  assert.equal(outcomeOf('closed_lost'), 'lost');
  assert.equal(outcomeOf('wonderful'), 'open');
  assert.equal(outcomeOf('archived'), 'closed');
  assert.deepEqual(['open', 'won', 'fulfilled', 'returned', 'closed'].map(outcomeOfCategory), [
    'open',
    'won',
    'won',
    'lost',
    'closed',
  ]);
});

test('a failed record waits for somebody', () => {
  assert.deepEqual(['failed', 'syncFailed', 'cancelled'].map(hasFailed), [true, true, false]);
});
