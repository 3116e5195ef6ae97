import type { FieldKind } from '../kind.ts';
import { choiceOperators } from '../operators.ts';
import { asText } from '../values.ts';
import { ReferenceDisplay } from './display.tsx';

export const reference: FieldKind = {
  Display: ReferenceDisplay,
  operators: choiceOperators,
  width: 180,
  toText: asText,
};
