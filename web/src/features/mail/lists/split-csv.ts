import { isAddress } from '../../../views/mail/read-addresses.ts';

export interface CsvFile {
  /** Undefined when the first line already contains an address. */
  readonly header: string | undefined;
  readonly columns: readonly string[];
  /** The text of each record. It may span several lines, because quoted fields may contain line breaks. */
  readonly records: readonly string[];
}

/** Names of the address column that the server recognises. */
const emailNames = ['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'emailaddress', 'address'];

export const hasAddresses = ({ header, columns }: CsvFile): boolean =>
  header === undefined || columns.some((name) => emailNames.includes(name.toLowerCase()));

/** Splits a CSV text into records, so that a large file can be sent in parts. */
export function splitCsv(text: string): CsvFile {
  const records = recordsOf(text.replace(/^\uFEFF/, ''));
  const first = records[0] ?? '';
  const columns = cellsOf(first);
  if (isAddress(columns[0] ?? '')) return { header: undefined, columns: [], records };
  return { header: first, columns, records: records.slice(1) };
}

/** The parts of a file, each with the header. */
export function partsOf({ header, records }: CsvFile, size: number): string[] {
  const parts: string[] = [];
  for (let n = 0; n < records.length; n += size) {
    const lines = records.slice(n, n + size);
    parts.push((header === undefined ? lines : [header, ...lines]).join('\n'));
  }
  return parts;
}

function recordsOf(text: string): string[] {
  const records: string[] = [];
  let start = 0;
  let quoted = false;
  for (let n = 0; n <= text.length; n += 1) {
    const char = text[n];
    if (char === '"') quoted = !quoted;
    if (char !== undefined && (quoted || (char !== '\n' && char !== '\r'))) continue;
    const record = text.slice(start, n);
    if (record.trim() !== '') records.push(record);
    start = n + 1;
  }
  return records;
}

/** Splits a line into cells. The separator is the most frequent candidate of the line, as on the server. */
function cellsOf(line: string): string[] {
  const separators = [',', ';', '\t'];
  const counts = separators.map((separator) => line.split(separator).length);
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ',';
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );
}
