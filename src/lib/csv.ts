import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CsvError } from 'csv-parse';

const delimiters = [',', ';', '\t'];

interface CsvLimits {
  readonly rows: number;
  readonly columns: number;
  /** The maximum of characters in one cell. */
  readonly cellLength: number;
}

/** Bytes that are parsed before other requests are answered: some milliseconds of work. */
const bytesPerTurn = 20_000;
/** The first line names the columns. It is shorter. */
const maxFirstLine = 100_000;

/**
 * The delimiter that occurs most often in the first line. Spreadsheets use semicolons where the comma separates
 * decimals.
 */
function delimiterOf(text: string): string {
  const start = text.slice(0, maxFirstLine);
  const end = start.search(/[\r\n]/);
  const line = end < 0 ? start : start.slice(0, end);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
}

/**
 * Reads the rows of a CSV text (RFC 4180) with commas, semicolons or tabs, and lets others work meanwhile. Empty lines are left out. A quote
 * inside a cell that has no quotes around it is part of its text, as spreadsheets read it. Throws a SyntaxError for a quoted cell without an
 * end, and a RangeError for a text beyond the limits.
 */
export async function readCsv(text: string, limits: CsvLimits): Promise<string[][]> {
  const { rows, columns, cellLength } = limits;
  const read: string[][] = [];
  let lastLine = 0;
  // Loaded with the first text: 7 MB that many servers never need.
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Bounds a cell whose end is not found. In bytes.
    max_record_size: 4 * columns * cellLength,
    // Called for each cell, so that a line of a million commas is not collected.
    cast(value, { index, lines }) {
      if (index >= columns) throw new RangeError(`line ${lines} has more than ${columns.toLocaleString('en')} columns`);
      if (value.length > cellLength) throw tooLong(`a cell that ends in line ${lines}`, limits);
      return value;
    },
    on_record(cells: string[], { lines }) {
      lastLine = lines;
      if (cells.every((value) => value.trim() === '')) return null;
      if (read.length >= rows) throw new RangeError(`it has more than ${rows.toLocaleString('en')} rows`);
      read.push(cells);
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure = error;
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !failure; at += bytesPerTurn) {
    parser.write(bytes.subarray(at, at + bytesPerTurn));
    await nextTurn();
  }
  if (!failure) await new Promise<void>((resolve) => parser.once('close', resolve).resume().end());
  if (failure) throw explained(failure, lastLine, limits);
  return read;
}

const tooLong = (cell: string, { cellLength }: CsvLimits): RangeError =>
  new RangeError(`${cell} has more than ${cellLength.toLocaleString('en')} characters`);

function explained(error: Error, lastLine: number, limits: CsvLimits): Error {
  // Errors of the limits have no code.
  const { code } = error as Partial<CsvError>;
  if (code === undefined) return error;
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(`a cell after line ${lastLine}`, limits);
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new SyntaxError(`a quoted cell that begins after line ${lastLine} has no end`);
  return new SyntaxError(error.message);
}
