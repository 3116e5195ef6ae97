import { changedFields } from '#core/events/event-record.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { parseJson } from '#lib/json.ts';

interface Content {
  /** JSON texts. */
  readonly record: string | null;
  readonly previous: string | null;
}

/**
 * The field by which records are shared (`Audience.visibility`). Its value `everyone` makes a record visible to
 * everybody.
 */
const visibility = 'visibility';
const open = 'everyone';

/** Reduces the state before an update to the fields that it changed, so that a waiting delivery takes less memory. */
export const trimPrevious = <Row extends Content>(row: Row): Row =>
  row.record === null || row.previous === null ? row : { ...row, previous: changedValues(row.record, row.previous) };

function changedValues(record: string, previous: string): string {
  const before = parseJson(previous) as RecordObject;
  const changed = changedFields(parseJson(record) as RecordObject, before);
  // When a record becomes visible to more people, do not reveal its earlier values to them.
  const told = changed.includes(visibility) && (before[visibility] ?? open) !== open ? [visibility] : changed;
  return JSON.stringify(Object.fromEntries(told.map((key) => [key, before[key] ?? null])));
}
