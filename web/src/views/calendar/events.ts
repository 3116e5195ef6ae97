import type { Icon } from '@tabler/icons-react';
import type { RecordData } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';
import { addDays, type Day, daysBetween, instantOf, isDay, type Moment, minutesOfDay, momentOf } from './days.ts';

/** A record on one day of the calendar. A record that lasts several days has an event on each of them. */
export interface CalendarEvent {
  readonly record: RecordData;
  readonly title: string;
  /** The kind of the record, for a calendar of several models. */
  readonly kind?: { readonly icon: Icon; readonly label: string } | undefined;
  readonly day: Day;
  /** Minutes since midnight; undefined when the field has no time. */
  readonly minutes: number | undefined;
  /** The duration on this day in minutes; undefined when it is unknown. */
  readonly length?: number | undefined;
  /** The first day of the record. `before` and `after` are true when the record also covers earlier or later days. */
  readonly start: Day;
  readonly before: boolean;
  readonly after: boolean;
  /** True when the record is done or closed. */
  readonly done: boolean;
  readonly failed: boolean;
}

/** The day and time of a value of a date field; undefined without a valid value. */
export function placeOf(value: unknown, type: Field['type'], zone: string) {
  if (typeof value !== 'string' || value === '') return undefined;
  if (type === 'date') {
    const day = value.slice(0, 10);
    return isDay(day) ? { day, minutes: undefined } : undefined;
  }
  return Number.isNaN(Date.parse(value)) ? undefined : momentOf(value, zone);
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

type Part = Pick<CalendarEvent, 'day' | 'minutes' | 'length' | 'start' | 'before' | 'after'>;

/** The parts of a record between its start and end, one for each shown day. */
export function partsOf(start: Place, end: Place | undefined, shown: { readonly from: Day; readonly to: Day }): Part[] {
  const timed = start.minutes !== undefined;
  const startMinutes = start.minutes ?? 0;
  // An end before the start is an input error, so it is ignored.
  const isEnd =
    end !== undefined && (end.day > start.day || (end.day === start.day && (end.minutes ?? 0) > startMinutes));
  // A record that ends at midnight ends on the day before.
  const atMidnight = isEnd && end.minutes === 0 && end.day > start.day;
  const last = !isEnd ? start.day : atMidnight ? addDays(end.day, -1) : end.day;
  const lastMinutes = atMidnight ? minutesOfDay : (end?.minutes ?? minutesOfDay);
  const parts: Part[] = [];
  const until = last < shown.to ? last : shown.to;
  for (let day = start.day > shown.from ? start.day : shown.from; day <= until; day = addDays(day, 1)) {
    const minutes = !timed ? undefined : day === start.day ? startMinutes : 0;
    const length = isEnd && timed ? (day === last ? lastMinutes : minutesOfDay) - (minutes ?? 0) : undefined;
    parts.push({ day, minutes, length, start: start.day, before: day > start.day, after: day < last });
  }
  return parts;
}

/** The value of a date field for a day and time. */
export const valueAt = ({ day, minutes }: Moment, type: Field['type'], zone: string): string =>
  type === 'date' ? day : instantOf({ day, minutes }, zone);

const isLong = ({ before, after }: CalendarEvent): boolean => before || after;

/** Events of several days come first, so that they stay on one line from day to day. */
const byTime = (a: CalendarEvent, b: CalendarEvent): number =>
  Number(isLong(b)) - Number(isLong(a)) ||
  (isLong(a) ? a.start.localeCompare(b.start) : 0) ||
  (a.minutes ?? -1) - (b.minutes ?? -1) ||
  a.title.localeCompare(b.title) ||
  (a.record._id < b.record._id ? -1 : 1);

/** The events of each day, by time and title. */
export function eventsByDay(events: readonly CalendarEvent[]): Map<Day, CalendarEvent[]> {
  const days = new Map<Day, CalendarEvent[]>();
  for (const event of events) {
    const list = days.get(event.day);
    if (list) list.push(event);
    else days.set(event.day, [event]);
  }
  for (const list of days.values()) list.sort(byTime);
  return days;
}

/** The minimum length of an event on the hours grid. Records without an end have this length. */
export const shownMinutes = 45;

export interface PlacedEvent {
  readonly event: CalendarEvent;
  readonly start: number;
  readonly length: number;
  /** Overlapping events share the width: the event is in column `lane` of `lanes`. */
  readonly lane: number;
  readonly lanes: number;
}

const byHour = (a: CalendarEvent, b: CalendarEvent): number => (a.minutes ?? 0) - (b.minutes ?? 0) || byTime(a, b);

/** Arranges the events of a day side by side where they overlap. */
export function placeOnHours(events: readonly CalendarEvent[]): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  let cluster: Omit<PlacedEvent, 'lanes'>[] = [];
  let laneEnds: number[] = [];
  const close = () => {
    for (const item of cluster) placed.push({ ...item, lanes: laneEnds.length });
    cluster = [];
    laneEnds = [];
  };
  for (const event of events.filter(({ minutes }) => minutes !== undefined).sort(byHour)) {
    const length = Math.max(event.length ?? 0, shownMinutes);
    // The start is moved up if the event would otherwise extend beyond midnight.
    const start = Math.min(event.minutes ?? 0, minutesOfDay - length);
    if (laneEnds.every((end) => end <= start)) close();
    const free = laneEnds.findIndex((end) => end <= start);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = start + length;
    cluster.push({ event, start, length, lane });
  }
  close();
  return placed;
}

/** Rounds a time on the hours grid to a quarter of an hour. */
export const snap = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes / 15) * 15, 0), minutesOfDay - 15);

/** The end of a record after its start was moved, with the same duration; undefined without an end. */
export function shiftedEnd(end: unknown, from: unknown, to: string, type: Field['type']): string | undefined {
  if (typeof end !== 'string' || typeof from !== 'string') return undefined;
  if (type === 'date') return addDays(end, daysBetween(from, to));
  return new Date(Date.parse(end) + Date.parse(to) - Date.parse(from)).toISOString();
}

/** The number of events that fit into a cell, and the number of events behind "more". */
export function fitting(count: number, room: number): { shown: number; more: number } {
  if (count <= room) return { shown: count, more: 0 };
  const shown = Math.max(0, room - 1);
  return { shown, more: count - shown };
}
