import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { refusals } from './refusals.ts';

const timeOf = (value: RecordObject[string] | undefined): number | undefined =>
  typeof value === 'string' ? Date.parse(value) : undefined;

/** Throws when the form takes no submissions now. */
export function requireOpen({ opensAt, closesAt }: RecordObject, now = Date.now()): void {
  if (now < (timeOf(opensAt) ?? now)) throw new AppError('conflict', refusals.notOpen);
  if (now >= (timeOf(closesAt) ?? Number.POSITIVE_INFINITY)) throw new AppError('conflict', refusals.closed);
}
