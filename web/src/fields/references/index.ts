import type { FieldKind } from '../kind.ts';
import { checkItems } from '../list/check.ts';
import { choiceOperators } from '../operators.ts';
import { ReferenceFilter } from '../reference/filter.tsx';
import { asTexts } from '../values.ts';
import { ReferencesDisplay } from './display.tsx';
import { ReferencesInput } from './input.tsx';

export const references: FieldKind = {
  Display: ReferencesDisplay,
  Input: ReferencesInput,
  Filter: ReferenceFilter,
  operators: choiceOperators,
  width: 220,
  toText: (value) => asTexts(value).join(', '),
  check: checkItems,
};
