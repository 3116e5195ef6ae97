import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ExactNumber } from '#lib/json.ts';
import { fileOf, rowsOf, tableOf } from '#test/table-tools.ts';
import { unzipped } from '#test/zip-tools.ts';
import { openTable } from '../open-table.ts';
import { type Cell, type WrittenFormat, writtenFormats } from '../table.ts';
import { withoutGuard, writeTable } from '../write-table.ts';
import { withGuard } from './guard.ts';
import { xlsxBytes } from './write-xlsx.ts';

type Rows = readonly (readonly Cell[])[];

async function* inBatches(rows: Rows, size = 3): AsyncGenerator<Rows> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

const columnsOf = (titles: readonly string[]) => titles.map((title, n) => ({ key: `k${n}`, title }));
const written = (format: WrittenFormat, titles: readonly string[], rows: Rows): Promise<Buffer> =>
  buffer(writeTable(format, columnsOf(titles), inBatches(rows)));
const readBack = async (format: WrittenFormat, titles: readonly string[], rows: Rows) => {
  const bytes = await written(format, titles, rows);
  const [, ...cells] = await tableOf(fileOf(bytes, { chunkBytes: 1000 }));
  return cells;
};

describe('a written CSV file', () => {
  it('is UTF-8 with a byte order mark, CRLF, and quotes where they are needed', async () => {
    const rows: Rows = [
      ['Ann, "the" boss', 1.5, true, null],
      ['ü\r\nß', -2, new Date('2026-02-03T04:05:06Z'), ['a', { b: 1 }]],
      [new ExactNumber('12345678901234567890'), Number.NaN, new Date(Number.NaN), ''],
    ];
    assert.equal(
      (await written('csv', ['A', 'B;', 'C', 'D'], rows)).toString(),
      '\ufeffA,"B;",C,D\r\n"Ann, ""the"" boss",1.5,true,\r\n"ü\r\nß",-2,2026-02-03T04:05:06.000Z,"[""a"",{""b"":1}]"\r\n12345678901234567890,,,\r\n',
    );
  });

  it('has no text that a spreadsheet runs as a formula; withoutGuard gives the text back', async () => {
    const texts = ['=1+1', '+49 170', '-x', '@SUM(A1)', '\tx', '\rx', '\n=x', '＝1', "'=1", "'", "''-", 'a=1', ''];
    const cells = (
      await readBack(
        'csv',
        ['A', 'B'],
        texts.map((text) => [text, 'x']),
      )
    ).map(([cell]) => String(cell));
    for (const [n, text] of texts.entries()) {
      assert.doesNotMatch(cells[n] ?? '', /^[=+\-@\t\r\n＝＋－＠]/);
      assert.equal(withoutGuard(cells[n] ?? ''), text);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', '＝') }),
        (text) => {
          assert.equal(withoutGuard(withGuard(text)), text);
        },
      ),
    );
    assert.deepEqual(await readBack('csv', ['A'], [[-5]]), [['-5']]);
  });
});

describe('a written workbook', () => {
  it('has the parts that Excel requires', async () => {
    const parts = unzipped(await written('xlsx', ['Name', 'Born'], [['A & <B>', new Date('2000-02-29')]]));
    assert.deepEqual(
      [...parts.keys()],
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
      ],
    );
    const xml = String(parts.get('xl/worksheets/sheet1.xml'));
    assert.match(xml, /^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\n<worksheet xmlns="/);
    assert.ok(xml.includes('<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">Name</t></is></c>'));
    assert.ok(xml.includes('<t xml:space="preserve">A &amp; &lt;B&gt;</t>'));
    assert.ok(xml.includes('<c r="B2" s="2"><v>36585</v></c>'));
    assert.ok(xml.endsWith('</sheetData><autoFilter ref="A1:B2"/></worksheet>'));
    // The schema gives the order of the elements of a sheet.
    const order = [...xml.matchAll(/<(sheetViews|sheetFormatPr|cols|sheetData|autoFilter)\b/g)].map(([, name]) => name);
    assert.deepEqual(order, ['sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter']);
    const relations = String(parts.get('xl/_rels/workbook.xml.rels'));
    for (const [, target = ''] of relations.matchAll(/Target="([^"]+)"/g)) assert.ok(parts.has(`xl/${target}`), target);
  });

  it('keeps types, all digits, and characters that XML does not allow', async () => {
    const rows: Rows = [
      ['=1+1', 1e-7, true, new Date('2026-02-03T04:05:06.789Z')],
      ['\0\x0b\r\n\t_x0041_ _x004', 123456789012345, false, new Date('1999-12-31')],
      ['_x0041\x01 \ud800 \uffff 😀 ', -0.1, null, new Date('1850-01-01')],
      [new ExactNumber('12345678901234567890.5'), new ExactNumber('0.10'), 2 ** 60, ['x', 1]],
      [' ', 'x'.repeat(40_000), '', '0012'],
    ];
    const read = await readBack('xlsx', ['A', 'B', 'C', 'D'], rows);
    assert.deepEqual(read, [
      rows[0],
      rows[1],
      ['_x0041\x01 \ud800 \uffff 😀 ', -0.1, null, '1850-01-01T00:00:00.000Z'],
      ['12345678901234567890.5', 0.1, '1152921504606846976', '["x",1]'],
      [' ', `${'x'.repeat(32_766)}…`, null, '0012'],
    ]);
  });

  it('continues on further sheets', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => [`row ${n}`]);
    const chunks: Buffer[] = [];
    for await (const chunk of xlsxBytes(columnsOf(['A']), inBatches(rows), { rows: 3, characters: 1e9 }))
      chunks.push(chunk);
    const file = fileOf(Buffer.concat(chunks));
    const { sheets = [] } = await openTable(file);
    assert.deepEqual(sheets, ['Sheet1', 'Sheet2', 'Sheet3']);
    const read = await Promise.all(sheets.map(async (sheet) => (await tableOf(file, { sheet })).slice(1)));
    assert.deepEqual(read, [rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)]);
  });
});

describe('a table', () => {
  for (const format of writtenFormats)
    it(`without rows has its titles (${format})`, async () => {
      const bytes = await written(format, ['A', 'B'], []);
      if (format === 'jsonl') assert.equal(bytes.length, 0);
      else assert.deepEqual(await tableOf(fileOf(bytes)), [['A', 'B']]);
    });

  for (const format of writtenFormats)
    it(`stops reading rows when its file is not read further, and fails with them (${format})`, async () => {
      let isStarted = false;
      let isClosed = false;
      const endless = async function* (): AsyncGenerator<Rows> {
        isStarted = true;
        try {
          for (;;) yield Array.from({ length: 100 }, () => [Math.random()]);
        } finally {
          isClosed = true;
        }
      };
      for await (const _ of writeTable(format, columnsOf(['A']), endless())) if (isStarted) break;
      for (let n = 0; n < 100 && !isClosed; n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(isClosed, true);
      const failing = async function* (): AsyncGenerator<Rows> {
        yield [[1]];
        throw new Error('the database is gone');
      };
      await assert.rejects(buffer(writeTable(format, columnsOf(['A']), failing())), /the database is gone/);
    });

  const text = fc.oneof(
    fc.string({
      unit: fc.constantFrom(',', ';', '\t', '|', '"', "'", '\r', '\n', '=', ' ', 'a', 'ä', '😀', '_x0041_'),
    }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const date = fc.date({ min: new Date('1901-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e14, max: 1e14 })
    .filter((n) => !Object.is(n, -0));
  const table = (cell: fc.Arbitrary<Cell>) =>
    fc.integer({ min: 1, max: 6 }).chain((width) =>
      fc.record({
        titles: fc.constant(Array.from({ length: width }, (_, n) => `Title ${n}`)),
        // The last cell is never blank, because blank rows are left out.
        rows: fc
          .array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 20 })
          .map((rows) => rows.map((cells) => [...cells.slice(0, -1), 'end'])),
      }),
    );

  it('is the same after writing and reading CSV', async () => {
    await fc.assert(
      fc.asyncProperty(table(text), async ({ titles, rows }) => {
        const read = await readBack('csv', titles, rows);
        assert.deepEqual(
          read.map((cells) => cells.map((cell) => withoutGuard(String(cell)))),
          rows,
        );
      }),
    );
  });

  it('is the same after writing and reading a workbook', async () => {
    const cell: fc.Arbitrary<Cell> = fc.oneof(text, number, fc.boolean(), date, fc.constant(null));
    await fc.assert(
      fc.asyncProperty(table(cell), async ({ titles, rows }) => {
        const expected = rows.map((cells) => cells.map((one) => (one === '' ? null : one)));
        assert.deepEqual(await readBack('xlsx', titles, rows), expected);
      }),
      { numRuns: 60 },
    );
  });

  it('is the same after writing and reading JSON Lines', async () => {
    const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
    const cell = fc.oneof(
      text,
      number,
      json.map((value) => JSON.parse(JSON.stringify(value)) as Cell),
    );
    await fc.assert(
      fc.asyncProperty(table(cell), async ({ titles, rows }) => {
        if (rows.length > 0) assert.deepEqual(await readBack('jsonl', titles, rows), rows);
      }),
    );
  });

  it('is the same in each encoding, with each delimiter, however its bytes arrive', async () => {
    const cell = fc.string({ unit: fc.constantFrom(',', ';', '\t', '|', '"', '\r\n', '\n', ' ', 'a', 'ä', '€') });
    const encoders: Record<string, (content: string) => Buffer> = {
      'utf-8': (content) => Buffer.from(content),
      'utf-16le': (content) => Buffer.from(`\ufeff${content}`, 'utf16le'),
      'utf-16be': (content) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16(),
      'windows-1252': (content) => Buffer.from(content.replaceAll('€', '\x80'), 'latin1'),
    };
    const quoted = (content: Cell) => `"${String(content).replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        table(cell),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom(...Object.keys(encoders)),
        fc.integer({ min: 1, max: 50 }),
        async ({ titles, rows }, delimiter, encoding, chunkBytes) => {
          const content = [titles, ...rows].map((cells) => cells.map(quoted).join(delimiter)).join('\n');
          const file = fileOf(encoders[encoding]?.(content) ?? '', { chunkBytes });
          const opened = await openTable(file, { delimiter, encoding });
          assert.deepEqual(opened.columns, titles);
          assert.deepEqual(
            (await rowsOf(opened)).map(({ cells }) => cells),
            rows,
          );
        },
      ),
    );
  });
});
