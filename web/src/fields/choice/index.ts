import type { FieldKind } from '../kind.ts';
import { choiceOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { ChoiceDisplay } from './display.tsx';
import { labelOf } from './tone.ts';

export const choice: FieldKind = {
  Display: ChoiceDisplay,
  operators: choiceOperators,
  width: 160,
  toText: (value, field) => labelOf(field, value),
  check: (value, field) =>
    field.strict && !field.options?.some((option) => option.value === value)
      ? { key: 'check.option' }
      : checkText(value, field),
};
