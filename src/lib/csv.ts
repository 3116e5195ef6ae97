const delimiters = [',', ';', '\t'];

export interface CsvRow {
  /** Of the first character of the row; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The delimiter that the first line has most of. Spreadsheets use semicolons where the comma separates decimals. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = end < 0 ? text : text.slice(0, end);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
}

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs. Empty lines are left out. A quote inside a cell that has no
 * quotes around it is part of its text, as spreadsheets read it. Throws for a quoted cell without an end.
 */
export function parseCsv(given: string): CsvRow[] {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given;
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let rowLine = 1;
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let value = '';
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) throw new SyntaxError(`the quoted cell that begins in line ${line} has no end`);
        value += text.slice(from, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
        from = at + 1;
      }
      line += value.split('\n').length - 1;
      cell = value;
    } else cell = '';
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cells.push(cell + text.slice(start, at));
    const ended = text[at];
    if (ended === delimiter) {
      at += 1;
      if (at < text.length) continue;
      cells.push('');
    } else if (ended === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    if (cells.some((value) => value.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
    line += 1;
    rowLine = line;
  }
  return rows;
}
