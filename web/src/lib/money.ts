import { numberFormat } from './intl.ts';

/** True for the code of a currency, three letters of ISO 4217. */
export const isCurrency = (currency: unknown): currency is string =>
  typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);

interface MoneyOptions {
  /** Shortens large amounts: `$737.3K`. German has no short form of thousands: `737.300 €`. */
  readonly compact?: boolean;
  /** Rounds to whole units. */
  readonly whole?: boolean;
  /** Gives whole amounts a fraction as well, as in the columns of a document. */
  readonly exact?: boolean;
}

/** Prices below one unit of their currency have more digits than it. */
const digitsBelowOne = 6;

/**
 * An amount in the language, with the sign of its currency. The currency decides how many digits a fraction has: none in
 * JPY, three in KWD. Whole amounts have no fraction. A text that is not a currency follows the number.
 */
export function formatMoney(value: number, currency: string | undefined, language: string, options: MoneyOptions = {}) {
  const known = isCurrency(currency);
  const style: Intl.NumberFormatOptions = known ? { style: 'currency', currency } : {};
  const digits = options.compact
    ? compactDigits(value, language)
    : digitsOf(value, known ? currencyDigits(currency, language) : 2, options);
  const text = numberFormat(language, { ...style, ...digits }).format(value);
  return known || !currency ? text : `${text} ${currency}`;
}

/** A large amount for which the language has no short form is rounded to whole units. */
function compactDigits(value: number, language: string): Intl.NumberFormatOptions {
  const parts = numberFormat(language, { notation: 'compact' }).formatToParts(value);
  const isWhole = Math.abs(value) >= 1000 && !parts.some(({ type }) => type === 'compact');
  return { notation: 'compact', maximumFractionDigits: isWhole ? 0 : 1 };
}

function digitsOf(value: number, digits: number, { whole, exact }: MoneyOptions): Intl.NumberFormatOptions {
  if (whole || (Number.isInteger(value) && !exact)) return { minimumFractionDigits: 0, maximumFractionDigits: 0 };
  return {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.abs(value) < 1 ? Math.max(digits, digitsBelowOne) : digits,
  };
}

const currencyDigits = (currency: string, language: string): number =>
  numberFormat(language, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** The sign of a currency, such as € for EUR. */
export const currencySign = (currency: string, language: string): string =>
  numberFormat(language, { style: 'currency', currency })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency;
