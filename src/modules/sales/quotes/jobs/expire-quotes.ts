import { Type } from 'typebox';
import { tenantContext } from '#core/access/platform.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { todayIn } from '#lib/days.ts';
import { activeTenants, findDueQuotes, mayHaveDueQuotes } from '../sql/due-quotes.ts';
import { lockQuote, writeQuote } from '../state/change-quote.ts';
import { isPastValidity } from '../state/decide-quote.ts';

const batchSize = 50;

export const expireQuotes = defineJob({
  name: 'sales.expireQuotes',
  summary: 'Ends sent quotes whose last day is over in the time zone of the account',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '* * * * *',
  async run({ services }, _input, { signal }) {
    const { db } = services;
    for (const tenant of await db.platform(activeTenants)) {
      if (signal.aborted) return;
      const { tenantId } = tenant;
      if (!(await db.transaction(tenantId, (tx) => mayHaveDueQuotes(tx, tenantId)))) continue;
      const context = await tenantContext(services, tenant);
      while (!signal.aborted && (await expireSome(context)) === batchSize) {}
    }
  },
});

/** Returns the number of quotes that were due. */
const expireSome = (context: Context): Promise<number> =>
  inTransaction(context, async (within) => {
    const { timeZone } = await companyOf(within);
    const ids = await findDueQuotes(within.tx, within.caller.tenantId, todayIn(timeZone), batchSize);
    for (const id of ids) {
      const quote = await lockQuote(within, id);
      // The customer may have accepted the quote meanwhile, or its validity may have been extended.
      if (quote.previous.status !== 'sent' || !(await isPastValidity(within, quote.previous))) continue;
      await writeQuote(within, quote, { status: 'expired' });
    }
    return ids.length;
  });
