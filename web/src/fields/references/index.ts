import type { FieldKind } from '../kind.ts';
import { checkItems } from '../list/check.ts';
import { choiceOperators } from '../operators.ts';
import { asTexts } from '../values.ts';
import { ReferencesDisplay } from './display.tsx';

export const references: FieldKind = {
  Display: ReferencesDisplay,
  operators: choiceOperators,
  width: 220,
  toText: (value) => asTexts(value).join(', '),
  check: checkItems,
};
