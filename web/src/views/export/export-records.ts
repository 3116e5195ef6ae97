import type { Filter, Included, RecordData } from '~/api/records.ts';
import { kindOf } from '~/fields/kinds.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Field, Model } from '~/metadata/model.ts';
import type { Registry } from '~/metadata/registry.ts';
import { type Cell, csvFile, csvRows, fileName } from './csv.ts';
import { walkPages } from './walk.ts';

/** A larger file is slow in spreadsheets and takes long to export. */
export const maxExported = 50_000;

export interface ExportInput {
  readonly model: Model;
  readonly registry: Registry;
  readonly columns: readonly Field[];
  readonly include: readonly string[];
  readonly filter?: Filter | undefined;
  readonly q?: string | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly title: string;
}

export interface ExportResult {
  readonly rows: number;
  /** True when the list has more records than one file may contain. */
  readonly isPartial: boolean;
}

/** A value for other programs: numbers and dates as stored, choices and references by name. */
function exportCell(field: Field, record: RecordData, included: Included | undefined, registry: Registry): Cell {
  const value = record[field.key];
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'number') return { text: String(value), number: true };
  const target = registry.target(field);
  if (target) {
    const name = (id: unknown) => {
      const referenced = included?.[String(id)];
      return referenced ? recordLabel(target, referenced) : String(id);
    };
    return { text: Array.isArray(value) ? value.map(name).join(', ') : name(value) };
  }
  if (field.type === 'date' || field.type === 'datetime' || field.type === 'boolean') return { text: String(value) };
  return { text: kindOf(field).toText(value, field, included) };
}

/** Reads the matching records and saves them as a CSV file. */
export async function exportRecords(
  { model, registry, columns, include, title, ...query }: ExportInput,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const parts: string[] = [];
  let rows = 0;
  let isPartial = false;
  const fields = [...new Set(['_id', ...columns.map(({ key }) => key)])];
  for await (const { data, included, meta } of walkPages(
    model.path,
    { ...query, fields, include },
    { max: maxExported, signal },
  )) {
    parts.push(csvRows(data.map((record) => columns.map((field) => exportCell(field, record, included, registry)))));
    rows += data.length;
    isPartial = rows >= maxExported && meta.hasMore;
    onProgress(rows);
  }
  const file = csvFile(
    columns.map(({ label }) => label),
    parts,
  );
  save(file, fileName(title, new Date().toISOString().slice(0, 10)));
  return { rows, isPartial };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser needs the address until it has started to save.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
