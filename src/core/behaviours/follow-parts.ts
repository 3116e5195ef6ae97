import { Problem } from '../fields/field.ts';

/** The two parts of a `follow` such as `accountId.ownerId`: the reference of this record, and the field of the other one. */
export function followParts(follow: string): { readonly reference: string; readonly field: string } {
  const [reference = '', field = '', ...rest] = follow.split('.');
  if (reference === '' || field === '' || rest.length > 0)
    throw new Problem('invalid_format', 'must be a reference and a field of its record, such as accountId.ownerId');
  return { reference, field };
}
