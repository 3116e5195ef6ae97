import { maxCellLength, readable } from '../limits.ts';
import { TableProblem } from '../table.ts';

/** A character that XML does not allow is written as `_x0008_`. */
const escaped = /_x([0-9a-f]{4})_/gi;

export const unescaped = (text: string): string =>
  text.includes('_x') || text.includes('_X')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects a text, also one of several formatted parts. Phonetic texts (`rPh`) beside it are left out. */
export class TextReader {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  begin(): void {
    this.#text = '';
    this.#isText = false;
    this.#isPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  text(text: string): void {
    if (!this.#isText || this.#isPhonetic) return;
    this.#text += text;
    if (this.#text.length > 7 * maxCellLength) throw tooLong();
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  end(): string {
    const text = unescaped(this.#text);
    this.begin();
    if (text.length > maxCellLength) throw tooLong();
    return text;
  }
}

const tooLong = (): TableProblem =>
  new TableProblem('cell_too_long', `A cell of the workbook has more than ${readable(maxCellLength)} characters.`);
