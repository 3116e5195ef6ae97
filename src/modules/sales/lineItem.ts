import type { FieldDeclaration } from '#core/fields/field.ts';
import { integer, longText, number, reference, text } from '#core/fields/index.ts';

const total =
  'trim_scale(quantity * unit_price * (1 - coalesce(discount_percent, 0) * 0.01) * (1 + coalesce(tax_percent, 0) * 0.01))';

/**
 * One product on an opportunity, a quote or an order. It has its own name and price, so that changes of the catalogue
 * do not affect it.
 */
export const lineItem = (): Record<string, FieldDeclaration> => ({
  productId: reference('sales.products'),
  name: text({ search: true }),
  description: longText(),
  quantity: number({ default: 1 }),
  unitPrice: number(),
  discountPercent: number({ min: 0, max: 100 }),
  taxPercent: number({ min: 0, max: 100 }),
  total: number({ generated: total }),
  position: integer({ default: 0 }),
});
