import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import type { Context } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';

/** A field of the model, or of the record that a reference points to. */
export interface FieldPath {
  readonly field: Field;
  /** The reference that leads to the field, with what the caller may see over there. */
  readonly through?: { readonly field: Field; readonly grant: Grant };
}

interface Wanted {
  readonly is: 'filterable' | 'sortable';
  /** How a refusal names it: `filtered`. */
  readonly verb: string;
}

/** `stage`, or `accountId.name`: one reference deep. `at` is the part of the query that a refusal names. */
export function readPath(
  { caller, registry }: Context,
  grant: Grant,
  key: string,
  at: string,
  { is, verb }: Wanted,
): FieldPath {
  const unfit = ({ model: { slug } }: Grant, name: string) =>
    badQuery(at, `${name} is not a field of ${slug} that can be ${verb}`);
  const [head = '', tail, ...rest] = key.split('.');
  const field = visibleField(grant, head);
  if (!field?.[is]) throw unfit(grant, head);
  if (tail === undefined) return { field };
  if (rest.length > 0 || field.declared.to === undefined)
    throw badQuery(at, `${key} must be a reference and a field of its record`);
  const there = caller.access.grant(registry.target(field), 'read');
  const further = visibleField(there, tail);
  if (!further?.[is]) throw unfit(there, tail);
  return { field: further, through: { field, grant: there } };
}
