import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';

/** Names of the model of contacts in `modelKey`. */
const contactWords: readonly unknown[] = [null, undefined, 'contacts', 'contact', 'sales.contacts'];

/**
 * The id of the record that is enrolled. For a contact, `contactId` takes precedence. A lead that was converted has a
 * `contactId` too, and goes on as a lead.
 */
export function recordIdOf({ modelKey, recordId, contactId }: RecordObject): string {
  const isOther = !contactWords.includes(modelKey) && typeof recordId === 'string' && isId(recordId);
  return String((isOther ? null : contactId) ?? recordId);
}
