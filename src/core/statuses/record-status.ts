import type { FieldDeclaration } from '../fields/field.ts';
import { choice, reference } from '../fields/index.ts';
import type { StandardStatuses } from './standard-statuses.ts';

interface RecordStatus {
  /** The list, as `module.slug`. */
  readonly list: string;
  readonly standard: StandardStatuses;
  /** The field with the key of the status. Defaults to `status`. */
  readonly text?: string;
  readonly label?: string;
  readonly index?: boolean;
}

/** The fields of a record that has a status: the key as text, and `statusId`. Each follows the other. */
export const recordStatus = ({
  list,
  standard,
  text = 'status',
  label = 'Status in list',
  index = true,
}: RecordStatus): Record<string, FieldDeclaration> => ({
  [text]: choice({
    options: Object.entries(standard).map(([value, { name }]) => ({ value, label: name })),
    default: Object.keys(standard)[0] ?? null,
    ...(index && { index }),
    status: { part: 'key' },
  }),
  statusId: reference(list, { label, status: { part: 'row' } }),
});
