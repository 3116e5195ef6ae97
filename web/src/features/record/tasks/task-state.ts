import type { RecordData } from '~/api/records.ts';

export const isDone = ({ status }: RecordData): boolean => status === 'done';

/** True when the task is done or cancelled. */
export const isClosed = ({ status }: RecordData): boolean => status === 'done' || status === 'cancelled';

/** The change that completes a task, or reopens it. */
export const ticked = (record: RecordData, now: Date): Readonly<Record<string, unknown>> =>
  isDone(record) ? { status: 'open', completedAt: null } : { status: 'done', completedAt: now.toISOString() };

/** True when the task is overdue. `today` is a local date such as 2026-11-16. */
export const isOverdue = (record: RecordData, today: string): boolean =>
  !isClosed(record) && typeof record.dueDate === 'string' && record.dueDate < today;

/** Sorts tasks by due date. Tasks without a date come last, newest first. */
export function byDueDate(a: RecordData, b: RecordData): number {
  const [first, second] = [a.dueDate, b.dueDate].map((date) => (typeof date === 'string' ? date : '9999'));
  return (first as string).localeCompare(second as string) || b.createdAt.localeCompare(a.createdAt);
}

/** The date of a moment in a time zone, by default the browser's. */
export function dateIn(now: Date, timeZone: string | null): string {
  // Swedish dates are written as 2026-11-16.
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: timeZone ?? undefined }).format(now);
}
