import type { Cell, WrittenColumn } from '../table.ts';
import { cellXml, columnName, styles, textXml } from '../xlsx/cell-xml.ts';
import { firstParts, lastParts, sheetEnd, sheetPath, sheetStart } from '../xlsx/workbook-parts.ts';
import { ZipWriter } from '../zip/write-zip.ts';
import { inParts, type Rows } from './in-parts.ts';

/** A sheet has 1,048,576 rows, with that of the titles. */
const maxRows = 1_048_575;
/** Characters of XML. A file in an archive has at most 4 GB, and a character up to three bytes. */
const maxSheetCharacters = 1_200_000_000;
const rowsForWidths = 100;

export interface SheetLimits {
  readonly rows: number;
  readonly characters: number;
}

/** Writes a workbook. Rows that one sheet cannot have continue on the next one. */
export async function* xlsxBytes(
  columns: readonly WrittenColumn[],
  batches: AsyncIterable<Rows>,
  limits: SheetLimits = { rows: maxRows, characters: maxSheetCharacters },
): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  const rows = new RowSource(batches);
  try {
    for (const { path, xml } of firstParts) yield* zip.file(path, only(xml));
    let sheets = 0;
    do {
      sheets += 1;
      yield* zip.file(sheetPath(sheets), sheetXml(columns, rows, sheets === 1, limits));
    } while (await rows.hasMore());
    for (const { path, xml } of lastParts(sheets)) yield* zip.file(path, only(xml));
    yield zip.end();
  } finally {
    await rows.close();
  }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheetXml(
  columns: readonly WrittenColumn[],
  rows: RowSource,
  isFirst: boolean,
  limits: SheetLimits,
): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at));
  await rows.hasMore();
  yield sheetStart(isFirst, widthsOf(columns, rows.ahead(rowsForWidths)));
  yield `<row r="1">${columns.map(({ title }, at) => textXml(`${names[at]}1`, title, styles.title)).join('')}</row>`;
  let line = 1;
  let characters = 0;
  const rowXml = (cells: readonly Cell[]): string => {
    line += 1;
    return `<row r="${line}">${names.map((name, at) => cellXml(`${name}${line}`, cells[at] ?? null)).join('')}</row>`;
  };
  while (line <= limits.rows && characters < limits.characters && (await rows.hasMore()))
    for await (const part of inParts(rows.take(limits.rows + 1 - line), rowXml)) {
      characters += part.length;
      yield part;
    }
  yield sheetEnd(names.at(-1) ?? 'A', line);
}

/** Wide enough for the title and the first texts, in characters. */
function widthsOf(columns: readonly WrittenColumn[], rows: Rows): number[] {
  return columns.map(({ title }, at) => {
    const lengths = rows.map((cells) => lengthOf(cells[at] ?? null));
    return Math.min(60, Math.max(8, title.length + 4, ...lengths.map((length) => length + 2)));
  });
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  if (cell instanceof Date) return 16;
  return typeof cell === 'object' ? 30 : String(cell).length;
}

/** Gives out rows that come in batches, and knows some of them ahead. */
class RowSource {
  readonly #batches: AsyncIterator<Rows>;
  #batch: Rows = [];
  #at = 0;
  #isDone = false;

  constructor(batches: AsyncIterable<Rows>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Reads the next batch when all rows of the current one are taken. */
  async hasMore(): Promise<boolean> {
    while (this.#at >= this.#batch.length && !this.#isDone) {
      const next = await this.#batches.next();
      this.#isDone = next.done === true;
      this.#batch = next.done ? [] : next.value;
      this.#at = 0;
    }
    return this.#at < this.#batch.length;
  }

  ahead(count: number): Rows {
    return this.#batch.slice(this.#at, this.#at + count);
  }

  /** Up to `count` rows of the current batch. */
  *take(count: number): Generator<readonly Cell[]> {
    for (let n = 0; n < count && this.#at < this.#batch.length; n += 1) {
      this.#at += 1;
      yield this.#batch[this.#at - 1] as readonly Cell[];
    }
  }

  async close(): Promise<void> {
    if (!this.#isDone) await this.#batches.return?.();
  }
}
