import {
  type Icon,
  IconChartBar,
  IconCheckbox,
  IconCopy,
  IconDatabaseSearch,
  IconFileText,
  IconListDetails,
  IconMail,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSend,
  IconSitemap,
  IconTool,
  IconTrash,
} from '@tabler/icons-react';
import type { ToolCall } from '~/api/ai.ts';
import type { Filter, RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import type { Model } from '~/metadata/model.ts';
import type { Registry } from '~/metadata/registry.ts';

const icons: Readonly<Record<string, Icon>> = {
  queryRecords: IconDatabaseSearch,
  searchRecords: IconSearch,
  aggregateRecords: IconChartBar,
  getRecord: IconFileText,
  describeModel: IconListDetails,
  findDuplicates: IconCopy,
  createRecord: IconPlus,
  updateRecord: IconPencil,
  deleteRecord: IconTrash,
  sendEmail: IconMail,
  sendQuote: IconSend,
  createTask: IconCheckbox,
  draftWorkflow: IconSitemap,
};

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

interface FoundRecord {
  readonly model: Model;
  readonly id: string;
  readonly label: string;
}

/** The content of the card for a tool call. */
export interface ToolWords {
  readonly icon: Icon;
  /** The text `tool.<key>` of the namespace `assistant`. */
  readonly key: string;
  readonly model: Model | undefined;
  /** The record that was read or changed. */
  readonly recordId: string | undefined;
  readonly found: readonly FoundRecord[];
  readonly total: number;
  /** The filter of a list with the same records. */
  readonly filter: Filter | undefined;
  /** The written values. */
  readonly values: Json;
}

const known = new Set(Object.keys(icons));

export function toolWords({ tool, input, output, written }: ToolCall, registry: Registry): ToolWords {
  const given = asObject(input);
  const result = asObject(output);
  const model = registry.find(written?.model ?? String(given.model ?? ''));
  const found = (Array.isArray(result.records) ? result.records : []).flatMap(
    (record) => foundRecord(asObject(record), model, registry) ?? [],
  );
  const read = tool === 'getRecord' ? given.id : undefined;
  return {
    icon: icons[tool] ?? IconTool,
    key: known.has(tool) ? tool : 'other',
    model,
    recordId: written?.id ?? (typeof read === 'string' ? read : undefined),
    found,
    total: typeof result.total === 'number' ? result.total : found.length,
    filter: tool === 'queryRecords' && typeof given.filter === 'object' ? (given.filter as Filter) : undefined,
    values: asObject(given.record ?? given.changes),
  };
}

/** A record from a list of one model, or from a search across all models. */
function foundRecord(record: Json, model: Model | undefined, registry: Registry): FoundRecord | undefined {
  const { _id, id, title } = record;
  if (model && typeof _id === 'string') return { model, id: _id, label: recordLabel(model, record as RecordData) };
  const of = registry.find(String(record.model ?? ''));
  return of && typeof id === 'string' ? { model: of, id, label: String(title ?? of.label) } : undefined;
}
