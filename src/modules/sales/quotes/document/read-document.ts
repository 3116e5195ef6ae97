import { withAllAccess } from '#core/access/platform.ts';
import { type Company, companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { type AppError, invalid } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { currencyDigits } from '#lib/currency-digits.ts';
import { documentTotals, lineAmounts } from '../../documents/totals.ts';
import { readLines } from '../sql/document-lines.ts';
import { maxPrinted, type PrintedDocument, type PrintedLine, type PrintedTotals } from './printed-document.ts';

/** Reads what the PDF and the page of a quote show. The caller has checked that the reader may see the quote. */
export async function readDocument(context: Context, quote: RecordObject): Promise<PrintedDocument> {
  const company = await companyOf(context);
  const currency = currencyOf(quote.currency, company.currency);
  const records = await readLines(context, String(quote._id), maxPrinted.lines + 1);
  if (records.length > maxPrinted.lines) throw tooLong(`more than ${maxPrinted.lines} lines`);
  const digits = currencyDigits(currency);
  const lines = records.map((record) => lineOf(record, digits));
  const document: PrintedDocument = {
    number: text(quote.number) ?? '',
    name: text(quote.name),
    currency,
    language: company.language,
    date: text(quote.quoteDate) ?? dayOf(quote.sentAt) ?? dayOf(quote.createdAt),
    validUntil: text(quote.validUntil),
    reference: text(quote.customerReference),
    paymentTerms: text(quote.paymentTerms),
    seller: sellerOf(company),
    ...(await addressesOf(context, quote)),
    lines,
    totals: totalsOf(quote, lines, digits),
    terms: text(quote.terms),
    accepted: acceptedOf(quote),
    timeZone: company.timeZone,
    createdAt: text(quote.sentAt) ?? String(quote.createdAt),
  };
  if (JSON.stringify(document).length > maxPrinted.characters)
    throw tooLong(`more than ${maxPrinted.characters.toLocaleString('en')} characters`);
  return document;
}

const tooLong = (what: string): AppError =>
  invalid('lines', 'too_long', `of this quote have ${what}, which no document can hold; make several quotes`);

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const dayOf = (value: unknown): string | null => text(value)?.slice(0, 10) ?? null;

/** A currency that is no code of ISO 4217 has no format, so amounts are in the currency of the company. */
function currencyOf(given: unknown, ofCompany: string): string {
  const code = String(given ?? '').toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : ofCompany;
}

const sellerOf = ({ name, address, website, primaryColor, onPrimaryColor }: Company) => ({
  name,
  address: (address ?? '').split('\n').filter((line) => line.trim() !== ''),
  website,
  primaryColor,
  onPrimaryColor,
});

function lineOf(record: RecordObject, digits: number): PrintedLine {
  const amounts = {
    quantity: amount(record.quantity) ?? 1,
    unitPrice: amount(record.unitPrice) ?? 0,
    discountPercent: amount(record.discountPercent) ?? 0,
    taxPercent: amount(record.taxPercent) ?? 0,
  };
  // Lines that were stored before amounts were kept have no net amount.
  const net = amount(record.net) ?? Number(lineAmounts(amounts, digits).net);
  return { ...amounts, net, name: text(record.name) ?? '', description: text(record.description) };
}

/** The stored totals. Taxes are listed by rate, unless they do not add up to the stored tax. */
function totalsOf(quote: RecordObject, lines: readonly PrintedLine[], digits: number): PrintedTotals {
  const discount = amount(quote.discount);
  const tax = amount(quote.tax);
  const { taxes } = documentTotals(lines, { discount, shipping: null }, digits);
  const groups = taxes
    .map(({ percent, tax: ofRate }) => ({ percent: Number(percent), amount: Number(ofRate) }))
    .filter(({ percent }) => percent !== 0);
  const sum = groups.reduce((total, group) => total + group.amount, 0);
  const fits = tax === null || Math.abs(sum - tax) < 10 ** -digits / 2;
  return {
    subtotal: amount(quote.subtotal),
    discount: discount === 0 ? null : discount,
    taxes: fits ? groups : [{ percent: null, amount: tax }],
    shipping: amount(quote.shipping) === 0 ? null : amount(quote.shipping),
    total: amount(quote.total),
  };
}

function acceptedOf({ status, decidedBy, acceptedAt }: RecordObject): PrintedDocument['accepted'] {
  const name = text(decidedBy);
  const at = text(acceptedAt);
  return status === 'accepted' && name !== null && at !== null ? { name, at } : null;
}

async function addressesOf(context: Context, quote: RecordObject) {
  const [account, contact] = await Promise.all([
    titleOf(context, 'accounts', quote.accountId),
    titleOf(context, 'contacts', quote.contactId),
  ]);
  const names = [account, contact].filter((name) => name !== null);
  const shipTo = addressLines(quote, 'shipping');
  return {
    billTo: [...names, ...addressLines(quote, 'billing')],
    shipTo: shipTo.length > 0 ? [...names, ...shipTo] : [],
  };
}

function addressLines(quote: RecordObject, prefix: string): string[] {
  const of = (part: string): string => text(quote[`${prefix}${part}`]) ?? '';
  const city = [of('PostalCode'), of('City')].filter(Boolean).join(' ');
  return [...of('Street').split('\n'), [city, of('State')].filter(Boolean).join(', '), of('Country')].filter(Boolean);
}

/** The name of the record that the quote refers to; null when there is none. */
async function titleOf(context: Context, slug: string, id: unknown): Promise<string | null> {
  const model = context.registry.find('sales', slug);
  if (!model || typeof id !== 'string') return null;
  const { body } = await invoke(withAllAccess(context), operations.get, model, { id, query: {} });
  const record = JSON.parse(body) as RecordObject;
  return text(record[model.titleField]);
}
