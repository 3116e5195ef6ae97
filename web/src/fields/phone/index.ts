import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { TextFilter } from '../text/filter.tsx';
import { asText } from '../values.ts';
import { PhoneDisplay } from './display.tsx';
import { PhoneInput } from './input.tsx';

export const phone: FieldKind = {
  Display: PhoneDisplay,
  Input: PhoneInput,
  Filter: TextFilter,
  operators: textOperators,
  width: 160,
  toText: asText,
  check: (value, field) => checkText(value, field, 'check.phone'),
};
