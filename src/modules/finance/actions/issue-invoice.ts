import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { updateByPlatform } from '#core/operations/platform-update.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { addDays, todayIn } from '#lib/days.ts';
import { isDraft } from '../invoices/issued.ts';
import { financeInvoices } from '../model-names.ts';
import { nextInvoiceNumber } from '../sql/invoices.ts';

const daysOfTerms: Readonly<Record<string, number>> = { onReceipt: 0, net15: 15, net30: 30, net60: 60, net90: 90 };
const digits = 5;

export const issueInvoice = defineAction({
  name: 'finance.issueInvoice',
  summary: 'Issues a draft invoice: it gets the next number of the year, and no longer changes',
  routes: [{ method: 'POST', path: '/api/finance/financeInvoices/:id/issue' }],
  access: 'finance:write',
  takesVersion: true,
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    { _id: Type.String({ format: 'uuid' }), number: Type.String(), status: Type.String() },
    { additionalProperties: true, description: 'The record of finance/financeInvoices.' },
  ),
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const grant = authorize(within, operations.update, financeInvoices(within));
      const invoice = await lockWithinReach(within, grant, id, context.ifVersion);
      const { previous } = invoice;
      if (!isDraft(previous.status))
        throw new AppError('conflict', `Invoice ${String(previous.number ?? id)} has the status ${previous.status}.`);
      const today = todayIn((await companyOf(within)).timeZone);
      const year = today.slice(0, 4);
      const count = await nextInvoiceNumber(within, Number(year));
      const days = daysOfTerms[String(previous.paymentTerms)] ?? 0;
      const values = {
        number: `INV-${year}-${String(count).padStart(digits, '0')}`,
        status: 'open',
        issuedAt: new Date().toISOString(),
        dueDate: previous.dueDate ?? addDays(today, days),
        amountDue: previous.total ?? 0,
      };
      return { text: await updateByPlatform(within, grant, invoice, values) };
    }),
});
