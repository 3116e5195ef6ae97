import i18next from 'i18next';
import type { FieldKind } from '../kind.ts';
import { BooleanDisplay } from './display.tsx';

export const boolean: FieldKind = {
  Display: BooleanDisplay,
  operators: ['eq', 'null'],
  width: 90,
  toText: (value) => (typeof value === 'boolean' ? i18next.t(value ? 'yes' : 'no') : ''),
};
