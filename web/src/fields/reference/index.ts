import type { FieldKind } from '../kind.ts';
import { choiceOperators } from '../operators.ts';
import { asText } from '../values.ts';
import { ReferenceDisplay } from './display.tsx';
import { ReferenceFilter } from './filter.tsx';
import { ReferenceInput } from './input.tsx';

export const reference: FieldKind = {
  Display: ReferenceDisplay,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
  operators: choiceOperators,
  width: 180,
  toText: asText,
};
