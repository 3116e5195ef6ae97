import type { FieldKind } from '../kind.ts';
import { checkText } from '../text/check.ts';
import { SecretDisplay } from './display.tsx';
import { isSet } from './state.ts';

export const secret: FieldKind = {
  Display: SecretDisplay,
  operators: [],
  width: 110,
  toText: (value) => (isSet(value) ? '••••••' : ''),
  check: (value, field) => (isSet(value) ? undefined : checkText(value, field)),
};
