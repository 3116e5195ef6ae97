import { maxCellLength, maxColumns, maxRowLength, readable } from '../limits.ts';
import { TableProblem } from '../table.ts';

/** The cells between two line ends. */
export interface CsvRecord {
  /** The line in which it begins. */
  readonly line: number;
  readonly cells: string[];
}

const quote = 34;
const newline = 10;
const carriageReturn = 13;

/** Where the parser is. A cell without quotes continues as `plain`, also after the end of a quoted part. */
type Place = 'cellStart' | 'plain' | 'quoted' | 'afterQuote';

/**
 * Parses CSV (RFC 4180) as it arrives, in one pass. Lines end in LF, CR or CRLF, also mixed. A quote inside a cell that
 * does not begin with one is text, and text after a closing quote belongs to the cell, as spreadsheets read both.
 *
 * Written here because csv-parse reads 8-13 MB/s, counts the lines of CRLF inside quotes twice, and does not know in which
 * line an unclosed quote began.
 */
export class CsvParser {
  readonly #delimiter: number;
  #place: Place = 'cellStart';
  /** True when the last character was CR: a following LF belongs to the same line end. */
  #afterReturn = false;
  #line = 1;
  #recordLine = 1;
  /** The line in which the current cell began with a quote. 0 means that it did not. */
  #quoteLine = 0;
  #recordLength = 0;
  #cells: string[] = [];
  /** The part of the cell that came before the current part of the text. */
  #begun = '';

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Returns the records that end in this part of the text. Empty lines are left out. */
  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    const delimiter = this.#delimiter;
    let from = 0;
    let place = this.#place;
    let afterReturn = this.#afterReturn;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (afterReturn) {
        afterReturn = false;
        if (code === newline) {
          // The CR ended the line already.
          if (place === 'cellStart') from = at + 1;
          continue;
        }
      }
      if (place === 'quoted') {
        if (code === quote) {
          this.#append(text, from, at);
          place = 'afterQuote';
          from = at + 1;
        } else if (code === newline || code === carriageReturn) {
          this.#line += 1;
          afterReturn = code === carriageReturn;
        }
        continue;
      }
      if (code === delimiter) {
        this.#endCell(text, from, at);
        place = 'cellStart';
        from = at + 1;
      } else if (code === newline || code === carriageReturn) {
        // Millions of empty lines are fast only without a record for each.
        if (place === 'cellStart' && this.#cells.length === 0) this.#endLine();
        else {
          this.#endCell(text, from, at);
          this.#endRecord(records);
        }
        afterReturn = code === carriageReturn;
        place = 'cellStart';
        from = at + 1;
      } else if (code === quote && place !== 'plain') {
        // A second quote is an escaped one: it begins the next part of the text.
        if (place === 'cellStart') this.#quoteLine = this.#line;
        from = place === 'cellStart' ? at + 1 : at;
        place = 'quoted';
      } else place = 'plain';
    }
    this.#place = place;
    this.#afterReturn = afterReturn;
    this.#append(text, from, text.length);
    return records;
  }

  /** Returns the last record when the text does not end with a line end. */
  end(): CsvRecord[] {
    if (this.#place === 'quoted')
      throw new TableProblem(
        'quote_not_closed',
        `The quoted cell that begins in line ${this.#quoteLine} has no end: its closing quotation mark is missing.`,
        this.#quoteLine,
      );
    const records: CsvRecord[] = [];
    if (this.#place !== 'cellStart' || this.#cells.length > 0) {
      this.#endCell('', 0, 0);
      this.#endRecord(records);
    }
    return records;
  }

  #append(text: string, from: number, to: number): void {
    if (to <= from) return;
    if (this.#begun.length + to - from > maxCellLength) throw this.#cellTooLong();
    this.#begun += text.slice(from, to);
  }

  #endCell(text: string, from: number, to: number): void {
    if (this.#cells.length >= maxColumns)
      throw new TableProblem(
        'too_many_columns',
        `Line ${this.#line} has more than ${readable(maxColumns)} columns.`,
        this.#line,
      );
    this.#append(text, from, to);
    this.#recordLength += this.#begun.length;
    if (this.#recordLength > maxRowLength)
      throw new TableProblem(
        'row_too_long',
        `The row in line ${this.#recordLine} has more than ${readable(maxRowLength)} characters.`,
        this.#recordLine,
      );
    this.#cells.push(this.#begun);
    this.#begun = '';
    this.#quoteLine = 0;
  }

  #endRecord(records: CsvRecord[]): void {
    const cells = this.#cells;
    if (cells.some((cell) => cell !== '' && cell.trim() !== '')) records.push({ line: this.#recordLine, cells });
    this.#cells = [];
    this.#recordLength = 0;
    this.#endLine();
  }

  #endLine(): void {
    this.#line += 1;
    this.#recordLine = this.#line;
  }

  #cellTooLong(): TableProblem {
    const limit = `${readable(maxCellLength)} characters`;
    return this.#quoteLine > 0
      ? new TableProblem(
          'cell_too_long',
          `The quoted cell that begins in line ${this.#quoteLine} has more than ${limit}, or its closing quotation mark is missing.`,
          this.#quoteLine,
        )
      : new TableProblem('cell_too_long', `A cell in line ${this.#line} has more than ${limit}.`, this.#line);
  }
}
