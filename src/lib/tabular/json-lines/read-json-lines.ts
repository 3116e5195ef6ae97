import { isJsonObject, JsonLimitError, parseJson } from '../../json.ts';
import { maxColumns, maxRowsInBatch, readable } from '../limits.ts';
import { type Cell, type Table, type TableFile, TableProblem, type TableRow } from '../table.ts';
import type { FoundEncoding } from '../text/find-encoding.ts';
import { readText } from '../text/read-text.ts';
import { namesOfTitles } from '../titles.ts';

/** The lines whose keys are the columns. */
const linesForColumns = 1000;
/** One line is parsed in one turn of the event loop: some milliseconds. */
const maxLineLength = 1_000_000;
const limits = { values: 20_000, keys: 2000, depth: 32, digits: 1000 };

interface Line {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Opens JSON Lines: one object in each line. The columns are the keys of the first 1,000 lines, in order of appearance. A
 * key that appears later is a TableProblem with its line, because its values would be lost.
 */
export async function openJsonLines(file: TableFile, found: FoundEncoding): Promise<Table> {
  const places = new Map<string, number>();
  let read = 0;
  for await (const lines of readLines(file, found)) {
    for (const { value, line } of lines.slice(0, linesForColumns - read)) addKeys(value, line, places);
    read += lines.length;
    if (read >= linesForColumns) break;
  }
  if (read === 0) throw new TableProblem('empty', 'The file is empty.');
  if (places.size === 0) throw new TableProblem('no_columns', 'The objects of the first lines have no keys.');
  return {
    format: 'jsonl',
    columns: namesOfTitles([...places.keys()], 1),
    encoding: found.encoding,
    rows: () => rowsOf(readLines(file, found), places),
  };
}

function addKeys(value: Line['value'], line: number, places: Map<string, number>): void {
  for (const key of Object.keys(value)) if (!places.has(key)) places.set(key, places.size);
  if (places.size > maxColumns)
    throw new TableProblem(
      'too_many_columns',
      `Up to line ${line}, the objects have more than ${readable(maxColumns)} different keys.`,
      line,
    );
}

async function* rowsOf(
  batches: AsyncIterable<readonly Line[]>,
  places: ReadonlyMap<string, number>,
): AsyncGenerator<TableRow[]> {
  let n = 0;
  for await (const lines of batches)
    yield lines.map(({ line, value }) => {
      n += 1;
      return { n, line, cells: cellsOf(value, line, places) };
    });
}

function cellsOf(value: Line['value'], line: number, places: ReadonlyMap<string, number>): readonly Cell[] {
  const cells: Cell[] = Array<null>(places.size).fill(null);
  for (const [key, content] of Object.entries(value)) {
    const place = places.get(key);
    if (place !== undefined) cells[place] = content as Cell;
    else if (content !== null)
      throw new TableProblem(
        'unknown_key',
        `Line ${line} has the key ${JSON.stringify(key.slice(0, 100))}, which the first ${readable(linesForColumns)} lines do not have. Add it to one of them with the value null.`,
        line,
      );
  }
  return cells;
}

/** Yields parsed lines, those of one part of the file at a time. Empty lines are left out. */
async function* readLines(file: TableFile, found: FoundEncoding): AsyncGenerator<readonly Line[]> {
  let begun = '';
  let line = 0;
  for await (const text of readText(file, found)) {
    const parts = text.split('\n');
    // The end of the last part may be in the next part of the file.
    const rest = parts.pop() as string;
    const lines: Line[] = [];
    for (const part of parts) {
      line += 1;
      const parsed = parseLine(begun + part, line);
      begun = '';
      if (parsed) lines.push(parsed);
      if (lines.length === maxRowsInBatch) yield lines.splice(0);
    }
    if (begun.length + rest.length > maxLineLength) throw tooLong(line + 1);
    begun += rest;
    if (lines.length > 0) yield lines;
  }
  const last = parseLine(begun, line + 1);
  if (last) yield [last];
}

function parseLine(text: string, line: number): Line | undefined {
  if (text.length > maxLineLength) throw tooLong(line);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = parsed(trimmed, line);
  if (!isJsonObject(value))
    throw new TableProblem('not_an_object', `Line ${line} is not a JSON object, such as {"name":"Ann"}.`, line);
  return { line, value };
}

function parsed(text: string, line: number): unknown {
  try {
    return parseJson(text, limits);
  } catch (error) {
    if (error instanceof JsonLimitError)
      throw new TableProblem('too_complex', `Line ${line} is too large: ${error.message}.`, line);
    if (error instanceof SyntaxError)
      throw new TableProblem('wrong_json', `Line ${line} is not a JSON object in one line: ${error.message}`, line);
    throw error;
  }
}

const tooLong = (line: number): TableProblem =>
  new TableProblem('line_too_long', `Line ${line} has more than ${readable(maxLineLength)} characters.`, line);
