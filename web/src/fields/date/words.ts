import * as german from 'chrono-node/de';
import * as english from 'chrono-node/en';
import dayjs from 'dayjs';
import './format.ts';

/** A named day, with the time if one was named too. */
export interface NamedMoment {
  readonly date: string;
  readonly time?: string;
}

export interface WordsOptions {
  readonly language: string;
  readonly zone: string;
  /** True when a day without a year or week means the next such day, not the nearest. */
  readonly forward?: boolean;
  readonly now?: Date;
}

const pastWords = /\b(last|ago|past|previous|yesterday|letzte[nrs]?|vorige[nrs]?|vergangene[nrs]?|vor|gestern)\b/i;
/** The hour that the library assumes when none is named. */
const impliedHour = 12;

const two = (number: number): string => String(number).padStart(2, '0');

/** Parses words and dates of the language: `next Friday`, `in 3 Wochen`, `16.11.2026 14:30`. */
export function readWords(text: string, { language, zone, forward = true, now = new Date() }: WordsOptions) {
  const wanted = text.trim();
  const reader = language.startsWith('de') ? german.casual : language === 'en-GB' ? english.GB : english.casual;
  const offset = dayjs(now).tz(zone).utcOffset();
  // The library does not recognise `16.11.` without a year.
  const dated = wanted.replace(/^(\d{1,2}\.\d{1,2}\.)(?!\d)/, (day) => `${day}${dayjs(now).tz(zone).year()}`);
  const [found] = reader.parse(
    dated,
    { instant: now, timezone: offset },
    { forwardDate: forward && !pastWords.test(dated) },
  );
  // A text that was only partly understood is rejected, because the rest could change its meaning.
  if (found?.index !== 0 || found.text.length !== dated.length) return undefined;
  const { start } = found;
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  if (year === null || month === null || day === null) return undefined;
  const hour = start.get('hour') ?? impliedHour;
  const timed = start.isCertain('hour') || /morning|evening|afternoon|night|abend|mittag|nacht/i.test(dated);
  return {
    date: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
    ...(timed && { time: `${two(hour)}:${two(start.get('minute') ?? 0)}` }),
  } satisfies NamedMoment;
}
