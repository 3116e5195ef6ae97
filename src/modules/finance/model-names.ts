import { modelNamed } from '#core/models/model-named.ts';

/** The models of this module in a tenant's registry, with its custom fields. */
export const financeInvoices = modelNamed('finance', 'financeInvoices');
export const financeInvoiceLines = modelNamed('finance', 'financeInvoiceLines');
