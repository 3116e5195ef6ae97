const delimiters = [',', ';', '\t'];

export interface CsvRow {
  /** The line of the first character of the row, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface CsvLimits {
  readonly rows: number;
  readonly columns: number;
  /** The maximum of characters in one cell. */
  readonly cellLength: number;
}

/** The number of lines between two pauses, which take some milliseconds. */
const linesPerTurn = 2000;
/** The maximum length of the first line, which names the columns. */
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
 * Parses CSV (RFC 4180) with commas, semicolons or tabs. Empty lines are skipped. A quote inside an unquoted cell is
 * part of its text, as in spreadsheets. Throws a SyntaxError for an unterminated quoted cell, and a RangeError for a
 * text beyond the limits. Yields undefined as a pause: the caller lets other work run before it requests the next row.
 */
export function* readCsv(given: string, limits: CsvLimits): Generator<CsvRow | undefined> {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given;
  const delimiter = delimiterOf(text);
  const cellEnd = new RegExp(`[${delimiter}\r\n]`, 'g');
  let cells: string[] = [];
  let line = 1;
  let rowLine = 1;
  let rows = 0;
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at, line, limits) : undefined;
    const start = quoted?.end ?? at;
    cellEnd.lastIndex = start;
    at = cellEnd.exec(text)?.index ?? text.length;
    if (at - start > limits.cellLength) throw tooLong(line, limits);
    cells.push((quoted?.value ?? '') + text.slice(start, at));
    line += quoted?.lines ?? 0;
    if (cells.length > limits.columns)
      throw new RangeError(`line ${rowLine} has more than ${limits.columns.toLocaleString('en')} columns`);
    const ended = text[at];
    if (ended === delimiter) {
      at += 1;
      if (at < text.length) continue;
      cells.push('');
    } else if (ended === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    if (cells.some((value) => value.trim() !== '')) {
      rows += 1;
      if (rows > limits.rows) throw new RangeError(`it has more than ${limits.rows.toLocaleString('en')} rows`);
      yield { line: rowLine, cells };
    }
    cells = [];
    line += 1;
    rowLine = line;
    if (line % linesPerTurn === 0) yield undefined;
  }
}

const tooLong = (line: number, { cellLength }: CsvLimits): RangeError =>
  new RangeError(`a cell in line ${line} has more than ${cellLength.toLocaleString('en')} characters`);

interface QuotedCell {
  readonly value: string;
  /** The number of line breaks in the cell. */
  readonly lines: number;
  readonly end: number;
}

function readQuoted(text: string, start: number, line: number, limits: CsvLimits): QuotedCell {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new SyntaxError(`the quoted cell that begins in line ${line} has no end`);
    if (quote - start > 2 * limits.cellLength) throw tooLong(line, limits);
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const value = parts.join('"');
      if (value.length > limits.cellLength) throw tooLong(line, limits);
      return { value, lines: value.split('\n').length - 1, end: quote + 1 };
    }
    from = quote + 2;
  }
}
