import { maxColumns, maxRowLength, readable } from '../limits.ts';
import { type Cell, TableProblem } from '../table.ts';
import { brokenWorkbook } from '../zip/zip-directory.ts';
import type { NumberKind } from './number-formats.ts';
import type { Attributes, XmlHandler } from './read-xml.ts';
import { valueOfSerial } from './serial-dates.ts';
import type { SharedTexts } from './shared-texts.ts';
import { TextReader, unescaped } from './text-reader.ts';

/** A row with at least one value. Cells after the last value are left out. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

const maxRows = 1_048_576;
const maxValueLength = 700_000;
/** Cells may share one long text, so that a file of a megabyte would have a thousand times as many characters. */
const maxCharacters = 1_000_000_000;

interface Styles {
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
  readonly texts: SharedTexts | undefined;
}

/** Collects the rows of a sheet from the events of its XML. */
export class SheetReader implements XmlHandler {
  readonly #styles: Styles;
  readonly #text = new TextReader();
  #rows: SheetRow[] = [];
  #line = 0;
  #cells: Cell[] = [];
  #rowLength = 0;
  #length = 0;
  #work = 0;
  #column = -1;
  #cellType = '';
  #cellStyle = 0;
  #value = '';
  #place: 'none' | 'value' | 'inline' = 'none';

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  /** Returns the rows that have ended since the last call. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** A cell of some bytes may refer to a long text. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#place === 'inline') this.#text.open(name);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') {
      this.#place = 'value';
      this.#value = '';
    } else if (name === 'is') {
      this.#place = 'inline';
      this.#text.begin();
    } else if (name === 'row') this.#openRow(attributes);
  }

  text(text: string): void {
    if (this.#place === 'inline') this.#text.text(text);
    else if (this.#place === 'value') {
      this.#value += text;
      if (this.#value.length > maxValueLength) throw brokenWorkbook('a cell is too large');
    }
  }

  close(name: string): void {
    if (name === 'v' && this.#place === 'value') {
      this.#place = 'none';
      this.#set(this.#valueOf(this.#value));
    } else if (name === 'is' && this.#place === 'inline') {
      this.#place = 'none';
      this.#set(this.#text.end());
    } else if (this.#place === 'inline') this.#text.close(name);
    else if (name === 'row') this.#closeRow();
  }

  #openRow({ r }: Attributes): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!(line > this.#line && line <= maxRows)) throw brokenWorkbook('its rows are not in order');
    this.#line = line;
    this.#column = -1;
    this.#cells = [];
    this.#rowLength = 0;
  }

  #closeRow(): void {
    const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '');
    if (!this.#cells.every(isBlank)) this.#rows.push({ line: this.#line, cells: this.#cells });
  }

  #openCell({ r, t = 'n', s }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    this.#cellType = t;
    this.#cellStyle = s === undefined ? 0 : Number(s);
  }

  #set(value: Cell): void {
    if (value === null || value === '') return;
    if (this.#column >= maxColumns || this.#column < 0)
      throw new TableProblem(
        'too_many_columns',
        `Row ${this.#line} has more than ${readable(maxColumns)} columns.`,
        this.#line,
      );
    if (typeof value === 'string') {
      this.#rowLength += value.length;
      this.#length += value.length;
      this.#work += value.length;
    }
    if (this.#length > maxCharacters)
      throw new TableProblem(
        'too_large',
        `The cells up to row ${this.#line} have more than ${readable(maxCharacters)} characters. Split the sheet.`,
        this.#line,
      );
    if (this.#rowLength > maxRowLength)
      throw new TableProblem(
        'row_too_long',
        `Row ${this.#line} has more than ${readable(maxRowLength)} characters.`,
        this.#line,
      );
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = value;
  }

  #valueOf(text: string): Cell {
    switch (this.#cellType) {
      case 's':
        return this.#styles.texts?.get(Number(text)) ?? null;
      case 'str':
        return unescaped(text);
      case 'b':
        return text.trim() === '1' || text.trim() === 'true';
      case 'e':
        // The result of a search that found nothing. Others are mistakes, which a reader must see.
        return text === '#N/A' ? null : text;
      case 'd':
        return dateOf(text);
      default: {
        const trimmed = text.trim();
        const value = Number(trimmed);
        if (trimmed === '' || !Number.isFinite(value)) return text;
        return valueOfSerial(value, this.#styles.kinds[this.#cellStyle] ?? 'number', this.#styles.is1904);
      }
    }
  }
}

/** The number of a column, from 0: `A1` is 0, `AA7` is 26. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > 100_000) break;
  }
  return column - 1;
}

/** A date in ISO 8601, as in UTC when it has no time zone. */
function dateOf(text: string): Cell {
  const isIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text);
  const date = new Date(isIso && text.includes('T') && !/Z|[+-]\d\d:\d\d$/.test(text) ? `${text}Z` : text);
  return isIso && !Number.isNaN(date.getTime()) ? date : text;
}
