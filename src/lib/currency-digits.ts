/** The decimal digits of amounts in a currency: 2 for EUR, 0 for JPY, 3 for KWD. An unknown code has 2. */
export function currencyDigits(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      usualDigits
    );
  } catch {
    return usualDigits;
  }
}

const usualDigits = 2;
