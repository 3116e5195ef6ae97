import { isCalendarDate } from '#core/fields/date.ts';
import { momentOf } from '#lib/zoned-time.ts';
import { CellProblem } from './cell-problem.ts';

/** How a language writes dates with slashes. */
export interface DateFormat {
  readonly dayFirst: boolean;
  readonly example: string;
}

export function dateFormat(locale: string): DateFormat {
  const order = new Intl.DateTimeFormat(locale)
    .formatToParts(new Date(2026, 0, 31))
    .flatMap(({ type }) => (type === 'day' || type === 'month' ? [type] : []));
  const dayFirst = order[0] === 'day';
  return { dayFirst, example: dayFirst ? '31.01.2026 or 31/01/2026' : '01/31/2026' };
}

const months: readonly (readonly string[])[] = [
  ['jan', 'january', 'januar', 'jänner'],
  ['feb', 'february', 'februar'],
  ['mar', 'march', 'mär', 'märz', 'mrz', 'maerz'],
  ['apr', 'april'],
  ['may', 'mai'],
  ['jun', 'june', 'juni'],
  ['jul', 'july', 'juli'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october', 'okt', 'oktober'],
  ['nov', 'november'],
  ['dec', 'december', 'dez', 'dezember'],
];

/** The days that spreadsheets count from. Numbers below the first one of 1954 are too likely to be something else. */
const firstSerial = 20_000;
const lastSerial = 80_000;
const serialDay0 = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const maxLength = 60;

const problemOf = ({ example }: DateFormat): CellProblem =>
  new CellProblem('invalid_format', `is not a date such as 2026-01-31 or ${example}`);

/** Two digits are a year of the last 80 or of the next 20 years. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  const century = Math.floor(new Date().getUTCFullYear() / 100) * 100;
  return century + year > new Date().getUTCFullYear() + 20 ? century + year - 100 : century + year;
}

function dayText(year: string, month: number | string, day: string, format: DateFormat): string {
  const text = `${String(fullYear(year)).padStart(4, '0')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isCalendarDate(text)) throw problemOf(format);
  return text;
}

const monthNamed = (name: string): number => months.findIndex((names) => names.includes(name.toLowerCase())) + 1;

/** Reads the day of a text without a time. */
function readDay(text: string, format: DateFormat): string {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dayText(iso[1] as string, iso[2] as string, iso[3] as string, format);
  const dotted = /^(\d{1,2})[.-] ?(\d{1,2})[.-] ?(\d{4}|\d{2})$/.exec(text);
  // Dots mean the day first in every country that uses them. Dashes do where slashes do.
  if (dotted && (text.includes('.') || format.dayFirst))
    return dayText(dotted[3] as string, dotted[2] as string, dotted[1] as string, format);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(text);
  if (slashed) {
    const [day, month] = format.dayFirst ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]];
    return dayText(slashed[3] as string, month as string, day as string, format);
  }
  const named =
    /^(?<day>\d{1,2})\.?[ -](?<month>[a-zäA-ZÄ]{3,9})\.?[ -](?<year>\d{4}|\d{2})$/.exec(text)?.groups ??
    /^(?<month>[a-zäA-ZÄ]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/.exec(text)?.groups;
  const month = named ? monthNamed(named.month as string) : 0;
  if (named && month > 0) return dayText(named.year as string, month, named.day as string, format);
  throw problemOf(format);
}

function daySerial(number: number, format: DateFormat): string {
  if (!(number >= firstSerial && number < lastSerial)) throw problemOf(format);
  return new Date(serialDay0 + Math.floor(number) * dayMs).toISOString().slice(0, 10);
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}/;

/** Reads a date. A time at the end is dropped when it is ISO 8601, as exports write it. */
export function readDate(cell: string | number | Date, format: DateFormat): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'number') return daySerial(cell, format);
  if (cell.length > maxLength) throw problemOf(format);
  if (/^\d{5}$/.test(cell)) return daySerial(Number(cell), format);
  const day = isoTime.exec(cell)?.[1];
  return readDay(day ?? cell, format);
}

const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z| ?UTC|[+-]\d{2}:?\d{2})$/;
const clock =
  /^(?<day>.+?)(?:[T,]| )\s*(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:\.\d+)?)?(?: ?(?<half>[AaPp]\.?[Mm]\.?))?(?: ?Uhr)?$/;

/** Reads a time. Without an offset it is the time of the zone; without a time of the day the day's begin there. */
export function readDatetime(cell: string | number | Date, format: DateFormat, zone: string): string {
  if (cell instanceof Date) return atClock(cell.toISOString().slice(0, 10), wallMs(cell), zone);
  if (typeof cell === 'number') {
    const ms = Math.round((cell % 1) * dayMs);
    return atClock(daySerial(cell, format), ms, zone);
  }
  if (cell.length > maxLength) throw problemOf(format);
  if (instant.test(cell)) {
    const at = new Date(cell.replace(' UTC', 'Z').replace('UTC', 'Z').replace(' ', 'T'));
    if (Number.isNaN(at.getTime())) throw problemOf(format);
    return at.toISOString();
  }
  const timed = clock.exec(cell)?.groups;
  if (!timed) return atClock(readDate(cell, format), 0, zone);
  const { day = '', hours = '', minutes = '', seconds = '0', half } = timed;
  return atClock(readDay(day, format), clockMs(Number(hours), Number(minutes), Number(seconds), half, format), zone);
}

function clockMs(
  hours: number,
  minutes: number,
  seconds: number,
  half: string | undefined,
  format: DateFormat,
): number {
  if (minutes > 59 || seconds > 59 || hours > (half ? 12 : 23) || (half && hours === 0)) throw problemOf(format);
  const hour = half ? (hours % 12) + (/^p/i.test(half) ? 12 : 0) : hours;
  return ((hour * 60 + minutes) * 60 + seconds) * 1000;
}

const wallMs = (date: Date): number => date.getTime() - Math.floor(date.getTime() / dayMs) * dayMs;

const atClock = (day: string, ms: number, zone: string): string =>
  new Date(momentOf(day, Math.floor(ms / 60_000), zone).getTime() + (ms % 60_000)).toISOString();
