import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from './csv.ts';

const limits = { rows: 1000, columns: 100, cellLength: 10_000 };
const read = (text: string) => readCsv(text, limits);

describe('a CSV text', () => {
  it('has commas, semicolons or tabs, whichever its first line has most of', async () => {
    const row = [['a', 'b', 'c']];
    for (const text of ['a,b,c', 'a;b;c', 'a\tb\tc', '\ufeffa;b;c\r\n']) assert.deepEqual(await read(text), row, text);
    assert.deepEqual(await read('name;price\nx;1,5'), [
      ['name', 'price'],
      ['x', '1,5'],
    ]);
  });

  it('has quoted cells with delimiters, line breaks and quotes; other quotes are text', async () => {
    assert.deepEqual(await read('"a, b","c\n\nd"\r\n"e""f",g"h\ri\n'), [['a, b', 'c\n\nd'], ['e"f', 'g"h'], ['i']]);
  });

  it('may have rows of different lengths, and its empty lines are left out', async () => {
    assert.deepEqual(await read('a,b\n\n  \n,\n1\n2,3,4,\n'), [['a', 'b'], ['1'], ['2', '3', '4', '']]);
    assert.deepEqual(await read(''), []);
  });

  it('keeps letters of several bytes, wherever a turn ends', async () => {
    const cell = 'ü😀'.repeat(3000);
    assert.deepEqual(await read(`${cell},é${cell}\nx${cell},`), [
      [cell, `é${cell}`],
      [`x${cell}`, ''],
    ]);
  });

  it('is refused with the line when a limit is exceeded, before the rest is read', async () => {
    const refused = (text: string, message: string) => assert.rejects(read(text), { name: 'RangeError', message });
    await refused('a\n'.repeat(1001), 'it has more than 1,000 rows');
    await refused(`a\n${','.repeat(5_000_000)}`, 'line 2 has more than 100 columns');
    await refused(`a\n"\n${'x'.repeat(10_000)}"`, 'a cell that ends in line 3 has more than 10,000 characters');
    await refused(`a\n"${'x'.repeat(10_000_000)}`, 'a cell after line 1 has more than 10,000 characters');
  });

  it('is refused with the line when a quoted cell has no end', async () => {
    const message = 'a quoted cell that begins after line 2 has no end';
    await assert.rejects(read('a\nb\nc,"d\n\ne'), { name: 'SyntaxError', message });
  });
});
