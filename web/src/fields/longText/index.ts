import { plainText } from '~/lib/plain-text.ts';
import type { FieldKind } from '../kind.ts';
import { checkText } from '../text/check.ts';
import { asText } from '../values.ts';
import { LongTextDisplay } from './display.tsx';

export const longText: FieldKind = {
  Display: LongTextDisplay,
  operators: ['contains', 'null'],
  width: 260,
  // Notes and mails are stored as HTML, so markup is removed.
  toText: (value) => plainText(asText(value)),
  check: checkText,
};
