import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { FormField } from '../definition/form-field.ts';

/** A submission, as far as it is sent on and counted. */
export interface DeliveredSubmission {
  readonly form: RecordObject;
  readonly answers: ReadonlyMap<FormField, JsonValue>;
  readonly given: {
    readonly files: readonly { readonly name: string }[];
    /** Where the visitor came from: fields of the submission. */
    readonly source: Readonly<Record<string, JsonValue>>;
    /** The page of a website that shows the form. */
    readonly pageId: string | undefined;
  };
}
