import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import type { Cell, WrittenColumn, WrittenFormat } from '#lib/tabular/table.ts';
import { type ExportOptions, type ExportRequest, referencesOf } from '../records/export-request.ts';
import type { Titles } from './reference-titles.ts';

/** A column of the file, and how it is computed from a record. */
interface ExportColumn extends WrittenColumn {
  cell(record: RecordObject, titles: Titles): Cell;
}

export interface ExportColumns {
  readonly columns: readonly ExportColumn[];
  /** The fields that the columns need from a record. */
  readonly read: readonly Field[];
  /** The references of which the columns need titles. */
  readonly titled: readonly Field[];
}

/** Separates the values of a list in one cell. An import splits them there. */
const separator = '; ';

export function exportColumns({ grant: { model, hidden }, fields, format, options }: ExportRequest): ExportColumns {
  const references = referencesOf(format, options);
  const values = options.values ?? (format === 'jsonl' ? 'values' : 'labels');
  const read = new Set(fields);
  const titled = new Set<Field>();
  const columns = fields.flatMap((field): ExportColumn[] => {
    const title = options.titles?.[field.key] ?? field.label;
    const plain = { key: field.key, title, cell: plainCell(field, format) };
    if (field.declared.to !== undefined && references !== 'ids') {
      titled.add(field);
      const name = { key: field.key, title, cell: nameCell(field, format) };
      if (references === 'names') return [name];
      return [
        { ...name, key: `${field.key}.name` },
        { ...plain, title: `${title} (id)` },
      ];
    }
    if (values === 'values' || !field.type.options) return [plain];
    const row = statusRowOf(model, field);
    const isShown = row !== undefined && !hidden.has(row.key);
    if (isShown) {
      read.add(row);
      titled.add(row);
    }
    return [{ ...plain, cell: labelCell(field, options, format, isShown ? row : undefined) }];
  });
  return { columns, read: [...read], titled: [...titled] };
}

/** The reference to the status of which the field has the key. */
function statusRowOf({ behaviours }: Model, field: Field): Field | undefined {
  const status = behaviours?.status;
  return status?.key === field ? status.row : undefined;
}

function plainCell({ key, type }: Field, format: WrittenFormat): ExportColumn['cell'] {
  const raw = (record: RecordObject): Cell => (record[key] ?? null) as Cell;
  if (format === 'jsonl') return raw;
  if (type.array) return (record) => joined(record[key]);
  if (format === 'xlsx' && (type.column === 'date' || type.column.startsWith('timestamptz')))
    return (record) => dateOf(record[key]);
  return raw;
}

const joined = (value: JsonValue | undefined): Cell =>
  Array.isArray(value) ? value.join(separator) : ((value ?? null) as Cell);

/** A spreadsheet has no time zones: the clock that it shows is that of the text. */
function dateOf(value: JsonValue | undefined): Cell {
  if (typeof value !== 'string') return null;
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(value) || value.endsWith('Z') ? value : `${value.replace(' ', 'T')}Z`);
  // A date of the far future or past is no date of this process; it stays a text.
  return Number.isNaN(date.getTime()) ? value : date;
}

function nameCell({ key, type }: Field, format: WrittenFormat): ExportColumn['cell'] {
  if (!type.array) return (record, titles) => nameOf(record[key], titles);
  const names = (record: RecordObject, titles: Titles) =>
    ((record[key] ?? []) as string[]).map((id) => titles.get(id) ?? id);
  return format === 'jsonl' ? names : (record, titles) => names(record, titles).join(separator);
}

const nameOf = (id: JsonValue | undefined, titles: Titles): Cell =>
  typeof id === 'string' ? (titles.get(id) ?? id) : null;

function labelCell(
  field: Field,
  { choices }: ExportOptions,
  format: WrittenFormat,
  statusRow: Field | undefined,
): ExportColumn['cell'] {
  const standard = new Map((field.options ?? []).map(({ value, label }) => [value, label]));
  const given = choices?.[field.key] ?? {};
  const label = (value: string) => (Object.hasOwn(given, value) ? given[value] : standard.get(value)) ?? value;
  return (record, titles) => {
    const value = record[field.key];
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) {
      const all = value.map((item) => label(String(item)));
      return format === 'jsonl' ? all : all.join(separator);
    }
    const status = statusRow && record[statusRow.key];
    const named = typeof status === 'string' ? titles.get(status) : undefined;
    // A status that the tenant has renamed keeps that name, also when the client sends labels in its language.
    return named !== undefined && named !== standard.get(String(value)) ? named : label(String(value));
  };
}
