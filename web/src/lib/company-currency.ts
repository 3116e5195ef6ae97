/** The currency is empty until somebody is signed in. */
let current = '';

export function setCompanyCurrency(currency: string): void {
  current = currency;
}

/** The currency of an amount: its own, or that of the company when it has none. */
export const amountCurrency = (currency: unknown): string =>
  typeof currency === 'string' && currency !== '' ? currency : current;

/**
 * The currency of the amounts of a record. Undefined when its model has no currency field: a line of a quote uses the
 * currency of the quote.
 */
export const recordCurrency = (record: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  record !== undefined && 'currency' in record ? amountCurrency(record.currency) : undefined;
