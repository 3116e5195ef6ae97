/** The currency is empty until somebody is signed in. */
let current = '';

export function setCompanyCurrency(currency: string): void {
  current = currency;
}

/** The currency of an amount: its own, or that of the company when it has none. */
export const amountCurrency = (currency: unknown): string =>
  typeof currency === 'string' && currency !== '' ? currency : current;
