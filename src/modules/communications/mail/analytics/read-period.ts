import { badQuery } from '#core/errors.ts';
import { bindField } from '#core/fields/bind-field.ts';
import { isCalendarDate } from '#core/fields/date.ts';
import { Problem } from '#core/fields/field.ts';
import { datetime } from '#core/fields/index.ts';

const instant = bindField('at', datetime());

function readInstant(text: string, name: string): string {
  try {
    return String(instant.type.parse(text, instant));
  } catch (error) {
    if (error instanceof Problem)
      throw badQuery(name, 'must be a date such as 2026-01-31, or an ISO 8601 timestamp with a time zone');
    throw error;
  }
}

/** Reads `from` and `to`. A date means the whole day in UTC, and both ends are included. */
export function readPeriod(
  from: string | undefined,
  to: string | undefined,
): { from: string | null; until: string | null } {
  const start = from === undefined ? null : readInstant(from, 'from');
  // Facts are stored with milliseconds.
  const end = to === undefined ? null : isCalendarDate(to) ? `${to}T23:59:59.999Z` : readInstant(to, 'to');
  if (start !== null && end !== null && start > end) throw badQuery('to', 'must not be before from');
  return { from: start, until: end };
}
