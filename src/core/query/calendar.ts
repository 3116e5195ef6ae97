import type { Context } from '../context.ts';
import { readTimeZone, readZoneName } from './time-zone.ts';

/** A calendar decides which day it is, and which days are one week. */
export interface Calendar {
  readonly zone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDayOfWeek: number;
}

/** For checks, where the days do not matter. */
export const plainCalendar: Calendar = { zone: 'UTC', firstDayOfWeek: 1 };

/** The calendar of a request: `tz`, else the time zone of the company, and the company's first day of the week, else Monday. */
export async function readCalendar(context: Context, tz: unknown): Promise<Calendar> {
  const { timeZone, firstDayOfWeek } = await context.services.directory.company(context.caller.tenantId);
  return { zone: tz === undefined ? timeZone : readZoneName(tz), firstDayOfWeek: firstDayOfWeek ?? 1 };
}

/** The same, for statements in which PostgreSQL uses the time zone too. */
export async function readSqlCalendar(context: Context, tz: unknown): Promise<Calendar> {
  return { ...(await readCalendar(context, undefined)), zone: await readTimeZone(context, tz) };
}
