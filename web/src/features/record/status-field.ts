import type { RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';

/** Text fields with the same meaning as the status record. */
const textKeys = ['stage', 'status'];

/**
 * The status field that the page leaves out. A model may have its status twice: as a text, and as a reference to a
 * status record (`statusId`). The text is shown, unless only the reference is set.
 */
export function secondStatus({ fields }: Model, record: RecordData): string | undefined {
  const text = textKeys.find((key) => fields.some((field) => field.key === key));
  if (text === undefined || !fields.some(({ key }) => key === 'statusId')) return undefined;
  return isEmpty(record[text]) && !isEmpty(record.statusId) ? text : 'statusId';
}
