import { useTranslation } from 'react-i18next';
import { amountCurrency } from '~/lib/company-currency.ts';
import { dateFormat, numberFormat } from '~/lib/intl.ts';
import { formatMoney } from '~/lib/money.ts';
import { useTimeZone } from '~/lib/time-zone.ts';

const rateDigits = 1;

/** Formats numbers and times in the language and time zone of the person. */
export function useFormat() {
  const { i18n } = useTranslation();
  const timeZone = useTimeZone();
  const { language } = i18n;
  const read = (value: unknown): Date | undefined => {
    const time = typeof value === 'string' ? new Date(value) : undefined;
    return time && !Number.isNaN(time.getTime()) ? time : undefined;
  };
  const withStyle = (options: Intl.DateTimeFormatOptions) => (value: unknown) => {
    const time = read(value);
    return time ? dateFormat(language, { ...options, timeZone }).format(time) : '';
  };
  return {
    number: (value: unknown) => numberFormat(language).format(Number(value ?? 0)),
    /** An amount in its currency, or in that of the company. */
    money: (value: number, currency: string | null | undefined) =>
      formatMoney(value, amountCurrency(currency), language),
    rate: (value: number) =>
      numberFormat(language, { style: 'percent', maximumFractionDigits: rateDigits }).format(value),
    time: withStyle({ dateStyle: 'medium', timeStyle: 'short' }),
    exactTime: withStyle({ dateStyle: 'medium', timeStyle: 'medium' }),
    date: withStyle({ dateStyle: 'medium' }),
    /** Formats a day of the statistics, which are in UTC. */
    day: (value: string) =>
      dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(value)),
    bytes: (value: number) =>
      numberFormat(language, {
        style: 'unit',
        unit: value < 1_000_000 ? 'kilobyte' : 'megabyte',
        maximumFractionDigits: 1,
      }).format(value < 1_000_000 ? value / 1000 : value / 1_000_000),
    duration: (seconds: number) => duration(language, seconds),
  };
}

/** Formats the two largest units of a duration: `2 hr 5 min`, `40 sec`. */
function duration(language: string, seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const unit = (value: number, name: string) =>
    numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${unit(hours, 'hour')} ${unit(minutes, 'minute')}`;
  if (minutes > 0) return `${unit(minutes, 'minute')} ${unit(whole % 60, 'second')}`;
  return unit(whole, 'second');
}
