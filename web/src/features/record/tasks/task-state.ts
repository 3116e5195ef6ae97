import type { RecordData } from '~/api/records.ts';

export const isDone = ({ status }: RecordData): boolean => status === 'done';

/** Nothing is left to do. */
export const isClosed = ({ status }: RecordData): boolean => status === 'done' || status === 'cancelled';

/** The change that ticks a task off, or opens it again. */
export const ticked = (record: RecordData, now: Date): Readonly<Record<string, unknown>> =>
  isDone(record) ? { status: 'open', completedAt: null } : { status: 'done', completedAt: now.toISOString() };

/** `today` is a date such as 2026-11-16, where the person is. */
export const isOverdue = (record: RecordData, today: string): boolean =>
  !isClosed(record) && typeof record.dueDate === 'string' && record.dueDate < today;

/** What is due first comes first; tasks without a date come last, the newest first. */
export function byDueDate(a: RecordData, b: RecordData): number {
  const [first, second] = [a.dueDate, b.dueDate].map((date) => (typeof date === 'string' ? date : '9999'));
  return (first as string).localeCompare(second as string) || b.createdAt.localeCompare(a.createdAt);
}

/** The date of a moment in a time zone; that of the browser when it is not given. */
export function dateIn(now: Date, timeZone: string | null): string {
  // Sweden writes dates as 2026-11-16.
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: timeZone ?? undefined }).format(now);
}
