import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf, rowsOf, tableOf } from '#test/table-tools.ts';
import { openTable } from '../open-table.ts';
import type { ReadOptions } from '../table.ts';

const refused = (content: string | Uint8Array, problem: object, options?: ReadOptions) =>
  assert.rejects(tableOf(fileOf(content), options), { name: 'Error', ...problem });

const accepted: readonly (readonly [name: string, text: string, table: unknown])[] = [
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons beside decimal commas',
    'name;price\nx;1,5\ny;2,5',
    [
      ['name', 'price'],
      ['x', '1,5'],
      ['y', '2,5'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1,0\t2',
    [
      ['a', 'b'],
      ['1,0', '2'],
    ],
  ],
  [
    'bars',
    'a|b\n1|2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'more commas inside quotes than semicolons',
    '"a,b,c";"d,e"\n1;2',
    [
      ['a,b,c', 'd,e'],
      ['1', '2'],
    ],
  ],
  [
    'a declared delimiter',
    'sep=;\r\na;b\r\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['one column', 'e-mail\na@b.example\n', [['e-mail'], ['a@b.example']]],
  [
    'a byte order mark',
    '\ufeffa,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'mixed line ends',
    'a,b\r1,2\r\n3,4\n5,6\n\r7,8',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['7', '8'],
    ],
  ],
  [
    'quotes',
    'a,b\n"x, ""y""","1\r\n2"\nz"z,""\n',
    [
      ['a', 'b'],
      ['x, "y"', '1\r\n2'],
      ['z"z', ''],
    ],
  ],
  [
    'text after a closing quote',
    'a,b\n"x"y,"1" \n',
    [
      ['a', 'b'],
      ['xy', '1 '],
    ],
  ],
  [
    'short rows and empty extra cells',
    'a,b\n1\n2,3,,\n',
    [
      ['a', 'b'],
      ['1', null],
      ['2', '3'],
    ],
  ],
  [
    'empty lines',
    '\n\na,b\n\n  \n,\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['only titles', 'a,b', [['a', 'b']]],
  ['odd titles', ' a ,,a,a (2),A\n', [['a', 'Column 2', 'a (2)', 'a (2) (2)', 'A']]],
  [
    'spaces in cells',
    'a,b\n 1 , 2',
    [
      ['a', 'b'],
      [' 1 ', ' 2'],
    ],
  ],
];

describe('a CSV file', () => {
  for (const [name, text, table] of accepted)
    it(`may have ${name}, however its bytes arrive`, async () => {
      for (const chunkBytes of [1, 2, 3, 65_536]) assert.deepEqual(await tableOf(fileOf(text, { chunkBytes })), table);
    });

  it('names the line of the file for each row', async () => {
    const text = 'a,b\r\n1,"x\r\ny\r\n\r\nz"\r\n\r\n2,\r\n"3\r4\n5",\r6,';
    for (const chunkBytes of [1, 2, 3, 5, 65_536]) {
      const rows = await rowsOf(await openTable(fileOf(text, { chunkBytes })));
      assert.deepEqual(
        rows.map(({ n, line }) => [n, line]),
        [
          [1, 2],
          [2, 7],
          [3, 8],
          [4, 11],
        ],
      );
    }
  });

  it('is read again from the beginning', async () => {
    const table = await openTable(fileOf('a\n1\n2'));
    assert.deepEqual(await rowsOf(table), await rowsOf(table));
    for await (const _ of table.rows()) break;
    assert.equal((await rowsOf(table)).length, 2);
  });

  it('is refused with the line and the remedy when it is wrong', async () => {
    await refused('', { code: 'empty', message: 'The file is empty.' });
    await refused(' \r\n\n', { code: 'empty' });
    await refused('a,b\n\n1,2,3', { code: 'too_many_cells', line: 3, message: /^Line 3 has 3 cells.+quotes/ });
    await refused('a,b\n1,"x\n\n', { code: 'quote_not_closed', line: 2, message: /begins in line 2/ });
    await refused(`a,b\n1,2\n3,"${'x\r\n'.repeat(50_000)}`, {
      code: 'cell_too_long',
      line: 3,
      message: /begins in line 3/,
    });
    await refused(`a\n1\n${'x'.repeat(100_001)}`, { code: 'cell_too_long', line: 3, message: /100,000/ });
    await refused(`a,b\n1,${','.repeat(600)}`, { code: 'too_many_columns', line: 2, message: /500/ });
    await refused(`${','.repeat(600)}\n`, { code: 'too_many_columns', line: 1 });
    await refused(`a\n${'x'.repeat(2000)}`.split('\n').reverse().join('\n'), { code: 'title_too_long', line: 1 });
    await refused('a,b', { code: 'wrong_delimiter' }, { delimiter: '"' });
  });

  it('may have the largest cells and the most columns', async () => {
    const cell = 'ü'.repeat(100_000);
    assert.deepEqual(await tableOf(fileOf(`a,b\n"${cell}",${cell}`)), [
      ['a', 'b'],
      [cell, cell],
    ]);
    const titles = Array.from({ length: 500 }, (_, n) => `c${n}`);
    assert.deepEqual(await tableOf(fileOf(titles.join(';'))), [titles]);
  });
});

describe('the encoding of a text', () => {
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const found = async (content: string | Uint8Array, options?: ReadOptions) => {
    const table = await openTable(fileOf(content, { chunkBytes: 7 }), options);
    return [table.encoding, table.columns[0], ...(await rowsOf(table)).map(({ cells }) => cells[0])];
  };

  it('is found by a byte order mark, by zero bytes, or by the first letters outside ASCII', async () => {
    const text = 'Größe,b\n😀é,2\n';
    const cells = ['Größe', '😀é'];
    assert.deepEqual(await found(text), ['utf-8', ...cells]);
    assert.deepEqual(await found(`\ufeff${text}`), ['utf-8', ...cells]);
    assert.deepEqual(await found(Buffer.from(`\ufeff${text}`, 'utf16le')), ['utf-16le', ...cells]);
    assert.deepEqual(await found(utf16be(`\ufeff${text}`)), ['utf-16be', ...cells]);
    assert.deepEqual(await found(Buffer.from(text, 'utf16le')), ['utf-16le', ...cells]);
    assert.deepEqual(await found(utf16be(text)), ['utf-16be', ...cells]);
    assert.deepEqual(await found(Buffer.from('Größe\nä\x80', 'latin1')), ['windows-1252', 'Größe', 'ä€']);
    const late = `a\n${'x\n'.repeat(100_000)}ä`;
    assert.equal((await openTable(fileOf(Buffer.from(late, 'latin1')))).encoding, 'windows-1252');
    assert.equal((await openTable(fileOf(late))).encoding, 'utf-8');
  });

  it('is the one that was chosen', async () => {
    assert.deepEqual(await found(Buffer.from([0x8e, 0x84]), { encoding: 'cp866' }), ['ibm866', 'ОД']);
    assert.deepEqual(await found(Buffer.from('ä,b', 'latin1'), { encoding: 'latin1' }), ['windows-1252', 'ä']);
    await refused('a', { code: 'unknown_encoding', message: /"klingon"/ }, { encoding: 'klingon' });
  });

  it('has no wrong bytes: the line of the first one is named', async () => {
    const late = Buffer.concat([Buffer.from(`ä\n${'ü\n'.repeat(200_000)}`), Buffer.from([0xff, 10, 65])]);
    await refused(late, {
      code: 'wrong_encoding',
      line: 200_002,
      message: /^Line 200002 has bytes that are not utf-8/,
    });
    await refused(Buffer.from('ä\nb\nä', 'latin1'), { code: 'wrong_encoding', line: 1 }, { encoding: 'utf-8' });
    await refused(Buffer.from([97, 10, 98, 10, 0xc3]), { code: 'wrong_encoding', line: 3 }, { encoding: 'utf-8' });
    await refused(Buffer.from([0x61, 10, 0x81]), { code: 'wrong_encoding', line: 2 }, { encoding: 'shift_jis' });
    await refused(Buffer.from([0, 1, 2, 3, 200, 0, 0, 7]), { code: 'not_a_text' });
  });
});
