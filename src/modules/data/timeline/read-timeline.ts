import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { maxAnswerBytes, pageTooLarge } from '#core/limits/answer-size.ts';
import type { TimelineType } from '#core/models/declaration.ts';
import { type EntryMaker, entryMaker, type TimelineEntryView } from './entries.ts';
import { readTimelineCursor, type TimelinePlace, writeCursor } from './place.ts';
import { readChanges, type TimelineChange } from './read-changes.ts';
import { type RecordRow, readRecords } from './read-records.ts';
import { findRoots } from './roots.ts';
import { timelineSources } from './sources.ts';

interface TimelineQuery {
  readonly id: string;
  readonly types: ReadonlySet<TimelineType>;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface TimelinePage {
  readonly data: readonly TimelineEntryView[];
  readonly meta: { readonly limit: number; readonly hasMore: boolean; readonly nextCursor: string | null };
}

/** Reads a page of everything that happened around a record, newest first. */
export async function readTimeline(context: Context, grant: Grant, query: TimelineQuery): Promise<TimelinePage> {
  const { types, limit } = query;
  const place = readTimelineCursor(query.cursor);
  const roots = await findRoots(context, grant, query.id);
  const sources = timelineSources(context, roots, types);
  const [records, changes] = await Promise.all([
    readRecords(context, sources, { types, after: place.record, limit: limit + 1 }),
    types.has('change') ? readChanges(context, roots, place.change, limit + 1) : [],
  ]);
  if (records.some(({ record }) => record === null) || Number(changes[0]?.bytes ?? 0) > maxAnswerBytes)
    throw pageTooLarge();
  const rows = merged(records, changes);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const modelOf = (row: RecordRow): string => sources[row.m]?.grant.model.name ?? '';
  const data = await viewAll(shown, entryMaker(context, sources, roots));
  const nextCursor = hasMore ? writeCursor(placeAfter(place, shown, modelOf)) : null;
  return { data, meta: { limit, hasMore, nextCursor } };
}

type Row = { readonly record: RecordRow } | { readonly change: TimelineChange };

/** Merges the two streams by time. Each keeps its own order, on which its position depends. */
function merged(records: readonly RecordRow[], changes: readonly TimelineChange[]): Row[] {
  const rows: Row[] = [];
  let [n, c] = [0, 0];
  for (;;) {
    const record = records[n];
    const change = changes[c];
    if (record && (!change || record.at >= change.timestamp)) {
      rows.push({ record });
      n += 1;
    } else if (change) {
      rows.push({ change });
      c += 1;
    } else return rows;
  }
}

function placeAfter(from: TimelinePlace, rows: readonly Row[], modelOf: (row: RecordRow) => string): TimelinePlace {
  const record = rows.findLast((row) => 'record' in row)?.record;
  const change = rows.findLast((row) => 'change' in row)?.change;
  return {
    record: record ? { at: record.at, model: modelOf(record), id: record.id } : from.record,
    change: change ? { xid: change.xid, seq: change.seq } : from.change,
  };
}

async function viewAll(rows: readonly Row[], make: EntryMaker): Promise<TimelineEntryView[]> {
  const entries: TimelineEntryView[] = [];
  for (const row of rows) {
    const entry = 'record' in row ? make.record(row.record) : await make.change(row.change);
    if (entry) entries.push(entry);
  }
  return entries;
}
