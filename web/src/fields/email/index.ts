import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { asText } from '../values.ts';
import { EmailDisplay } from './display.tsx';

export const email: FieldKind = {
  Display: EmailDisplay,
  operators: textOperators,
  width: 220,
  toText: asText,
  check: (value, field) => checkText(value, field, 'check.email'),
};
