import { plain } from './print.ts';

export type Row = Readonly<Record<string, unknown>>;

const maxCell = 40;
const gap = '  ';

/** Text of a value in one line. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return plain(value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', '));
  return plain(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** A table with aligned columns, at most as wide as the terminal. Numbers are aligned to the right. */
export function table(
  rows: readonly Row[],
  columns: readonly string[],
  maxWidth = process.stdout.columns || 120,
): string {
  const cells = rows.map((row) =>
    columns.map((column) => shorten(cellOf(row[column]), column === '_id' ? 36 : maxCell)),
  );
  const widths = columns.map((column, n) => Math.max(column.length, ...cells.map((row) => row[n]?.length ?? 0)));
  let shown = 0;
  for (let used = -gap.length; shown < columns.length; shown += 1) {
    used += gap.length + (widths[shown] as number);
    if (used > maxWidth && shown > 0) break;
  }
  const numeric = columns.map(
    (column) =>
      rows.some((row) => typeof row[column] === 'number') &&
      rows.every((row) => row[column] === null || typeof row[column] === 'number'),
  );
  const line = (texts: readonly string[]) =>
    texts
      .slice(0, shown)
      .map((text, n) => (numeric[n] ? text.padStart(widths[n] as number) : text.padEnd(widths[n] as number)))
      .join(gap)
      .trimEnd();
  return [line(columns), ...cells.map(line)].join('\n');
}

const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

const system = new Set(['createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version']);

/** The columns of records without chosen fields: those that have a value, the name of the record first. */
export function columnsOf(rows: readonly Row[]): string[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const filled = keys.filter(
    (key) => key !== '_id' && !system.has(key) && rows.some((row) => isFilled(row[key])) && !/Id$/.test(key),
  );
  const titles = ['name', 'title', 'subject', 'number', 'email'].filter((key) => filled.includes(key));
  return ['_id', ...new Set([...titles, ...filled])];
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && value !== '' && typeof value !== 'object';

/** One record, a field a line. */
export function fieldsOf(record: Row): string {
  const entries = Object.entries(record).filter(([, value]) => value !== null);
  const width = Math.max(...entries.map(([key]) => key.length));
  return entries.map(([key, value]) => `${key.padEnd(width)}  ${cellOf(value)}`).join('\n');
}
