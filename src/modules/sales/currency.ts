import { type FieldOptions, Problem } from '#core/fields/field.ts';
import { choice } from '#core/fields/index.ts';

const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'INR', 'CAD', 'AUD', 'CHF', 'SEK', 'BRL', 'MXN', 'SGD', 'ZAR'];

/** An ISO 4217 code. The field suggests common ones. */
export const currency = (options: Pick<FieldOptions, 'required' | 'rule'> = {}) =>
  choice({
    ...options,
    options: codes.map((code) => ({ value: code, label: code })),
    maxLength: 3,
    help: 'Three letters of ISO 4217, such as EUR.',
  });

/** Rates and prices are found by their currency, so it must be a code as documents have it. */
export function requireCode(value: unknown): void {
  if (typeof value === 'string' && !/^[A-Z]{3}$/.test(value))
    throw new Problem('invalid_format', 'must be three capital letters of ISO 4217, such as EUR');
}
