import { defineModule } from '#core/modules/module.ts';
import { issueInvoice } from './actions/issue-invoice.ts';
import { financeInvoiceLines } from './models/financeInvoiceLines.ts';
import { financeInvoices } from './models/financeInvoices.ts';

export const finance = defineModule({
  key: 'finance',
  label: 'Finance',
  models: [financeInvoices, financeInvoiceLines],
  actions: [issueInvoice],
  tables: ['finance_invoice_counters'],
});
