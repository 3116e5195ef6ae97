import { plainText } from '~/lib/plain-text.ts';
import type { FieldKind } from '../kind.ts';
import { checkText } from '../text/check.ts';
import { TextFilter } from '../text/filter.tsx';
import { asText } from '../values.ts';
import { LongTextDisplay } from './display.tsx';
import { LongTextInput } from './input.tsx';

export const longText: FieldKind = {
  Display: LongTextDisplay,
  Input: LongTextInput,
  Filter: TextFilter,
  operators: ['contains', 'null'],
  width: 260,
  // Notes and mails are stored as HTML.
  toText: (value) => plainText(asText(value)),
  check: checkText,
};
