import i18next from 'i18next';
import { timeZone } from '~/lib/time-zone.ts';
import { formatMoment, isMoment } from '../date/format.ts';
import type { FieldKind } from '../kind.ts';
import { asText } from '../values.ts';
import { DatetimeDisplay } from './display.tsx';

export const datetime: FieldKind = {
  Display: DatetimeDisplay,
  operators: ['between', 'gte', 'lte', 'gt', 'lt', 'null'],
  width: 170,
  toText: (value) => formatMoment(asText(value), i18next.language, timeZone()),
  check: (value) => (isMoment(value) ? undefined : { key: 'check.datetime' }),
};
