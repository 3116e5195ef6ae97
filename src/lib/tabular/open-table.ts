import { openCsv } from './csv/read-csv.ts';
import { openJsonLines } from './json-lines/read-json-lines.ts';
import { type ReadOptions, type Table, type TableFile, type TableFormat, TableProblem } from './table.ts';
import { type FoundEncoding, findEncoding, knownEncoding, withMark } from './text/find-encoding.ts';
import { openVcard } from './vcard/read-vcard.ts';
import { isZip } from './zip/zip-directory.ts';

const startBytes = 65_536;

/**
 * Recognizes a file by its content and reads its columns. Throws a TableProblem for a file that is not a table or exceeds
 * a limit; `rows()` does so at the row that has the problem.
 */
export async function openTable(file: TableFile, options: ReadOptions = {}): Promise<Table> {
  if (file.size === 0) throw new TableProblem('empty', 'The file is empty.');
  const start = await readStart(file);
  const { format } = options;
  if (format === undefined || format === 'xlsx') {
    refuseForeign(start);
    // Loaded with the first workbook.
    if (isZip(start)) return await (await import('./xlsx/read-xlsx.ts')).openXlsx(file, options);
    if (format === 'xlsx') throw new TableProblem('not_a_workbook', 'This is not an XLSX workbook.');
  }
  const found =
    options.encoding === undefined ? await findEncoding(file, start) : withMark(knownEncoding(options.encoding), start);
  const isWhole = file.size <= start.length;
  const text = textOf(start, found, isWhole);
  if (text.trim() === '' && isWhole) throw new TableProblem('empty', 'The file is empty.');
  switch (format ?? formatOf(text, file.name)) {
    case 'jsonl':
      return await openJsonLines(file, found);
    case 'vcard':
      return await openVcard(file, found);
    default:
      return await openCsv({ file, found, start: text, isWhole, delimiter: options.delimiter });
  }
}

async function readStart(file: TableFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const range = { first: 0, last: Math.min(file.size, startBytes) - 1 };
  for await (const chunk of (await file.read(range)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The text of the first bytes. Wrong bytes are reported with their line when the text is read. */
const textOf = (start: Buffer, { encoding, markLength }: FoundEncoding, isWhole: boolean): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(start.subarray(markLength), { stream: !isWhole });

/** Files that people take for tables. */
const foreign: readonly (readonly [signature: string, code: string, sentence: string])[] = [
  [
    '\xd0\xcf\x11\xe0',
    'old_workbook',
    'This workbook is encrypted or of the old XLS format. Save it as XLSX without a password.',
  ],
  ['%PDF-', 'not_a_table', 'This is a PDF. Export the table as CSV or XLSX from the program that made it.'],
  ['\x1f\x8b', 'not_a_table', 'This file is compressed with gzip. Unpack it first.'],
];

function refuseForeign(start: Buffer): void {
  const text = start.toString('latin1', 0, 8);
  for (const [signature, code, sentence] of foreign)
    if (text.startsWith(signature)) throw new TableProblem(code, sentence);
}

function formatOf(text: string, name: string): TableFormat {
  const start = text.trimStart();
  if (/^BEGIN:VCARD\b/i.test(start)) return 'vcard';
  if (/^\{\s*(?:"|\})/.test(start) || (start.startsWith('{') && /\.(?:jsonl|ndjson|json)$/i.test(name))) return 'jsonl';
  if (/^\[\s*[{\]]/.test(start))
    throw new TableProblem(
      'json_array',
      'This is a JSON array. Write one object in each line instead (JSON Lines), without brackets and commas between them.',
    );
  return 'csv';
}
