import { invalid } from '#core/errors.ts';

const maxAheadMs = 366 * 24 * 3_600_000;

/** The send time. A time in the past means now, because the clocks of client and server differ. */
export function readSendAt(value: string): Date {
  const at = new Date(value);
  if (Number.isNaN(at.getTime()))
    throw invalid('sendAt', 'invalid_format', 'must be a time such as 2030-01-31T09:00:00Z');
  if (at.getTime() < Date.now() - 24 * 3_600_000) throw invalid('sendAt', 'out_of_range', 'must not be in the past');
  if (at.getTime() > Date.now() + maxAheadMs) throw invalid('sendAt', 'out_of_range', 'must be within a year');
  return at;
}
