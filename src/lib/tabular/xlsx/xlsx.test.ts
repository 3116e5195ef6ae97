import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TurnMeter } from '#test/bombs/turn-meter.ts';
import { fileOf, rowsOf, tableOf } from '#test/table-tools.ts';
import { zipped } from '#test/zip-tools.ts';
import { openTable } from '../open-table.ts';
import type { ReadOptions } from '../table.ts';
import { kindOfFormat } from './number-formats.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

interface Parts {
  readonly sheet?: string;
  readonly texts?: string;
  readonly styles?: string;
  readonly properties?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** The files of a workbook with a chart, a hidden sheet, a sheet with the given cells, and a last sheet. */
const partsOf = ({ sheet = '', texts = '', styles = '', properties = '', more = {} }: Parts) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', '/book/w.xml')}</Relationships>`,
  'book/w.xml': `\ufeff<?xml version="1.0"?><!-- x --><x:workbook xmlns:x="m" xmlns:r="${office}">${properties}<x:sheets><x:sheet name="Chart" r:id="c"/><x:sheet name="Lists" state="hidden" r:id="h"/><x:sheet name="People &amp; more" r:id="s"/><x:sheet name="Last" r:id="l"/></x:sheets></x:workbook>`,
  'book/_rels/w.xml.rels': `<Relationships>${[
    relation('c', 'chartsheet', 'chart.xml'),
    relation('h', 'worksheet', 'hidden.xml'),
    relation('s', 'worksheet', '../sheets/one.xml'),
    relation('l', 'worksheet', '/sheets/./last.xml'),
    relation('t', 'sharedStrings', 'texts.xml'),
    relation('y', 'styles', 'styles.xml'),
  ].join('')}</Relationships>`,
  'book/hidden.xml':
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>secret</t></is></c></row></sheetData></worksheet>',
  'sheets/last.xml': '<worksheet><sheetData/></worksheet>',
  'sheets/one.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  'book/texts.xml': `<sst>${texts}</sst>`,
  'book/styles.xml': `<styleSheet>${styles}</styleSheet>`,
  ...more,
});

const book = (parts: Parts) => fileOf(zipped(partsOf(parts)), { chunkBytes: 100 });
const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const titles = (...names: string[]) => `<row r="1">${names.map(text).join('')}</row>`;
const refused = (content: string | Uint8Array, problem: object, options?: ReadOptions) =>
  assert.rejects(tableOf(fileOf(content), options), problem);

describe('a workbook', () => {
  it('has shared, formatted, inline and computed texts, and rows and cells that are left out', async () => {
    const texts = [
      '<si><t>Name</t></si>',
      '<si><r><rPr><b/></rPr><t xml:space="preserve">bold </t></r><r><t>and not</t></r><rPh sb="0"><t>phonetic</t></rPh></si>',
      '<si><t xml:space="preserve"> a_x000D_&#10;_x005F_x0041_ &lt;![CDATA[</t></si><si/><si><t><![CDATA[<x>]]></t></si>',
    ].join('');
    const sheet = `
      <row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><r><t>Sp</t></r><r><t>ouse</t></r></is></c></row>
      <row r="4" spans="1:3"><c r="A4" t="s"><v>1</v></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" t="str"><f>"x"</f><v>x</v></c></row>
      <row r="7"><c r="B7" t="s"><v>2</v></c></row>
      <row r="8"><c r="A8" s="1"/><c r="B8" t="s"><v>3</v></c></row>
      <row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="e"><v>#REF!</v></c></row>
      <row><c t="s"><v>4</v></c><c><v>1.5E-3</v></c><c t="d"><v>2026-01-02T03:04:05</v></c><c r="ZZ10"/></row>`;
    const table = await openTable(book({ texts, sheet }));
    assert.deepEqual(
      [table.format, table.columns, table.sheets],
      ['xlsx', ['Name', 'Column 2', 'Spouse'], ['Lists', 'People & more', 'Last']],
    );
    assert.deepEqual(await rowsOf(table), [
      { n: 1, line: 4, cells: ['bold and not', 2, 'x'] },
      { n: 2, line: 7, cells: [null, ' a\r\n_x0041_ <![CDATA[', null] },
      { n: 3, line: 9, cells: [true, null, '#REF!'] },
      { n: 4, line: 10, cells: ['<x>', 0.0015, new Date('2026-01-02T03:04:05Z')] },
    ]);
    assert.equal((await rowsOf(table)).length, 4);
  });

  it('has dates and times by the formats of their cells', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-407]dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.0&quot;d&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="46"/></cellXfs>`;
    const cells = [
      [0, 1.5],
      [1, 36585],
      [2, 45000.75],
      [3, 7],
      [4, 0.39583333333333331],
      [5, 1.5],
      [1, 59],
      [1, 60],
      [1, 61],
      [1, 0.5],
      [1, -1],
      [1, 99999999],
    ];
    const sheet = `${titles(...cells.map((_, n) => `c${n}`))}<row>${cells.map(([s, v]) => `<c s="${s}"><v>${v}</v></c>`).join('')}</row>`;
    const day = (iso: string) => new Date(iso);
    const [, row] = await tableOf(book({ styles, sheet }));
    assert.deepEqual(row, [
      1.5,
      day('2000-02-29'),
      day('2023-03-15T18:00:00Z'),
      7,
      '09:30:00',
      '36:00:00',
      day('1900-02-28'),
      60,
      day('1900-03-01'),
      day('1899-12-31T12:00:00Z'),
      -1,
      99999999,
    ]);
    const since1904 = await tableOf(book({ styles, sheet, properties: '<workbookPr date1904="1"/>' }));
    assert.deepEqual(since1904[1]?.[1], day('2004-03-01'));
    const kinds = {
      'd.m.yy': 'date',
      'mmm yyyy': 'date',
      'h:mm AM/PM': 'time',
      'mm:ss': 'time',
      '[hh]:mm': 'duration',
      General: 'number',
      '0.00E+00': 'number',
      '#,##0 "days"': 'number',
      '[Red]0;[Blue]yyyy': 'number',
      'm/d/yy h:mm': 'datetime',
      '_-* #,##0\\ "h"': 'number',
    };
    for (const [code, kind] of Object.entries(kinds)) assert.equal(kindOfFormat(code), kind, code);
  });

  it('is read sheet by sheet: the first one that is not hidden, or the chosen one', async () => {
    const file = book({ sheet: titles('a') });
    assert.deepEqual(await tableOf(file), [['a']]);
    assert.deepEqual(await tableOf(file, { sheet: 'Lists' }), [['secret']]);
    await assert.rejects(tableOf(file, { sheet: 'Last' }), { code: 'empty', message: 'The sheet "Last" is empty.' });
    await assert.rejects(tableOf(file, { sheet: 'x' }), {
      code: 'unknown_sheet',
      message: /"Lists", "People & more", "Last"/,
    });
  });

  it('may be stored without compression, and its XML in UTF-16', async () => {
    const parts = partsOf({ sheet: titles('ä😀') });
    const wide = { ...parts, 'sheets/one.xml': Buffer.from(`\ufeff${parts['sheets/one.xml']}`, 'utf16le') };
    for (const stored of [true, false])
      for (const files of [parts, wide])
        assert.deepEqual(await tableOf(fileOf(zipped(files, { stored }), { chunkBytes: 1 })), [['ä😀']]);
  });

  it('is refused with a sentence when it is not a workbook, damaged, encrypted or old', async () => {
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)]);
    await refused(ole, { code: 'old_workbook', message: /XLSX without a password/ });
    await refused(zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }), {
      code: 'open_document',
    });
    await refused(zipped({ 'a.csv': 'a,b' }), { code: 'not_a_table' });
    await refused('a,b', { code: 'not_a_workbook' }, { format: 'xlsx' });
    const whole = zipped(partsOf({ sheet: titles('a') }));
    for (const length of [10, 100, whole.length - 30, whole.length - 1])
      await refused(whole.subarray(0, length), { code: 'broken_workbook' });
    for (let at = 4; at < whole.length; at += 3) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 0x41;
      // Some damage does not matter. Any other is a TableProblem, never another error.
      await tableOf(fileOf(damaged)).catch((error) =>
        assert.ok(typeof error.code === 'string' && /^[a-z_]+$/.test(error.code), error),
      );
    }
    const wrong = async (sheet: string, problem: object) => assert.rejects(tableOf(book({ sheet })), problem);
    await wrong('<row><c></row>', { code: 'broken_workbook' });
    await wrong('<row r="2"/><row r="2"/>', { code: 'broken_workbook' });
    await wrong('<row r="1048577"/>', { code: 'broken_workbook' });
    await wrong('<row><c t="s"><v>9</v></c></row>', { code: 'broken_workbook' });
    await wrong('<row><c r="SG1"><v>1</v></c></row>', { code: 'too_many_columns', line: 1 });
    await wrong(`${titles('a')}<row r="9"><c r="C9"><v>1</v></c></row>`, {
      code: 'too_many_cells',
      line: 9,
      message: /column 3/,
    });
    await wrong(titles('a'.repeat(100_001)), { code: 'cell_too_long' });
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>';
    await assert.rejects(tableOf(book({ more: { 'sheets/one.xml': doctype } })), {
      code: 'broken_workbook',
      message: /document type/,
    });
  });
});

const large = 60_000_000;
const bombs: Readonly<Record<string, readonly [parts: Parts, code: string]>> = {
  'a text': [{ sheet: `<row><c t="inlineStr"><is><t>${'a'.repeat(large)}` }, 'broken_workbook|cell_too_long|too_large'],
  spaces: [{ sheet: ' '.repeat(large) }, 'broken_workbook|too_large'],
  'empty rows': [{ sheet: '<row/>'.repeat(2_000_000) }, 'broken_workbook|empty'],
  cells: [{ sheet: `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>` }, 'too_many_columns'],
  'nested elements': [{ sheet: '<a>'.repeat(1_000_000) }, 'broken_workbook'],
  attributes: [
    { sheet: `<row ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}/>` },
    'broken_workbook',
  ],
  'a long name': [{ sheet: `<${'a'.repeat(5_000_000)}` }, 'broken_workbook'],
  'a long attribute': [{ sheet: `<row r="${'1'.repeat(5_000_000)}"` }, 'broken_workbook'],
  'a long comment': [{ sheet: `<!--${'-'.repeat(1)}${'a'.repeat(5_000_000)}-->` }, 'broken_workbook'],
  'character references': [{ sheet: `<row><c><v>${'&#65;'.repeat(1_000_000)}</v></c></row>` }, 'broken_workbook'],
  'shared texts': [
    { sheet: titles('a'), texts: `<si><t>${'a'.repeat(32_000)}</t></si>`.repeat(3000) },
    'too_many_texts|too_large',
  ],
  'empty shared texts': [{ sheet: titles('a'), texts: '<si/>'.repeat(9_000_000) }, 'too_many_texts|too_large'],
  styles: [{ sheet: titles('a'), styles: `<cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs>` }, 'broken_workbook'],
};

describe('a hostile workbook', () => {
  for (const [name, [parts, codes]] of Object.entries(bombs))
    it(`with ${name} is refused and blocks nobody`, async () => {
      const file = fileOf(zipped(partsOf(parts)));
      let longestMs = 0;
      const before = process.memoryUsage().rss;
      const meter = new TurnMeter();
      const opened = tableOf(file).finally(() => {
        longestMs = meter.stop();
      });
      await assert.rejects(opened, (error: { code?: string }) => codes.split('|').includes(error.code ?? ''));
      const grownMb = (process.memoryUsage().rss - before) / 1e6;
      assert.ok(longestMs < 100, `a turn took ${longestMs} ms`);
      assert.ok(grownMb < 200, `memory grew by ${grownMb} MB`);
    });

  it('whose cells share one long text ends at a number of characters', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
    const sheet = `${titles(...Array.from({ length: 50 }, (_, n) => `c${n}`))}${row.repeat(300)}`;
    const table = await openTable(fileOf(zipped(partsOf({ sheet, texts: `<si><t>${'a'.repeat(100_000)}</t></si>` }))));
    let read = 0;
    let most = 0;
    const readAll = async () => {
      for await (const rows of table.rows()) {
        read += rows.length;
        most = Math.max(most, rows.length);
      }
    };
    const meter = new TurnMeter();
    await assert.rejects(readAll(), { code: 'too_large', message: /1,000,000,000 characters/ });
    const longestMs = meter.stop();
    assert.ok(read > 100 && read <= 200, `${read} rows`);
    assert.ok(most <= 4, `${most} rows, each of five million characters, came at once`);
    assert.ok(longestMs < 100, `a turn took ${longestMs} ms`);
  });
});
