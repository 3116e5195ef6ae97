import { definePart } from '#core/modules/module.ts';
import { acceptQuoteAction } from './actions/accept-quote.ts';
import { declineQuoteAction } from './actions/decline-quote.ts';
import { getQuotePdf } from './actions/get-quote-pdf.ts';
import { orderQuote } from './actions/order-quote.ts';
import { reviseQuote } from './actions/revise-quote.ts';
import { sendQuote } from './actions/send-quote.ts';
import { pdfPool } from './document/pdf/render-pdf.ts';
import { expireQuotes } from './jobs/expire-quotes.ts';
import { quotePage } from './pages/quote-page.ts';
import { quoteWindows } from './pages/quote-rates.ts';

/** Quotes: their PDF, the page of the customer, decisions, versions and expiry. */
export const quotesPart = definePart({
  actions: [sendQuote, acceptQuoteAction, declineQuoteAction, reviseQuote, orderQuote, getQuotePdf],
  pages: [quotePage],
  jobs: [expireQuotes],
  services: [pdfPool, quoteWindows],
  tables: ['sales_quote_links'],
});
