/** The functions that other modules may use. */

export { createInvoiceOfOrder } from './invoices/create-invoice.ts';
