import type { JsonValue } from '#core/fields/field.ts';
import type { Relinked } from '#core/operations/relink.ts';
import type { RecordObject } from '#core/operations/validate.ts';

export interface RecordName {
  /** `module.slug`. */
  readonly model: string;
  readonly id: string;
}

/** Fields that the conversion set in a record which existed before. */
export interface Change extends RecordName {
  readonly before: RecordObject;
  readonly after: RecordObject;
}

/** Children that moved from the lead to the contact. */
export interface MovedChildren {
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
}

/** The records to which the links of the lead went. */
export interface Successors {
  readonly contactId: string;
  readonly accountId: string | null;
}

/** The changes of a conversion, stored as JSON so that it can be undone. */
export interface Conversion extends Successors {
  readonly leadId: string;
  readonly opportunityId: string | null;
  readonly requestId: string;
  /** The fields of the lead before. */
  readonly lead: Readonly<Record<string, JsonValue>>;
  /** New records, in the order in which they are deleted. */
  readonly created: readonly RecordName[];
  readonly changed: readonly Change[];
  readonly relinked: readonly (Relinked & { readonly to: string })[];
  readonly moved: readonly MovedChildren[];
}
