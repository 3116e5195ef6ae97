import { badQuery } from '../errors.ts';
import { bindField } from '../fields/bind-field.ts';
import { datetimeType } from '../fields/datetime.ts';
import { Problem } from '../fields/field.ts';

const time = bindField('time', { type: datetimeType, options: {} });

/** Reads a time in a query, such as `?asOf=`. Returns it in UTC. */
export function readTime(value: unknown, name: string): string {
  try {
    return String(datetimeType.check(value, time));
  } catch (problem) {
    if (problem instanceof Problem) throw badQuery(name, problem.message);
    throw problem;
  }
}
