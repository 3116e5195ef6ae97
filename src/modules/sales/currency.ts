import { choiceType } from '#core/fields/choice.ts';
import { declare, type FieldOptions, type FieldType, Problem } from '#core/fields/field.ts';

const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'INR', 'CAD', 'AUD', 'CHF', 'SEK', 'BRL', 'MXN', 'SGD', 'ZAR'];

const pattern = '^[A-Za-z]{3}$';

/** Codes are stored in capital letters, because exchange rates and price books are found by the code of a document. */
const currencyType: FieldType = {
  ...choiceType,
  limits: (field) => ({ ...choiceType.limits(field), pattern }),
  schema: (field) => ({ ...choiceType.schema(field), pattern }),
  check(value, field) {
    const code = String(choiceType.check(value, field)).toUpperCase();
    if (!new RegExp(pattern).test(code))
      throw new Problem('invalid_format', 'must be three letters of ISO 4217, such as EUR');
    return code;
  },
};

/** An ISO 4217 code. The field suggests common ones. */
export const currency = (options: Pick<FieldOptions, 'required'> = {}) =>
  declare(currencyType, {
    ...options,
    options: codes.map((code) => ({ value: code, label: code })),
    maxLength: 3,
    help: 'Three letters of ISO 4217, such as EUR.',
  });
