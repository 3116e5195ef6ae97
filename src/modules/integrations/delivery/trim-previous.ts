import { changedFields } from '#core/events/event-record.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { parseJson } from '#lib/json.ts';

interface Content {
  /** JSON texts. */
  readonly record: string | null;
  readonly previous: string | null;
}

/** Reduces the state before an update to the fields that it changed, so that a waiting delivery takes less memory. */
export const trimPrevious = <Row extends Content>(row: Row): Row =>
  row.record === null || row.previous === null ? row : { ...row, previous: changedValues(row.record, row.previous) };

function changedValues(record: string, previous: string): string {
  const before = parseJson(previous) as RecordObject;
  const changed = changedFields(parseJson(record) as RecordObject, before);
  return JSON.stringify(Object.fromEntries(changed.map((key) => [key, before[key] ?? null])));
}
