import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeColor, toneOf } from '../../web/src/fields/choice/tone.ts';
import { jsonFault } from '../../web/src/fields/json/fault.ts';
import { checkItems } from '../../web/src/fields/list/check.ts';
import { checkNumber } from '../../web/src/fields/number/check.ts';
import { formatNumber, numberStyle, separators } from '../../web/src/fields/number/format.ts';
import { checkText } from '../../web/src/fields/text/check.ts';
import type { Field, FieldType, Model } from '../../web/src/metadata/model.ts';
import { layoutOf } from '../../web/src/views/form/form-fields.ts';

const field = (key: string, type: FieldType, more: Partial<Field> = {}): Field => ({
  key,
  type,
  label: key,
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: true,
  sortable: true,
  searchable: false,
  ...more,
});

/** Replaces the narrow and non-breaking spaces that Intl writes. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('amounts have groups of digits and the currency of their record', () => {
  const currencyFrom = { field: 'currency' };
  const value = field('value', 'number', { money: true, currencyFrom });
  const unitPrice = field('unitPrice', 'number', { money: true, currencyFrom });
  assert.equal(formatNumber(12345.5, value, 'en', { currency: 'EUR' }), '€12,345.50');
  assert.equal(plain(formatNumber(12345.5, value, 'de', { currency: 'EUR' })), '12.345,50 €');
  assert.equal(formatNumber(12345, value, 'en', { currency: 'USD' }), '$12,345');
  assert.equal(formatNumber(12345.678, value, 'en'), '12,345.68');
  assert.equal(formatNumber(0.0035, unitPrice, 'en', { currency: 'EUR' }), '€0.0035');
  assert.equal(formatNumber(5, value, 'en', { currency: 'points' }), '5 points');
});

test('percent and plain numbers are known by their names', () => {
  assert.equal(formatNumber(35.5, field('probability', 'number', { min: 0, max: 100 }), 'en'), '35.5%');
  assert.equal(plain(formatNumber(20, field('discountPercent', 'number'), 'de')), '20 %');
  assert.equal(numberStyle(field('rate', 'number', { min: 0 })), 'plain');
  assert.equal(formatNumber(1987, field('foundedYear', 'integer'), 'en'), '1987');
  assert.equal(formatNumber(1234567, field('employees', 'integer'), 'de'), '1.234.567');
  assert.deepEqual(separators('de'), { group: '.', decimal: ',' });
});

test('numbers are checked against their limits', () => {
  const percent = field('probability', 'number', { min: 0, max: 100 });
  assert.equal(checkNumber(50, percent), undefined);
  assert.deepEqual(checkNumber(101, percent), { key: 'check.max', values: { max: 100 } });
  assert.deepEqual(checkNumber(-1, percent), { key: 'check.min', values: { min: 0 } });
  assert.equal(checkNumber(1.5, field('position', 'integer'))?.key, 'check.integer');
  assert.equal(checkNumber('x', percent)?.key, 'check.number');
});

test('texts are checked against length and pattern, by code points', () => {
  const short = field('name', 'text', { maxLength: 3, pattern: '\\S' });
  assert.equal(checkText('abc', short), undefined);
  assert.equal(checkText('🙂🙂🙂', short), undefined);
  assert.deepEqual(checkText('abcd', short), { key: 'check.tooLong', values: { max: 3, length: 4 } });
  assert.equal(checkText('  ', short)?.key, 'check.required');
  assert.equal(checkText('x', field('email', 'email', { pattern: '^.+@.+$' }), 'check.email')?.key, 'check.email');
  assert.equal(checkText('é'.repeat(40), field('password', 'secret', { maxBytes: 72 }))?.key, 'check.tooManyBytes');
});

test('entries of lists are checked one by one', () => {
  const emails = field('emails', 'list', { maxItems: 2, items: { type: 'email', pattern: '^.+@.+$' } });
  assert.equal(checkItems(['a@b'], emails), undefined);
  assert.equal(checkItems(['a@b', 'c'], emails)?.values?.entry, 'c');
  assert.equal(checkItems(['a@b', 'c@d', 'e@f'], emails)?.key, 'check.tooMany');
});

test('the place where a text stops being JSON', () => {
  for (const text of ['{}', ' [1, -2.5e3, "a\\u00e9", null, {"b": [true]}] ', '"x"'])
    assert.equal(jsonFault(text), undefined, text);
  assert.deepEqual(jsonFault('{\n  "a": b\n}'), { line: 2, column: 8 });
  assert.deepEqual(jsonFault('{"a": 1,}'), { line: 1, column: 9 });
  assert.deepEqual(jsonFault('[1, 2'), { line: 1, column: 6 });
  assert.deepEqual(jsonFault('{} x'), { line: 1, column: 4 });
});

test('colours of options come from their place; colours from outside are only colours', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B', color: '#123456' },
  ];
  const stage = field('stage', 'choice', { options });
  assert.match(toneOf(stage, 'a'), /blue/);
  assert.equal(toneOf(stage, 'b'), '#123456');
  assert.match(toneOf(stage, 'own'), /gray/);
  assert.equal(safeColor('red; background: url(x)'), undefined);
  assert.equal(safeColor('url(x)'), undefined);
});

test('a form shows first what must be filled in, and hides what nobody can write', () => {
  const model: Model = {
    moduleKey: 'sales',
    slug: 'things',
    modelKey: 'thing',
    label: 'Thing',
    labelPlural: 'Things',
    path: '/api/sales/things',
    titleField: 'name',
    parent: null,
    scopes: { read: 'sales:read', write: 'sales:write' },
    custom: false,
    fields: [
      field('_id', 'text', { readOnly: true }),
      ...Array.from({ length: 12 }, (_, n) => field(`text${n}`, 'text')),
      field('total', 'number', { computed: true }),
      field('street', 'text', { group: 'Address' }),
      field('notes', 'longText'),
      field('name', 'text', { required: true }),
    ],
  };
  const { main, more } = layoutOf(model, true, new Set(['notes']));
  assert.deepEqual(
    main.map(({ key }) => key),
    ['name', 'notes', 'text0', 'text1', 'text2', 'text3', 'text4', 'text5'],
  );
  assert.deepEqual(
    more.map(({ group, fields }) => [group, fields.length]),
    [
      [undefined, 6],
      ['Address', 1],
    ],
  );
});
