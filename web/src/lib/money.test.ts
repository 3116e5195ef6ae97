import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencySign, formatMoney } from './money.ts';

/** Intl separates numbers and signs by spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('an amount has the sign of its currency, and the form of the language', () => {
  assert.equal(formatMoney(12500, 'USD', 'en'), '$12,500');
  assert.equal(plain(formatMoney(12500.5, 'EUR', 'de')), '12.500,50 €');
  assert.equal(formatMoney(-12.5, 'EUR', 'en'), '-€12.50');
});

test('the currency decides the digits of a fraction', () => {
  assert.equal(formatMoney(1234.5, 'JPY', 'en'), '¥1,235');
  assert.equal(plain(formatMoney(1.5, 'KWD', 'en')), 'KWD 1.500');
  assert.equal(formatMoney(0.0025, 'USD', 'en'), '$0.0025');
  assert.equal(formatMoney(0.5, 'USD', 'en'), '$0.50');
});

test('currencies with the same short sign differ', () => {
  assert.deepEqual(
    ['USD', 'CAD', 'AUD'].map((currency) => currencySign(currency, 'en')),
    ['$', 'CA$', 'A$'],
  );
});

test('an exact amount has a fraction also when it is whole, but none in JPY', () => {
  assert.equal(formatMoney(49, 'EUR', 'en', { exact: true }), '€49.00');
  assert.equal(formatMoney(49, 'JPY', 'en', { exact: true }), '¥49');
});

test('a compact amount keeps the sign', () => {
  assert.equal(formatMoney(737_300, 'USD', 'en', { compact: true }), '$737.3K');
  assert.equal(plain(formatMoney(737_299.5, 'EUR', 'de', { compact: true })), '737.300 €');
  assert.equal(plain(formatMoney(7_370_000, 'EUR', 'de', { compact: true })), '7,4 Mio. €');
  assert.equal(formatMoney(0.5, 'USD', 'en', { compact: true }), '$0.5');
  assert.equal(formatMoney(12500.4, 'EUR', 'en', { whole: true }), '€12,500');
});

test('a text that is no currency is kept, and an unknown currency has no sign', () => {
  assert.equal(formatMoney(5, 'pts', 'en'), '5 pts');
  assert.equal(formatMoney(5.5, '', 'en'), '5.50');
  assert.equal(formatMoney(5, undefined, 'de'), '5');
});
