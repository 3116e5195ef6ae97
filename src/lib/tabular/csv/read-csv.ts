import { maxRowsInBatch } from '../limits.ts';
import { type Table, type TableFile, TableProblem, type TableRow } from '../table.ts';
import type { FoundEncoding } from '../text/find-encoding.ts';
import { readText } from '../text/read-text.ts';
import { namesOfTitles } from '../titles.ts';
import { CsvParser, type CsvRecord } from './csv-parser.ts';
import { declaredDelimiter, findDelimiter } from './find-delimiter.ts';

interface CsvSource {
  readonly file: TableFile;
  readonly found: FoundEncoding;
  /** The first characters of the text. */
  readonly start: string;
  readonly isWhole: boolean;
  readonly delimiter: string | undefined;
}

/** Reads the titles of a CSV text. The rows are read later, each time from the beginning. */
export async function openCsv({ file, found, start, isWhole, delimiter: given }: CsvSource): Promise<Table> {
  if (given !== undefined && !/^[^"\r\n]$/.test(given))
    throw new TableProblem(
      'wrong_delimiter',
      'The delimiter must be one character, and neither a quote nor a line end.',
    );
  const declared = declaredDelimiter(start);
  const delimiter = given ?? declared ?? findDelimiter(start, isWhole);
  const records = () => readRecords(file, found, delimiter, declared !== undefined);
  const titles = await firstRecord(records());
  if (!titles) throw new TableProblem('empty', 'The file is empty.');
  const columns = namesOfTitles(titles.cells, titles.line);
  return {
    format: 'csv',
    columns,
    encoding: found.encoding,
    delimiter,
    rows: () => rowsOf(records(), columns.length),
  };
}

async function* readRecords(
  file: TableFile,
  found: FoundEncoding,
  delimiter: string,
  hasDeclaration: boolean,
): AsyncGenerator<readonly CsvRecord[]> {
  const parser = new CsvParser(delimiter);
  let isDeclarationSkipped = !hasDeclaration;
  for await (const text of readText(file, found)) {
    const records = parser.push(text);
    // `sep=;` is two cells when the delimiter is the semicolon.
    if (!isDeclarationSkipped && records.shift()) isDeclarationSkipped = true;
    if (records.length > 0) yield records;
  }
  const last = parser.end();
  if (last.length > 0) yield last;
}

async function firstRecord(batches: AsyncIterable<readonly CsvRecord[]>): Promise<CsvRecord | undefined> {
  for await (const [record] of batches) return record;
  return undefined;
}

async function* rowsOf(batches: AsyncIterable<readonly CsvRecord[]>, columns: number): AsyncGenerator<TableRow[]> {
  let n = 0;
  let isTitle = true;
  for await (const records of batches) {
    const rows: TableRow[] = [];
    for (const { line, cells } of records) {
      if (isTitle) isTitle = false;
      else {
        n += 1;
        rows.push({ n, line, cells: fitted(cells, columns, line) });
      }
      if (rows.length < maxRowsInBatch) continue;
      yield rows.splice(0);
    }
    if (rows.length > 0) yield rows;
  }
}

/** As many cells as columns. Cells beyond them must be empty, because they would be lost. */
function fitted(cells: string[], columns: number, line: number): readonly (string | null)[] {
  if (cells.length === columns) return cells;
  if (cells.length < columns) return [...cells, ...Array<null>(columns - cells.length).fill(null)];
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    throw new TableProblem(
      'too_many_cells',
      `Line ${line} has ${cells.length} cells, but the titles name ${columns} columns. Put quotes around cells that contain the delimiter.`,
      line,
    );
  return cells.slice(0, columns);
}
