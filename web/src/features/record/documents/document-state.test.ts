import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayReturnTo, quoteActionsOf } from './document-state.ts';

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

test('a sent quote returns to no earlier value that its customer would not have got', () => {
  const may = (quote: Readonly<Record<string, unknown>>, key: string, value: unknown, name = 'sales.quotes') =>
    mayReturnTo(name, { _id: 'q1', version: 2, ...quote } as never, { key }, value);
  const sent = { status: 'sent', sentAt: '2026-01-01', validUntil: '2026-02-01' };
  assert.deepEqual(
    [may(sent, 'status', 'draft'), may(sent, 'statusId', 's1'), may(sent, 'status', 'expired')],
    [false, false, true],
  );
  assert.deepEqual([may(sent, 'total', 5), may(sent, 'ownerId', 'u1')], [false, true]);
  assert.deepEqual([may(sent, 'validUntil', '2026-01-15'), may(sent, 'validUntil', '2026-03-01')], [false, true]);
  assert.equal(may({ ...sent, replacedById: 'q2' }, 'status', 'expired'), false);
  assert.equal(may({ status: 'draft' }, 'total', 5), true);
  assert.equal(may(sent, 'total', 5, 'sales.orders'), true);
});
