import type { PrintedDocument } from './printed-document.ts';

/** Fonts of PDFs do not have the narrow no-break space that French formats contain. */
const plainSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

export interface Formats {
  money(amount: number): string;
  number(value: number): string;
  percent(value: number): string;
  /** A day such as 2026-03-01. */
  day(day: string): string;
  time(iso: string): string;
}

export function formatsOf({
  language,
  currency,
  timeZone,
}: Pick<PrintedDocument, 'language' | 'currency' | 'timeZone'>): Formats {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return {
    money: (amount) => plainSpaces(money.format(amount)),
    number: (value) => plainSpaces(number.format(value)),
    percent: (value) => plainSpaces(percent.format(value / 100)),
    day: (text) => plainSpaces(day.format(new Date(`${text}T00:00:00Z`))),
    time: (iso) => plainSpaces(time.format(new Date(iso))),
  };
}
