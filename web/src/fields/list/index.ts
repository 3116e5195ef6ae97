import type { FieldKind } from '../kind.ts';
import { choiceOperators } from '../operators.ts';
import { TextFilter } from '../text/filter.tsx';
import { asTexts } from '../values.ts';
import { checkItems } from './check.ts';
import { ListDisplay } from './display.tsx';
import { ListInput } from './input.tsx';

export const list: FieldKind = {
  Display: ListDisplay,
  Input: ListInput,
  Filter: TextFilter,
  operators: choiceOperators,
  width: 200,
  toText: (value) => asTexts(value).join(', '),
  check: checkItems,
};
