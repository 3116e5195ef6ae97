import type { Field } from '~/metadata/model.ts';
import type { CheckFailure } from '../kind.ts';

export function checkNumber(value: unknown, { type, min, max }: Field): CheckFailure | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'check.number' };
  if (type === 'integer' && !Number.isInteger(value)) return { key: 'check.integer' };
  if (typeof min === 'number' && value < min) return { key: 'check.min', values: { min } };
  if (typeof max === 'number' && value > max) return { key: 'check.max', values: { max } };
  return undefined;
}
