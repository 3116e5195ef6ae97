import type { FieldKind } from '../kind.ts';
import { checkText } from '../text/check.ts';
import { TextFilter } from '../text/filter.tsx';
import { SecretDisplay } from './display.tsx';
import { SecretInput } from './input.tsx';
import { isSet } from './state.ts';

export const secret: FieldKind = {
  Display: SecretDisplay,
  Input: SecretInput,
  Filter: TextFilter,
  operators: [],
  width: 110,
  toText: (value) => (isSet(value) ? '••••••' : ''),
  check: (value, field) => (isSet(value) ? undefined : checkText(value, field)),
};
