import type { Calendar } from '#core/query/calendar.ts';
import { addDays, beginOfDay, todayIn } from '#lib/days.ts';
import type { CompiledSegment } from '../definition/compile-segment.ts';

const hourMs = 3_600_000;

/** When all records are compared again, because the current day or time is part of the definition; null for never. */
export function nextEvaluation(
  again: CompiledSegment['again'],
  { zone }: Calendar,
  known: Date | null,
  now: Date,
): Date | null {
  if (again === 'never') return null;
  if (known) return known;
  if (again === 'hourly') return new Date(Math.floor(now.getTime() / hourMs) * hourMs + hourMs);
  return new Date(beginOfDay(addDays(todayIn(zone, now), 1), zone));
}
