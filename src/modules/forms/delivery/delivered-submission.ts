import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { FormField } from '../definition/form-field.ts';

/** The parts of a submission that are needed to deliver and count it. */
export interface DeliveredSubmission {
  readonly form: RecordObject;
  readonly answers: ReadonlyMap<FormField, JsonValue>;
  readonly given: {
    readonly files: readonly { readonly name: string }[];
    /** The origin of the visitor: fields of the submission. */
    readonly source: Readonly<Record<string, JsonValue>>;
    /** The website page that shows the form. */
    readonly pageId: string | undefined;
  };
}
