/** Excel recognises UTF-8 only by this mark at the start. */
const byteOrderMark = '\ufeff';

/** Spreadsheets execute a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

export interface Cell {
  readonly text: string;
  /** True when the cell is a number, which may begin with a minus. All other texts are escaped. */
  readonly number?: boolean | undefined;
}

function cellText({ text, number }: Cell): string {
  const safe = !number && formulaStart.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats rows as RFC 4180. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

export const csvFile = (header: readonly string[], rows: readonly string[]): Blob =>
  new Blob([byteOrderMark, csvRows([header.map((text) => ({ text }))]), ...rows], { type: 'text/csv;charset=utf-8' });

/** A file name that is valid on every operating system. */
export const fileName = (title: string, day: string): string =>
  `${title.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'export'} ${day}.csv`;
