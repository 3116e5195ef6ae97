import { TableProblem } from '../table.ts';
import { brokenWorkbook } from '../zip/zip-directory.ts';
import { readXml } from './read-xml.ts';
import { TextReader } from './text-reader.ts';

/** Texts that cells share are kept in memory as UTF-8, up to this size. */
const maxBytes = 64 * 1024 * 1024;
const maxTexts = 8_000_000;
const blockBytes = 1024 * 1024;

/**
 * The texts to which cells refer by number, as UTF-8 outside of the heap: strings would take several times the memory
 * and slow the collection of garbage.
 */
export class SharedTexts {
  readonly #blocks: Buffer[] = [];
  #used = 0;
  #size = 0;
  #count = 0;
  /** For each text the block, its place there and its length. */
  #places = new Uint32Array(3 * 1024);

  static async read(bytes: AsyncIterable<Buffer>): Promise<SharedTexts> {
    const texts = new SharedTexts();
    const reader = new TextReader();
    for await (const _ of readXml(bytes, {
      open(name) {
        if (name === 'si') reader.begin();
        else reader.open(name);
      },
      text: (text) => reader.text(text),
      close(name) {
        if (name === 'si') texts.#add(reader.end());
        else reader.close(name);
      },
    }));
    return texts;
  }

  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) throw brokenWorkbook('a cell refers to a text that does not exist');
    const [block = 0, start = 0, length = 0] = this.#places.subarray(3 * index, 3 * index + 3);
    return length === 0 ? '' : (this.#blocks[block] as Buffer).toString('utf8', start, start + length);
  }

  #add(text: string): void {
    const bytes = Buffer.from(text);
    this.#size += bytes.length;
    if (this.#size > maxBytes || this.#count >= maxTexts)
      throw new TableProblem(
        'too_many_texts',
        'The texts of the workbook take more than 64 MB. Save the sheet as CSV, or split it.',
      );
    if (this.#blocks.length === 0 || this.#used + bytes.length > blockBytes) {
      this.#blocks.push(Buffer.allocUnsafe(Math.max(blockBytes, bytes.length)));
      this.#used = 0;
    }
    const block = this.#blocks.length - 1;
    (this.#blocks[block] as Buffer).set(bytes, this.#used);
    if (3 * this.#count + 3 > this.#places.length) {
      const wider = new Uint32Array(2 * this.#places.length);
      wider.set(this.#places);
      this.#places = wider;
    }
    this.#places.set([block, this.#used, bytes.length], 3 * this.#count);
    this.#used += bytes.length;
    this.#count += 1;
  }
}
