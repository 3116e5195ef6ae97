import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindField } from '#core/fields/bind-field.ts';
import type { FieldDeclaration } from '#core/fields/field.ts';
import {
  boolean,
  choice,
  date,
  datetime,
  email,
  integer,
  json,
  list,
  number,
  reference,
  text,
  url,
} from '#core/fields/index.ts';
import type { Cell } from '#lib/tabular/table.ts';
import { CellProblem } from './cell-problem.ts';
import { cellFormat, convertCell } from './convert-cell.ts';

const german = cellFormat('de-DE', 'Europe/Berlin');
const american = cellFormat('en-US', 'America/New_York');
const british = cellFormat('en-GB', 'Europe/London');
const read = (cell: Cell, declared: FieldDeclaration, format = german) => {
  try {
    const value = convertCell(cell, bindField('field', declared), format);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
  } catch (problem) {
    if (problem instanceof CellProblem) return 'rejected';
    throw problem;
  }
};

describe('numbers', () => {
  it('are read as the language writes them', () => {
    const cases: readonly (readonly [string, number | 'rejected', number | 'rejected'])[] = [
      ['1.234,56', 1234.56, 1234.56],
      ['1,234.56', 1234.56, 1234.56],
      ['1.234', 1234, 1.234],
      ['1,234', 1.234, 1234],
      ['12,5', 12.5, 12.5],
      ['12.5', 12.5, 12.5],
      ['0.123', 0.123, 0.123],
      ['0,123', 0.123, 0.123],
      ['€ 1.200', 1200, 1.2],
      ['1.200,50 €', 1200.5, 1200.5],
      ['EUR 7', 7, 7],
      ['(12.50)', -12.5, -12.5],
      ['-3', -3, -3],
      ['3-', -3, -3],
      ['12 %', 12, 12],
      ["1'000'000", 1_000_000, 1_000_000],
      ['1 234', 1234, 1234],
      ['007', 7, 7],
      ['1e3', 1000, 1000],
      ['1.23.4', 'rejected', 'rejected'],
      ['1,2,3', 'rejected', 'rejected'],
      ['12 apples', 'rejected', 'rejected'],
      ['--3', 'rejected', 'rejected'],
      ['(-3)', 'rejected', 'rejected'],
      ['.', 'rejected', 'rejected'],
    ];
    for (const [given, de, en] of cases)
      assert.deepEqual([read(given, number()), read(given, number(), american)], [de, en], given);
    assert.equal(read(12.5, number()), 12.5);
    assert.equal(read('12,5', integer()), 'rejected');
  });

  it('of any length are read in linear time', () => {
    const started = performance.now();
    for (const part of ['1', '1.', '1,', '(', '-', '€', ' ', '1.000'])
      assert.equal(read(part.repeat(20_000), number()), part === ' ' ? undefined : 'rejected');
    assert.ok(performance.now() - started < 500);
  });
});

describe('dates', () => {
  it('are read as the language writes them', () => {
    const cases: readonly (readonly [Cell, string, string])[] = [
      ['2026-01-31', '2026-01-31', '2026-01-31'],
      ['31.01.2026', '2026-01-31', '2026-01-31'],
      ['1.2.26', '2026-02-01', '2026-02-01'],
      ['1.2.68', '1968-02-01', '1968-02-01'],
      ['03/04/2026', '2026-04-03', '2026-03-04'],
      ['31/01/2026', '2026-01-31', 'rejected'],
      ['01/31/2026', 'rejected', '2026-01-31'],
      ['31. Januar 2026', '2026-01-31', '2026-01-31'],
      ['31 January 2026', '2026-01-31', '2026-01-31'],
      ['Jan 31, 2026', '2026-01-31', '2026-01-31'],
      ['31-Dez-26', '2026-12-31', '2026-12-31'],
      ['2026-01-31T10:00:00Z', '2026-01-31', '2026-01-31'],
      ['46053', '2026-01-31', '2026-01-31'],
      [46053, '2026-01-31', '2026-01-31'],
      [new Date('2026-01-31T00:00:00Z'), '2026-01-31', '2026-01-31'],
      ['30.02.2026', 'rejected', 'rejected'],
      ['tomorrow', 'rejected', 'rejected'],
      ['12', 'rejected', 'rejected'],
    ];
    for (const [given, de, en] of cases)
      assert.deepEqual([read(given, date()), read(given, date(), american)], [de, en], String(given));
    assert.equal(read('03/04/2026', date(), british), '2026-04-03');
  });

  it('with a time are in the zone of the company, unless they say another one', () => {
    assert.equal(read('31.01.2026 10:30', datetime()), '2026-01-31T09:30:00.000Z');
    assert.equal(read('31.07.2026, 10:30:15 Uhr', datetime()), '2026-07-31T08:30:15.000Z');
    assert.equal(read('1/31/2026 1:05 PM', datetime(), american), '2026-01-31T18:05:00.000Z');
    assert.equal(read('12:00 AM', datetime(), american), 'rejected');
    assert.equal(read('2026-01-31T10:30:00+02:00', datetime()), '2026-01-31T08:30:00.000Z');
    assert.equal(read('2026-01-31 10:30:00Z', datetime()), '2026-01-31T10:30:00.000Z');
    assert.equal(read('31.01.2026', datetime()), '2026-01-30T23:00:00.000Z');
    assert.equal(read('31.01.2026 25:00', datetime()), 'rejected');
    assert.equal(read(46053.5, datetime()), '2026-01-31T11:00:00.000Z');
  });
});

describe('other cells', () => {
  it('are read as people write them, and nothing is changed silently', () => {
    for (const word of ['ja', 'YES', 'Wahr', '1', 'x', 'true']) assert.equal(read(word, boolean()), true, word);
    for (const word of ['nein', 'No', 'falsch', '0', 'false']) assert.equal(read(word, boolean()), false, word);
    assert.equal(read('maybe', boolean()), 'rejected');
    const strict = choice({ strict: true, options: [{ value: 'hot', label: 'Very hot' }, 'cold'] });
    assert.deepEqual(
      ['HOT', 'very HOT', 'Cold', 'warm'].map((word) => read(word, strict)),
      ['hot', 'hot', 'cold', 'rejected'],
    );
    assert.equal(read('warm', choice({ options: ['hot'] })), 'warm');
    assert.deepEqual(read('a, b;c\nd; a, b', list()), ['a, b', 'c', 'd']);
    assert.deepEqual(read('a, b,a', list()), ['a', 'b']);
    assert.deepEqual(read(['x', 'y'], list()), ['x', 'y']);
    assert.equal(read('{"a":1}', json()), '{"a":1}');
    assert.equal(read('{a}', json()), 'rejected');
    assert.equal(read('Acme', reference('sales.accounts')), 'rejected');
    assert.equal(read(' Ada@Example.com ', email()), 'Ada@Example.com');
    assert.equal(read('mailto:ada@example.com', email()), 'ada@example.com');
    assert.equal(read('nobody', email()), 'rejected');
    assert.equal(read('www.example.com/x', url()), 'https://www.example.com/x');
    assert.equal(read('12', text()), '12');
    assert.equal(read(12, text()), '12');
    assert.equal(read("'=1+1", text()), '=1+1');
    for (const empty of ['', '  ', null]) assert.equal(read(empty, text()), undefined);
  });
});
