import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Registry } from '../models/registry.ts';

/** The part of a call that the fields of a query depend on. */
export interface QueryContext {
  readonly registry: Registry;
  readonly caller: Pick<Caller, 'access' | 'userId'>;
}

/** A field of the model, or of the record that a reference points to. */
export interface FieldPath {
  readonly field: Field;
  /** The reference to the other record, and the caller's grant for its model. */
  readonly through?: { readonly field: Field; readonly grant: Grant };
}

interface Requirement {
  readonly is: 'filterable' | 'sortable';
  /** The verb for the error message, such as `filtered`. */
  readonly verb: string;
}

/** Parses `stage`, or `accountId.name` with one reference. `at` is the part of the query that errors name. */
export function readPath(
  { caller, registry }: QueryContext,
  grant: Grant,
  key: string,
  at: string,
  { is, verb }: Requirement,
): FieldPath {
  const unsupported = ({ model: { slug } }: Grant, name: string) =>
    badQuery(at, `${name} is not a field of ${slug} that can be ${verb}`);
  const [head = '', tail, ...rest] = key.split('.');
  const field = visibleField(grant, head);
  if (!field?.[is]) throw unsupported(grant, head);
  if (tail === undefined) return { field };
  if (rest.length > 0 || field.declared.to === undefined)
    throw badQuery(at, `${key} must be a reference and a field of its record`);
  const targetGrant = caller.access.grant(registry.target(field), 'read');
  const targetField = visibleField(targetGrant, tail);
  if (!targetField?.[is]) throw unsupported(targetGrant, tail);
  return { field: targetField, through: { field, grant: targetGrant } };
}
