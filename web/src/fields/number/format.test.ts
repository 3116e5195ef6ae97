import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Included } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { setCompanyCurrency } from '../../lib/company-currency.ts';
import { currencyPath, withCurrencies } from '../../metadata/money-fields.ts';
import { formatNumber, numberStyle } from './format.ts';

setCompanyCurrency('USD');

const field = (key: string, more: Partial<Field> = {}) => ({ key, type: 'number', ...more }) as Field;
const model = (slug: string, fields: readonly Field[], parent: Model['parent'] = null) =>
  ({ moduleKey: 'sales', slug, parent, fields }) as Model;

const amount = field('total', { money: true });
const quotes = model('quotes', [amount, field('currency')]);
const lines = model('quoteProducts', [amount], { moduleKey: 'sales', slug: 'quotes', field: 'quoteId' });
const modelOf = ({ slug }: { readonly slug: string }) => (slug === 'quotes' ? quotes : undefined);
const amountOf = (of: Model) => withCurrencies(of, modelOf).fields[0] as Field;

test('the registry says which numbers are amounts, not the name of the field', () => {
  assert.equal(numberStyle(field('value')), 'plain');
  assert.equal(numberStyle(field('height', { money: true })), 'money');
  assert.equal(numberStyle(field('discountPercent')), 'percent');
});

test('an amount has the currency of its record, else that of the company', () => {
  const total = amountOf(quotes);
  assert.equal(currencyPath(total), 'currency');
  assert.equal(formatNumber(1200, total, 'en', { currency: 'EUR' }), '€1,200');
  assert.equal(formatNumber(1200, total, 'en', { currency: null }), '$1,200');
  assert.equal(formatNumber(1200, amountOf(model('products', [amount])), 'en', {}), '$1,200');
});

test('an amount of a line has the currency of its document', () => {
  const total = amountOf(lines);
  const parents = { q1: { _id: 'q1', currency: 'JPY' } } as unknown as Included;
  assert.equal(currencyPath(total), 'quoteId.currency');
  assert.equal(formatNumber(1200, total, 'en', { quoteId: 'q1' }, parents), '¥1,200');
});

test('an amount has no sign while its currency is unknown', () => {
  assert.equal(formatNumber(1200.5, amountOf(quotes), 'en', {}), '1,200.50');
  assert.equal(formatNumber(1200, amountOf(lines), 'en', { quoteId: 'q1' }), '1,200');
});
