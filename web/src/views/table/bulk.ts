import type { BulkOperation, RecordData } from '~/api/records.ts';

/** A change to the selected records. */
export type BulkChange =
  | { readonly kind: 'set'; readonly field: string; readonly value: unknown }
  | { readonly kind: 'add' | 'remove'; readonly field: string; readonly tags: readonly string[] };

const asTags = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];

function valueAfter(record: RecordData, change: BulkChange): unknown {
  if (change.kind === 'set') return change.value;
  const tags = asTags(record[change.field]);
  if (change.kind === 'remove') return tags.filter((tag) => !change.tags.includes(tag));
  return [...tags, ...change.tags.filter((tag) => !tags.includes(tag))];
}

/** A missing value and an empty list are equal. */
const textOf = (value: unknown): string =>
  JSON.stringify((Array.isArray(value) && value.length === 0 ? null : value) ?? null);

const same = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** The writes of a change, and the writes that undo it. Records that do not change are omitted. */
export function plan(
  records: readonly RecordData[],
  change: BulkChange,
): { readonly doing: BulkOperation[]; readonly undoing: BulkOperation[] } {
  const doing: BulkOperation[] = [];
  const undoing: BulkOperation[] = [];
  for (const record of records) {
    const before = record[change.field] ?? null;
    const after = valueAfter(record, change);
    if (same(before, after)) continue;
    doing.push({ op: 'update', _id: record._id, record: { [change.field]: after } });
    undoing.push({ op: 'update', _id: record._id, record: { [change.field]: before } });
  }
  return { doing, undoing };
}

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** The results of a bulk write. */
export interface Outcome {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly message: string }[];
}

/** The distinct error messages with their counts, most frequent first. */
export function reasonsOf({ failed }: Outcome): { readonly message: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { message } of failed) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([message, count]) => ({ message, count })).sort((one, other) => other.count - one.count);
}
