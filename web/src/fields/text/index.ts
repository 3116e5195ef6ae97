import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { asText } from '../values.ts';
import { checkText } from './check.ts';
import { TextDisplay } from './display.tsx';
import { TextFilter } from './filter.tsx';
import { NamedTextInput } from './input.tsx';

export const text: FieldKind = {
  Display: TextDisplay,
  Input: NamedTextInput,
  Filter: TextFilter,
  operators: textOperators,
  width: 180,
  toText: asText,
  check: checkText,
};
