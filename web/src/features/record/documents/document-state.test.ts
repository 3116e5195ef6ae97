import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteActionsOf } from './document-state.ts';

const offered = (quote: Readonly<Record<string, unknown>>, hasOrder = false): string[] =>
  Object.entries(quoteActionsOf(quote, hasOrder)).flatMap(([name, isOffered]) => (isOffered ? [name] : []));

test('a quote offers the actions of its status', () => {
  assert.deepEqual(offered({ status: 'draft' }), ['send', 'accept']);
  assert.deepEqual(offered({ status: 'sent', sentAt: '2026-01-01' }), ['send', 'accept', 'decline', 'revise']);
  assert.deepEqual(offered({ status: 'expired', sentAt: '2026-01-01' }), ['accept', 'decline', 'revise']);
  assert.deepEqual(offered({ status: 'rejected', rejectedAt: '2026-01-01' }), ['accept', 'revise']);
});

test('an accepted quote is ordered once, also when it was never mailed', () => {
  const quote = { status: 'accepted', acceptedAt: '2026-01-01' };
  assert.deepEqual(offered(quote), ['revise', 'order']);
  assert.deepEqual(offered(quote, true), []);
});

test('a replaced quote offers nothing', () => {
  assert.deepEqual(offered({ status: 'cancelled', sentAt: '2026-01-01', replacedById: 'q2' }), []);
});
