import type { RecordObject } from '#core/operations/validate.ts';

/**
 * The id of the record that is enrolled. A lead that was converted has a `contactId` too, and goes on as a lead. Enrollments
 * that were made with a `contactId` had no `recordId` once.
 */
export const recordIdOf = ({ recordId, contactId }: RecordObject): string => String(recordId ?? contactId);

/** The same of a row `e`, as text. */
export const recordIdSql = (alias: string): string => `coalesce(${alias}.record_id, ${alias}.contact_id::text)`;
