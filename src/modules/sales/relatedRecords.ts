import type { FieldDeclaration } from '#core/fields/field.ts';
import { reference } from '#core/fields/index.ts';

/** The records that a task, note or file without a parent may refer to. */
export const relatedRecords = (): Record<string, FieldDeclaration> => ({
  contactId: reference('sales.contacts'),
  accountId: reference('sales.accounts'),
  leadId: reference('sales.leads'),
  opportunityId: reference('sales.opportunities'),
  quoteId: reference('sales.quotes'),
  orderId: reference('sales.orders'),
  productId: reference('sales.products'),
  organizationId: reference('sales.organizations'),
});
