import { useTranslation } from 'react-i18next';
import { dateFormat, numberFormat } from '~/lib/intl.ts';
import { formatMoney } from '~/lib/money.ts';
import { timeZone } from '~/lib/time-zone.ts';
import { unitOf, type Value, type Widget } from './widget.ts';

/** Numbers in large type are shortened from this value on: 1.2M. */
const shortenFrom = 100_000;

const dayFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
  year: { year: 'numeric' },
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text);

type Money = (value: number, options?: { readonly compact?: boolean; readonly whole?: boolean }) => string;

/** Amounts below 100 keep their fraction. */
function shortMoney(value: number, money: Money): string {
  const size = Math.abs(value);
  return money(value, size >= shortenFrom ? { compact: true } : { whole: size >= 100 });
}

/** Formats values in the person's language. Numbers are amounts when a currency is given. */
export function useFormat(currency?: string) {
  const { t, i18n } = useTranslation('dashboards');
  const { language } = i18n;
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    numberFormat(language, { maximumFractionDigits: 2, ...options }).format(value);
  const date = (text: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { ...options, timeZone: isDay(text) ? 'UTC' : timeZone() }).format(new Date(text));
  const money: Money = (value, options = {}) => formatMoney(value, currency, language, options);
  return {
    value(value: Value): string {
      if (value === null) return '–';
      if (typeof value === 'number') return currency ? money(value) : number(value);
      return isDay(value) || isMoment(value) ? date(value, { dateStyle: 'medium' }) : value;
    },
    short(value: Value): string {
      if (typeof value !== 'number') return this.value(value);
      if (currency) return shortMoney(value, money);
      if (Math.abs(value) < shortenFrom) return number(value, { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });
      return number(value, { notation: 'compact', maximumFractionDigits: 1 });
    },
    /** All labels of an axis use compact notation. */
    axis: (value: number): string =>
      currency ? money(value, { compact: true }) : number(value, { notation: 'compact', maximumFractionDigits: 1 }),
    change: (fraction: number): string =>
      number(fraction, {
        style: 'percent',
        maximumFractionDigits: Math.abs(fraction) < 0.1 ? 1 : 0,
        signDisplay: 'exceptZero',
      }),
    percent: (fraction: number): string => number(fraction, { style: 'percent', maximumFractionDigits: 0 }),
    /** The label of a group: periods are formatted as dates, others have the server's label. */
    group(widget: Pick<Widget, 'groupBy'>, { key, label }: { key: unknown; label: string }): string {
      if (key === null) return t('noValue');
      if (typeof key === 'boolean') return key ? t('common:yes') : t('common:no');
      const unit = unitOf(widget);
      if (unit === undefined || !isDay(label)) return label;
      if (unit === 'quarter') return `Q${Math.floor(Number(label.slice(5, 7)) / 3.1) + 1} ${label.slice(2, 4)}`;
      return date(label, dayFormats[unit] ?? { dateStyle: 'medium' });
    },
    moment: (text: string): string =>
      date(text, isDay(text) ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' }),
  };
}
