import type { StatusPart } from '../fields/behaviour.ts';
import type { Field } from '../fields/field.ts';

/** Makes a model a list of statuses. */
export interface StatusListDeclaration {
  readonly categories: readonly string[];
  /** The reference to the record to which a list belongs. A tenant then has one list for each of those records. */
  readonly within?: string;
}

/** A field with its part in the status of the record. */
interface StatusField<Part extends StatusPart['part']> {
  readonly field: Field;
  readonly is: Extract<StatusPart, { readonly part: Part }>;
}

/** The fields of a model that are about the status of a record. */
export interface StatusFields {
  /** The list of statuses, as `module.slug`. */
  readonly listName: string;
  readonly row: Field;
  readonly key: Field | undefined;
  readonly list: Field | undefined;
  readonly changedAt: readonly Field[];
  readonly during: readonly StatusField<'during'>[];
  readonly reached: readonly StatusField<'reached'>[];
  readonly days: readonly StatusField<'day'>[];
  readonly copies: readonly StatusField<'copy'>[];
  /** All of them. A write of one may change each of the others. */
  readonly all: readonly Field[];
}

export function statusFieldsOf(fields: readonly Field[]): StatusFields | undefined {
  const of = <Part extends StatusPart['part']>(part: Part) =>
    fields.flatMap((field) =>
      field.declared.status?.part === part ? [{ field, is: field.declared.status as StatusField<Part>['is'] }] : [],
    );
  const row = of('row')[0]?.field;
  if (row?.declared.to === undefined) return undefined;
  return {
    listName: row.declared.to,
    row,
    key: of('key')[0]?.field,
    list: of('list')[0]?.field,
    changedAt: of('changedAt').map(({ field }) => field),
    during: of('during'),
    reached: of('reached'),
    days: of('day'),
    copies: of('copy'),
    all: fields.filter(({ declared }) => declared.status !== undefined),
  };
}
