import i18next from 'i18next';
import type { FieldKind } from '../kind.ts';
import { orderedOperators } from '../operators.ts';
import { asText } from '../values.ts';
import { checkNumber } from './check.ts';
import { NumberDisplay } from './display.tsx';
import { formatNumber } from './format.ts';

export const number: FieldKind = {
  Display: NumberDisplay,
  operators: orderedOperators,
  width: 130,
  align: 'right',
  toText: (value, field) => (typeof value === 'number' ? formatNumber(value, field, i18next.language) : asText(value)),
  check: checkNumber,
};
