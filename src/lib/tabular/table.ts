import type { Readable } from 'node:stream';
import type { ByteRange } from '../file-storage/storage.ts';
import type { ExactNumber } from '../json.ts';

/** The formats in which tables are read. */
export type TableFormat = 'csv' | 'xlsx' | 'jsonl' | 'vcard';

/** The formats in which tables are written. */
export const writtenFormats = ['csv', 'xlsx', 'jsonl'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** A file that can be read more than once and in parts, so that no reader keeps it in memory. */
export interface TableFile {
  readonly name: string;
  readonly size: number;
  read(range?: ByteRange): Promise<Readable>;
}

/**
 * A value of a cell. Text formats have only texts, a spreadsheet also the others, JSON Lines also lists and objects. An
 * `ExactNumber` of JSON Lines is a number that a double cannot represent.
 */
export type Cell =
  | string
  | number
  | boolean
  | Date
  | null
  | ExactNumber
  | readonly unknown[]
  | { readonly [key: string]: unknown };

/** One row below the row of titles. */
export interface TableRow {
  /** Counts the rows of data, from 1. */
  readonly n: number;
  /** The line of the file in which it begins, or the row of the sheet. */
  readonly line: number;
  /** One for each column of the table; null when the row has no such cell. */
  readonly cells: readonly Cell[];
}

export interface ReadOptions {
  /** Left out: found by the content and the name. */
  readonly format?: TableFormat | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  /** The name of a sheet. Left out: the first one. */
  readonly sheet?: string | undefined;
}

/** A file that was recognized. */
export interface Table {
  readonly format: TableFormat;
  readonly columns: readonly string[];
  /** The encoding of a text. */
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** The names of the sheets of a workbook. */
  readonly sheets?: readonly string[] | undefined;
  /** Reads the rows from the first one on, some at a time. It may be called again. */
  rows(): AsyncIterable<readonly TableRow[]>;
}

/** A file that cannot be read as a table. The message is a sentence for the person who sent it. */
export class TableProblem extends Error {
  /** A word for programs, such as `too_many_columns`. */
  readonly code: string;
  readonly line: number | undefined;
  constructor(code: string, message: string, line?: number) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

/** A column of a table that is written. */
export interface WrittenColumn {
  /** The name of the property in JSON Lines. */
  readonly key: string;
  /** The title of the column in the other formats. */
  readonly title: string;
}
