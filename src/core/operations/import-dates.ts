import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { datetimeType } from '../fields/datetime.ts';
import { Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { platformScopes } from '../platform-names.ts';
import type { Input } from './validate.ts';

/** The dates of a record that is imported from another system. */
export interface RecordDates {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The id of the user who created the record there. Defaults to the caller. */
  readonly createdBy?: string | undefined;
}

/** An import sets dates that the platform otherwise guarantees, so it needs the scope that also changes the schema. */
export const requireImportAccess = ({ caller }: Context): void =>
  caller.access.requireFullReach(platformScopes.imports);

/** Separates the dates from the other fields. A missing date gets the value of the other one. */
export function extractDates(
  model: Model,
  { createdAt, updatedAt, ...record }: Input,
): {
  record: Input;
  dates: RecordDates | undefined;
} {
  if (createdAt === undefined && updatedAt === undefined) return { record, dates: undefined };
  const created = readDate(model, 'createdAt', createdAt ?? updatedAt);
  const updated = readDate(model, 'updatedAt', updatedAt ?? createdAt);
  if (updated < created) throw invalid('updatedAt', 'out_of_range', 'must not be before createdAt');
  return { record, dates: { createdAt: created, updatedAt: updated } };
}

function readDate(model: Model, key: 'createdAt' | 'updatedAt', value: unknown): string {
  try {
    const field = model.fields.get(key);
    if (!field) throw new Error(`${model.name} has no ${key}`);
    const text = String(datetimeType.check(value, field));
    if (Date.parse(text) > Date.now()) throw new Problem('out_of_range', 'must not be in the future');
    return text;
  } catch (problem) {
    if (problem instanceof Problem) throw invalid(key, problem.code, problem.message);
    throw problem;
  }
}
