import i18next from 'i18next';
import type { FieldKind } from '../kind.ts';
import { asText } from '../values.ts';
import { DateDisplay } from './display.tsx';
import { formatDate, isDate } from './format.ts';

export const date: FieldKind = {
  Display: DateDisplay,
  operators: ['between', 'eq', 'gte', 'lte', 'gt', 'lt', 'null'],
  width: 130,
  toText: (value) => formatDate(asText(value), i18next.language),
  check: (value) => (isDate(value) ? undefined : { key: 'check.date' }),
};
