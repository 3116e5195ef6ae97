import { TableProblem } from '../table.ts';
import { CsvParser, type CsvRecord } from './csv-parser.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const maxRecords = 50;

/**
 * Finds the delimiter that gives most of the first records the same number of cells as the row of titles. Counting
 * delimiters would be wrong for `name;price` above `x;1,5`. A text without any delimiter has one column.
 */
export function findDelimiter(start: string, isWhole: boolean): string {
  const scores = delimiters.map((delimiter) => score(recordsOf(start, isWhole, delimiter)));
  const best = Math.max(...scores);
  return delimiters[scores.indexOf(best)] as string;
}

/** `sep=;` in the first line, which Excel understands, names the delimiter. */
export function declaredDelimiter(start: string): string | undefined {
  return /^sep=([,;\t|])\r?\n/i.exec(start)?.[1];
}

/** The share of records with as many cells as the first one. More columns win when the share is the same. */
function score(records: readonly CsvRecord[]): number {
  const columns = records[0]?.cells.length ?? 1;
  if (columns === 1) return 0;
  const alike = records.filter(({ cells }) => cells.length === columns).length;
  return alike / records.length + columns / 1e6;
}

function recordsOf(start: string, isWhole: boolean, delimiter: string): readonly CsvRecord[] {
  const parser = new CsvParser(delimiter);
  const records: CsvRecord[] = [];
  try {
    for (let at = 0; at < start.length && records.length < maxRecords; at += 4096)
      records.push(...parser.push(start.slice(at, at + 4096)));
    if (isWhole && records.length < maxRecords) records.push(...parser.end());
  } catch (error) {
    // A wrong delimiter may see a cell without an end. The problem is reported when the rows are read.
    if (!(error instanceof TableProblem)) throw error;
  }
  return records.slice(0, maxRecords);
}
