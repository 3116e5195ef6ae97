import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setCompanyCurrency } from '../../lib/company-currency.ts';
import { totalsOf } from './totals.ts';

const measures = { sums: ['quantity'], averages: ['probability'], money: ['value'] };

test('numbers are added, shares averaged, money added by currency', () => {
  const totals = totalsOf(measures, { count: 3, sum: { quantity: 7 }, avg: { probability: 40 } }, [
    { currency: 'EUR', sum: { value: 10 } },
  ]);
  assert.deepEqual(Object.fromEntries(totals), {
    quantity: { kind: 'sum', value: 7 },
    probability: { kind: 'average', value: 40 },
    value: { kind: 'sum', value: 10, currency: 'EUR' },
  });
});

test('several currencies are not added', () => {
  const totals = totalsOf(measures, { count: 2 }, [
    { currency: 'EUR', sum: { value: 10 } },
    { currency: 'USD', sum: { value: 5 } },
    { currency: null, sum: { value: null } },
  ]);
  assert.deepEqual(totals.get('value'), {
    kind: 'mixed',
    parts: [
      { currency: 'EUR', value: 10 },
      { currency: 'USD', value: 5 },
    ],
  });
});

test('amounts without a currency are added to those in the currency of the company', () => {
  setCompanyCurrency('EUR');
  const totals = totalsOf(measures, { count: 2 }, [
    { currency: 'EUR', sum: { value: 10 } },
    { currency: null, sum: { value: 5 } },
  ]);
  assert.deepEqual(totals.get('value'), { kind: 'sum', value: 15, currency: 'EUR' });
});

test('without values there is no total', () => {
  assert.equal(totalsOf(measures, { count: 0, sum: { quantity: null } }, []).size, 0);
});
