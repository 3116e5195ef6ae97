import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { asText } from '../values.ts';
import { PhoneDisplay } from './display.tsx';

export const phone: FieldKind = {
  Display: PhoneDisplay,
  operators: textOperators,
  width: 160,
  toText: asText,
  check: (value, field) => checkText(value, field, 'check.phone'),
};
