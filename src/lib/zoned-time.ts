import { LruMap } from './lru.ts';

/** A moment as people in a time zone read it from the calendar and the clock. */
export interface LocalTime {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Minutes since midnight. */
  readonly minutes: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

const minuteMs = 60_000;

const formats = new LruMap<string, Intl.DateTimeFormat>(500);

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The time of a clock in a zone, as if it were UTC, to the minute. */
function wallClock(time: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(time);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

export function localTime(at: Date, zone: string): LocalTime {
  const wall = new Date(wallClock(at.getTime(), zone));
  return {
    day: wall.toISOString().slice(0, 10),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay() || 7,
  };
}

/**
 * The moment at which a clock in the zone shows this time of this day. A time that the clock skips in spring is as much
 * later as the clock is put forward; of a time that it shows twice in autumn, it is the first.
 */
export function momentOf(day: string, minutes: number, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  // The offset may change near the time, so both offsets of that day are tried.
  const offsets = [wall - 24 * 60 * minuteMs, wall + 24 * 60 * minuteMs].map(
    (time) => wallClock(time, zone) - Math.floor(time / minuteMs) * minuteMs,
  );
  const candidates = offsets.map((offset) => wall - offset);
  const exact = candidates.filter((time) => wallClock(time, zone) === wall);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** A span of time, without its end. */
interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The spans in which a clock in the zone shows this day and a time from `from` up to `to`, in minutes since midnight. There
 * are two where the clock is put back meanwhile, and none where it skips all of the times.
 */
export function clockSpans(day: string, from: number, to: number, zone: string): Span[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const wall = { from: midnight + from * minuteMs, to: midnight + to * minuteMs };
  return offsetsBetween(wall.from - maxOffsetMs, wall.to + maxOffsetMs, zone).flatMap((part) => {
    const begins = Math.max(part.from, wall.from - part.offset);
    const ends = Math.min(part.to, wall.to - part.offset);
    return begins < ends ? [{ from: new Date(begins), to: new Date(ends) }] : [];
  });
}

/** Clocks differ from UTC by at most fourteen hours, and one change of them is added. */
const maxOffsetMs = 15 * 60 * minuteMs;

interface OffsetPart {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** The parts of a time in which the offset of the zone stays the same. Within some days, it changes once at most. */
function offsetsBetween(from: number, to: number, zone: string): OffsetPart[] {
  const first = wallClock(from, zone) - from;
  const last = wallClock(to, zone) - to;
  if (first === last) return [{ from, to, offset: first }];
  let [before, after] = [from, to];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (wallClock(middle, zone) - middle === first) before = middle;
    else after = middle;
  }
  return [
    { from, to: after, offset: first },
    { from: after, to, offset: last },
  ];
}

/** Parses `09:30` to minutes since midnight; undefined when it is not a time of a day. `24:00` is the end of the day. */
export function parseClock(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : undefined;
}

/** True for a name of the time zone database, such as Europe/Berlin. */
export function isTimeZone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || zone.length > 64) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    // Intl has no check that answers instead of throwing.
    return false;
  }
}
