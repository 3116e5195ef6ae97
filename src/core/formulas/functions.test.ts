import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExactNumber } from '#lib/json.ts';
import { formulaCases, sampleRow } from '#test/formula-cases.ts';
import { bothResults } from '#test/formula-database.ts';
import { appForFile } from '#test/harness.ts';
import { functionTable } from './index.ts';

const { sql } = await appForFile();

describe('each function and operator gives the same result in SQL and JavaScript', () => {
  for (const [name, cases] of Object.entries(formulaCases))
    it(name, async () => {
      for (const [text, expected] of cases) {
        const result = await bothResults(sql, text, [sampleRow], 'Europe/Berlin');
        assert.deepEqual({ text, ...result }, { text, sql: [expected], js: [expected] });
      }
    });

  it('all functions have cases', () => {
    const missing = functionTable.map(({ name }) => name).filter((name) => !Object.hasOwn(formulaCases, name));
    assert.deepEqual(missing, []);
  });
});

describe('numbers that a double cannot represent', () => {
  it('keep all their digits', async () => {
    const value = new ExactNumber('12345678901234567890.123456789012') as unknown as number;
    const results = await bothResults(sql, 'value * 2', [{ value }]);
    assert.deepEqual(results, {
      sql: ['24691357802469135780.246913578024'],
      js: ['24691357802469135780.246913578024'],
    });
  });
});

describe('the first and the last moments', () => {
  const rows = [
    '0001-01-01T00:00:00.000Z',
    '0001-02-28T23:59:59.999Z',
    '9999-12-31T12:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ];
  const formulas = [
    'dateOf(createdAt)',
    'text(createdAt)',
    'year(createdAt)',
    'hour(createdAt)',
    ...['-1', '0', '1'].flatMap((n) => [
      `addDays(createdAt, ${n})`,
      `addMonths(createdAt, ${n})`,
      `addYears(createdAt, ${n})`,
      `createdAt + ${n}`,
      `createdAt + ${n} / 24`,
      `dateOf(createdAt) + ${n}`,
      `addMonths(dateOf(createdAt), ${n})`,
    ]),
    'datetime(createdAt, 0, 0)',
    'datetime(createdAt, 23, 59)',
    'startOfMonth(createdAt)',
    'endOfMonth(createdAt)',
    'monthsBetween(createdAt, createdAt - 40)',
  ];
  for (const zone of ['UTC', 'Etc/GMT-14', 'Etc/GMT+12'])
    it(`give the same results in ${zone}`, async () => {
      for (const text of formulas) {
        const results = await bothResults(
          sql,
          text,
          rows.map((createdAt) => ({ createdAt })),
          zone,
        );
        assert.deepEqual({ text, results: results.sql }, { text, results: results.js });
      }
    });
});

describe('letters', () => {
  it('change in the same way in PostgreSQL and here, for every character', async () => {
    const characters: string[] = [];
    for (let code = 1; code <= 0x1ffff; code += 1)
      if (code < 0xd800 || code > 0xdfff) characters.push(String.fromCodePoint(code));
    for (let from = 0; from < characters.length; from += 5000) {
      const name = characters.slice(from, from + 5000).join('');
      for (const text of ['upper(name)', 'lower(name)']) {
        const { sql: inSql, js } = await bothResults(sql, text, [{ name }]);
        assert.equal(inSql[0], js[0]);
      }
    }
  });
});
