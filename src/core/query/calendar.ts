import type { Context } from '../context.ts';
import { readTimeZone, readZoneName } from './time-zone.ts';

/** A calendar defines the current day and the days of a week. */
export interface Calendar {
  readonly zone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDayOfWeek: number;
}

/** A calendar for checks that do not depend on the days. */
export const plainCalendar: Calendar = { zone: 'UTC', firstDayOfWeek: 1 };

/**
 * The calendar of a request: the time zone of `tz`, else the company's, and the first day of the week of the company,
 * else Monday.
 */
export async function readCalendar(context: Context, tz: unknown): Promise<Calendar> {
  const { timeZone, firstDayOfWeek } = await context.services.directory.company(context.caller.tenantId);
  return { zone: tz === undefined ? timeZone : readZoneName(tz), firstDayOfWeek: firstDayOfWeek ?? 1 };
}

/** The same calendar for statements in which PostgreSQL uses the time zone too. */
export async function readSqlCalendar(context: Context, tz: unknown): Promise<Calendar> {
  return { ...(await readCalendar(context, undefined)), zone: await readTimeZone(context, tz) };
}
