import i18next from 'i18next';
import { timeZone } from '~/lib/time-zone.ts';
import { DateFilter } from '../date/filter.tsx';
import { formatMoment, isMoment } from '../date/format.ts';
import type { FieldKind } from '../kind.ts';
import { asText } from '../values.ts';
import { DatetimeDisplay } from './display.tsx';
import { DatetimeInput } from './input.tsx';

export const datetime: FieldKind = {
  Display: DatetimeDisplay,
  Input: DatetimeInput,
  Filter: DateFilter,
  operators: ['between', 'gte', 'lte', 'gt', 'lt', 'null'],
  width: 170,
  toText: (value) => formatMoment(asText(value), i18next.language, timeZone()),
  check: (value) => (isMoment(value) ? undefined : { key: 'check.datetime' }),
};
