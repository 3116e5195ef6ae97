import i18next from 'i18next';
import type { FieldKind } from '../kind.ts';
import { BooleanDisplay } from './display.tsx';
import { BooleanFilter } from './filter.tsx';
import { BooleanInput } from './input.tsx';

export const boolean: FieldKind = {
  Display: BooleanDisplay,
  Input: BooleanInput,
  Filter: BooleanFilter,
  operators: ['eq', 'null'],
  width: 90,
  toText: (value) => (typeof value === 'boolean' ? i18next.t(value ? 'yes' : 'no') : ''),
};
