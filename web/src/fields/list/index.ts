import type { FieldKind } from '../kind.ts';
import { choiceOperators } from '../operators.ts';
import { asTexts } from '../values.ts';
import { checkItems } from './check.ts';
import { ListDisplay } from './display.tsx';

export const list: FieldKind = {
  Display: ListDisplay,
  operators: choiceOperators,
  width: 200,
  toText: (value) => asTexts(value).join(', '),
  check: checkItems,
};
