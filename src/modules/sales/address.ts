import { type FieldDeclaration, grouped } from '#core/fields/field.ts';
import { text } from '#core/fields/index.ts';
import { labelOf } from '#core/fields/labels.ts';

/** `address('billing')` declares billingStreet, billingCity, billingState, billingPostalCode and billingCountry. */
export const address = (prefix: string): Record<string, FieldDeclaration> =>
  grouped(`${labelOf(prefix)} address`, {
    [`${prefix}Street`]: text({ maxLength: 500 }),
    [`${prefix}City`]: text({ maxLength: 100 }),
    [`${prefix}State`]: text({ maxLength: 100 }),
    [`${prefix}PostalCode`]: text({ maxLength: 20 }),
    [`${prefix}Country`]: text({ maxLength: 100 }),
  });
