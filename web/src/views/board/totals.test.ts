import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { setCompanyCurrency } from '../../lib/company-currency.ts';
import type { BoardColumn } from './columns.ts';
import { moveTotals, sumText, totalsByColumn } from './totals.ts';

const value = { key: 'value', money: true, currencyFrom: { field: 'currency' } } as Field;

test('totals add up the currencies of a column one by one', () => {
  const totals = totalsByColumn(
    [
      { stage: 'won', currency: 'EUR', count: 2, sum: { value: 10 } },
      { stage: 'won', currency: 'USD', count: 1, sum: { value: 5 } },
      { stage: null, currency: null, count: 3, sum: { value: null } },
    ],
    'stage',
    value,
  );
  assert.equal(totals.get('won')?.count, 3);
  assert.deepEqual(
    [...(totals.get('won')?.sums ?? [])],
    [
      ['EUR', 10],
      ['USD', 5],
    ],
  );
  assert.equal(totals.get('')?.count, 3);
});

test('amounts without a currency are in that of the company, and other numbers have none', () => {
  setCompanyCurrency('EUR');
  const groups = [
    { stage: 'won', currency: 'EUR', count: 1, sum: { value: 10 } },
    { stage: 'won', currency: null, count: 1, sum: { value: 5 } },
  ];
  assert.deepEqual([...(totalsByColumn(groups, 'stage', value).get('won')?.sums ?? [])], [['EUR', 15]]);
  const plain = [{ stage: 'won', count: 1, sum: { value: 5 } }];
  const company = { key: 'value', money: true } as Field;
  assert.deepEqual([...(totalsByColumn(plain, 'stage', company).get('won')?.sums ?? [])], [['EUR', 5]]);
  const number = { key: 'value' } as Field;
  assert.deepEqual([...(totalsByColumn(plain, 'stage', number).get('won')?.sums ?? [])], [['', 5]]);
});

const column = (value: string | null) => ({ key: value ?? '', value }) as BoardColumn;

test('a move takes the card from one total and adds it to the other, also where there was none', () => {
  const groups = [{ stage: 'open', currency: 'EUR', count: 2, sum: { value: 30 } }];
  const card = { _id: '1', currency: 'EUR', value: 10 } as unknown as RecordData;
  const after = totalsByColumn(
    moveTotals(groups, 'stage', 'value', card, column('open'), column(null)),
    'stage',
    value,
  );
  assert.equal(after.get('open')?.count, 1);
  assert.equal(after.get('open')?.sums.get('EUR'), 20);
  assert.equal(after.get('')?.count, 1);
  assert.equal(after.get('')?.sums.get('EUR'), 10);
});

test('a move works without sums and currencies', () => {
  const card = { _id: '1' } as unknown as RecordData;
  const after = moveTotals([{ stage: 'open', count: 1 }], 'stage', undefined, card, column('open'), column('done'));
  assert.equal(totalsByColumn(after, 'stage', undefined).get('done')?.count, 1);
});

test('sums have the form of the language, and a text that is no currency is kept', () => {
  assert.equal(sumText(12500.4, 'EUR', 'en'), '€12,500');
  assert.equal(sumText(2_500_000, 'USD', 'en'), '$2.5M');
  assert.equal(sumText(5, 'pts', 'en'), '5 pts');
  assert.equal(sumText(5, '', 'de'), '5');
});
