import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { TextFilter } from '../text/filter.tsx';
import { asText } from '../values.ts';
import { EmailDisplay } from './display.tsx';
import { EmailInput } from './input.tsx';

export const email: FieldKind = {
  Display: EmailDisplay,
  Input: EmailInput,
  Filter: TextFilter,
  operators: textOperators,
  width: 220,
  toText: asText,
  check: (value, field) => checkText(value, field, 'check.email'),
};
