import type { FieldOptions } from '#core/fields/field.ts';
import { choice } from '#core/fields/index.ts';

const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'INR', 'CAD', 'AUD', 'CHF', 'SEK', 'BRL', 'MXN', 'SGD', 'ZAR'];

/** An ISO 4217 code. The field suggests common ones. */
export const currency = (options: Pick<FieldOptions, 'required'> = {}) =>
  choice({
    ...options,
    options: codes.map((code) => ({ value: code, label: code })),
    maxLength: 3,
    help: 'Three letters of ISO 4217, such as EUR.',
  });
