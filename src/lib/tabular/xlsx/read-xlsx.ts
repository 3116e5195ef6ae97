import { type Cell, type ReadOptions, type Table, type TableFile, TableProblem, type TableRow } from '../table.ts';
import { namesOfTitles } from '../titles.ts';
import { readZipEntry } from '../zip/read-zip-entry.ts';
import { brokenWorkbook, readZipDirectory, type ZipEntry } from '../zip/zip-directory.ts';
import { readXml } from './read-xml.ts';
import { SharedTexts } from './shared-texts.ts';
import { SheetReader, type SheetRow } from './sheet-reader.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

const gibibyte = 1024 ** 3;
const maxSheetBytes = 8 * gibibyte;
const maxSharedTextBytes = gibibyte;

/** Opens a workbook and reads the titles of the chosen sheet, or of the first one that is not hidden. */
export async function openXlsx(file: TableFile, { sheet: wanted }: ReadOptions): Promise<Table> {
  const entries = await readZipDirectory(file);
  if (!entries.has('[Content_Types].xml')) throw notWorkbook(entries);
  const workbook = await readWorkbook(file, entries);
  const sheets = workbook.sheets.map(({ name }) => name);
  const sheet = chosenSheet(workbook, wanted);
  const entry = entries.get(sheet.path);
  if (!entry) throw brokenWorkbook('the file of the sheet is missing');
  // Read once, when the first row is read.
  let texts: Promise<SharedTexts | undefined> | undefined;
  const rows = async function* () {
    texts ??= readSharedTexts(file, entries, workbook);
    yield* readSheet(file, entry, workbook, await texts);
  };
  const titles = await firstRow(rows());
  if (!titles) throw new TableProblem('empty', `The sheet ${JSON.stringify(sheet.name)} is empty.`);
  const columns = namesOfTitles(Array.from(titles.cells, titleOf), titles.line);
  return { format: 'xlsx', columns, sheets, rows: () => rowsOf(rows(), columns.length) };
}

function chosenSheet({ sheets }: Workbook, wanted: string | undefined): Workbook['sheets'][number] {
  if (wanted === undefined) {
    const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
    if (!first) throw new TableProblem('empty', 'The workbook has no sheet with cells.');
    return first;
  }
  const chosen = sheets.find(({ name }) => name === wanted);
  if (chosen) return chosen;
  const names = sheets.slice(0, 20).map(({ name }) => JSON.stringify(name));
  throw new TableProblem(
    'unknown_sheet',
    `The workbook has no sheet ${JSON.stringify(wanted.slice(0, 100))}. Its sheets are ${names.join(', ')}.`,
  );
}

function notWorkbook(entries: ReadonlyMap<string, ZipEntry>): TableProblem {
  const isOpenDocument = entries.has('content.xml') && entries.has('mimetype');
  return isOpenDocument
    ? new TableProblem('open_document', 'OpenDocument spreadsheets are not read. Save the sheet as XLSX or CSV.')
    : new TableProblem('not_a_table', 'This is a ZIP archive, not a workbook. Unpack it and upload the file in it.');
}

async function readSharedTexts(
  file: TableFile,
  entries: ReadonlyMap<string, ZipEntry>,
  { sharedTextsPath }: Workbook,
): Promise<SharedTexts | undefined> {
  const entry = sharedTextsPath === undefined ? undefined : entries.get(sharedTextsPath);
  return entry ? await SharedTexts.read(readZipEntry(file, entry, maxSharedTextBytes)) : undefined;
}

async function* readSheet(
  file: TableFile,
  entry: ZipEntry,
  { kinds, is1904 }: Workbook,
  texts: SharedTexts | undefined,
): AsyncGenerator<SheetRow[]> {
  const reader = new SheetReader({ kinds, is1904, texts });
  for await (const _ of readXml(readZipEntry(file, entry, maxSheetBytes), reader)) {
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
}

async function firstRow(batches: AsyncIterable<SheetRow[]>): Promise<SheetRow | undefined> {
  for await (const [row] of batches) return row;
  return undefined;
}

const titleOf = (cell: Cell): string =>
  cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);

async function* rowsOf(batches: AsyncIterable<SheetRow[]>, columns: number): AsyncGenerator<TableRow[]> {
  let n = 0;
  let isTitle = true;
  for await (const batch of batches) {
    const rows: TableRow[] = [];
    for (const { line, cells } of batch) {
      if (isTitle) {
        isTitle = false;
        continue;
      }
      n += 1;
      rows.push({ n, line, cells: fitted(cells, columns, line) });
    }
    if (rows.length > 0) yield rows;
  }
}

/** As many cells as columns. A value beyond them would be lost. */
function fitted(cells: readonly Cell[], columns: number, line: number): readonly Cell[] {
  if (cells.length === columns) return cells;
  if (cells.length < columns) return [...cells, ...Array<null>(columns - cells.length).fill(null)];
  const extra = cells.slice(columns).findIndex((cell) => cell !== null && String(cell).trim() !== '');
  if (extra >= 0)
    throw new TableProblem(
      'too_many_cells',
      `Row ${line} has a value in column ${columns + extra + 1}, but the titles name ${columns} columns. Add a title, or remove the value.`,
      line,
    );
  return cells.slice(0, columns);
}
