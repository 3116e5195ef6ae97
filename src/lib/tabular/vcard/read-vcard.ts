import { maxCellLength, readable } from '../limits.ts';
import { type Table, type TableFile, TableProblem, type TableRow } from '../table.ts';
import type { FoundEncoding } from '../text/find-encoding.ts';
import { readText } from '../text/read-text.ts';
import { personCells, personColumns } from './person.ts';
import { type CardProperty, parseProperty } from './property.ts';

const maxProperties = 1000;
const maxCardLength = 1_000_000;
/** Pictures, sounds and keys have no column and may be large. */
const skipped = /^(?:[\w-]{1,100}\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i;
const quotedPrintable = /^[^:]*QUOTED-PRINTABLE/i;

/** Opens a file of cards (vCard 2.1, 3.0 or 4.0), of which each is a row with the columns of a person. */
export async function openVcard(file: TableFile, found: FoundEncoding): Promise<Table> {
  return {
    format: 'vcard',
    columns: personColumns,
    encoding: found.encoding,
    rows: () => readCards(file, found),
  };
}

async function* readCards(file: TableFile, found: FoundEncoding): AsyncGenerator<TableRow[]> {
  const reader = new CardReader();
  let begun = '';
  for await (const text of readText(file, found)) {
    const lines = (begun + text).split(/\r\n|\n|\r(?!$)/);
    begun = lines.pop() as string;
    for (const line of lines) reader.line(line);
    if (begun.length > maxCellLength && !skipped.test(begun)) throw tooLong(reader.lineNumber + 1);
    // The beginning of a picture is enough to skip it.
    if (begun.length > maxCellLength) begun = begun.slice(0, 1000);
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
  reader.line(begun.replace(/\r$/, ''));
  reader.end();
  const rows = reader.take();
  if (rows.length > 0) yield rows;
}

/** Collects cards line by line. Long lines are folded: a line that begins with a space continues the one before. */
class CardReader {
  lineNumber = 0;
  #n = 0;
  #rows: TableRow[] = [];
  /** The line in which the card begins. 0 means that no card is open. */
  #cardLine = 0;
  #cardLength = 0;
  #properties: CardProperty[] = [];
  /** The parts of the current line, which are joined at its end: joining each time would take quadratic time. */
  #parts: string[] = [];
  #length = 0;
  #isQuotedPrintable = false;
  #isSkipped = false;

  line(line: string): void {
    this.lineNumber += 1;
    if (this.#cardLine > 0 && this.#continues(line)) return;
    this.#endProperty();
    const tag = line.trim().toUpperCase();
    if (tag === 'BEGIN:VCARD') {
      if (this.#cardLine > 0) throw this.#notClosed();
      this.#cardLine = this.lineNumber;
    } else if (tag === 'END:VCARD') this.#endCard();
    else if (this.#cardLine > 0) {
      this.#isSkipped = skipped.test(line);
      this.#isQuotedPrintable = quotedPrintable.test(line.slice(0, 1000));
      if (!this.#isSkipped) this.#append(line);
    }
  }

  take(): TableRow[] {
    return this.#rows.splice(0);
  }

  end(): void {
    if (this.#cardLine > 0) throw this.#notClosed();
  }

  #continues(line: string): boolean {
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    if (this.#isSkipped) return isFolded;
    // Quoted-printable continues a line after an equals sign at its end.
    const isSoft = this.#isQuotedPrintable && (this.#parts.at(-1)?.endsWith('=') ?? false);
    if (!isSoft && !isFolded) return false;
    if (isSoft) this.#parts.push((this.#parts.pop() ?? '').slice(0, -1));
    this.#append(isSoft ? line : line.slice(1));
    return true;
  }

  #append(part: string): void {
    this.#length += part.length + 1;
    if (this.#length > maxCellLength) throw tooLong(this.lineNumber);
    this.#parts.push(part);
  }

  #endProperty(): void {
    const property = this.#length === 0 ? undefined : parseProperty(this.#parts.join(''));
    this.#cardLength += this.#length;
    this.#parts = [];
    this.#length = 0;
    this.#isSkipped = false;
    if (!property) return;
    this.#properties.push(property);
    if (this.#properties.length > maxProperties || this.#cardLength > maxCardLength)
      throw new TableProblem(
        'card_too_large',
        `The card that begins in line ${this.#cardLine} has more than ${readable(maxProperties)} lines or ${readable(maxCardLength)} characters.`,
        this.#cardLine,
      );
  }

  #endCard(): void {
    if (this.#cardLine === 0) return;
    const cells = personCells(this.#properties);
    if (cells.some((cell) => cell !== null)) {
      this.#n += 1;
      this.#rows.push({ n: this.#n, line: this.#cardLine, cells });
    }
    this.#cardLine = 0;
    this.#cardLength = 0;
    this.#properties = [];
  }

  #notClosed(): TableProblem {
    const message = `The card that begins in line ${this.#cardLine} has no end: END:VCARD is missing.`;
    return new TableProblem('card_not_closed', message, this.#cardLine);
  }
}

const tooLong = (line: number): TableProblem =>
  new TableProblem('line_too_long', `Line ${line} has more than ${readable(maxCellLength)} characters.`, line);
