import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvFile, csvRows, fileName } from './csv.ts';

const row = (...texts: string[]) => csvRows([texts.map((text) => ({ text }))]);

test('cells with separators, quotes and line ends are quoted', () => {
  assert.equal(row('a', 'b,c', 'say "hi"', 'two\nlines', ' blank'), 'a,"b,c","say ""hi""","two\nlines"," blank"\r\n');
});

test('texts that a spreadsheet would run are made harmless', () => {
  assert.equal(row('=1+1', '+49 30', '-x', '@sum', '\tx'), "'=1+1,'+49 30,'-x,'@sum,'\tx\r\n");
  assert.equal(row('=HYPERLINK("http://x","y")'), '"\'=HYPERLINK(""http://x"",""y"")"\r\n');
});

test('negative numbers stay numbers', () => {
  assert.equal(csvRows([[{ text: '-5.5', number: true }]]), '-5.5\r\n');
});

test('a file begins with the mark of UTF-8 and the header', async () => {
  const bytes = new Uint8Array(await csvFile(['Name', '=x'], [row('Zoë', '1')]).arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(new TextDecoder().decode(bytes), "Name,'=x\r\nZoë,1\r\n");
});

test('file names have no signs that a system refuses', () => {
  assert.equal(fileName('Deals / "2026": all', '2026-11-16'), 'Deals  2026 all 2026-11-16.csv');
  assert.equal(fileName('///', '2026-11-16'), 'export 2026-11-16.csv');
});
