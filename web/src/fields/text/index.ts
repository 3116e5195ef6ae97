import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { asText } from '../values.ts';
import { checkText } from './check.ts';
import { TextDisplay } from './display.tsx';

export const text: FieldKind = {
  Display: TextDisplay,
  operators: textOperators,
  width: 180,
  toText: asText,
  check: checkText,
};
