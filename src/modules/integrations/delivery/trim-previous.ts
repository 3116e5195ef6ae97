import { changedFields } from '#core/events/event-record.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { parseJson } from '#lib/json.ts';

interface Content {
  /** JSON texts. */
  readonly record: string | null;
  readonly previous: string | null;
}

/** In place of the whole state before an update, the former values of what it changed: less to keep until it is sent. */
export const withFormerValues = <Row extends Content>(row: Row): Row =>
  row.record === null || row.previous === null ? row : { ...row, previous: formerValues(row.record, row.previous) };

function formerValues(record: string, previous: string): string {
  const before = parseJson(previous) as RecordObject;
  const changed = changedFields(parseJson(record) as RecordObject, before);
  return JSON.stringify(Object.fromEntries(changed.map((key) => [key, before[key] ?? null])));
}
