import type { FieldDeclaration } from '#core/fields/field.ts';
import { integer, longText, number, reference, text } from '#core/fields/index.ts';

/**
 * One product on an opportunity, a quote or an order. It has its own name and price, so that changes of the catalogue
 * do not affect it.
 */
export const lineItem = (): Record<string, FieldDeclaration> => ({
  productId: reference('sales.products'),
  name: text({ search: true, follow: 'productId.name' }),
  description: longText(),
  quantity: number({
    default: 1,
    furtherRules: true,
    help: 'The amounts of the line and of its document have at most 20 digits before the decimal point.',
    example: 1,
  }),
  unitPrice: number({
    money: true,
    furtherRules: true,
    help: 'Left out, it is the price of the product: that of the price book for the quantity, or else its own. The amounts of the line and of its document have at most 20 digits before the decimal point.',
    example: 9.5,
  }),
  discountPercent: number({ min: 0, max: 100 }),
  taxPercent: number({ min: 0, max: 100, follow: 'productId.taxPercent' }),
  net: number({ money: true, readOnly: true }),
  total: number({ money: true, readOnly: true, label: 'Total with tax' }),
  // A text, because a reference would be cleared before the lines of a deleted bundle are found.
  bundleLineId: text({ label: 'Line of the bundle', readOnly: true, index: true, maxLength: 36 }),
  position: integer({ default: 0 }),
});
