import type { Grant } from '../access/access.ts';
import { AppError } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import type { RecordObject, Values } from './validate.ts';

/** The checks that enforce `personal` of a model. Every write of a caller runs them. */

const isShared = (value: JsonValue | undefined): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Refuses a record of another user. */
export function requireOwnRecord({ model, personal }: Grant, record: RecordObject): void {
  if (personal === undefined || record[personal.declared.user] === personal.userId) return;
  const scope = `${model.moduleKey}:admin`;
  throw new AppError(
    'forbidden',
    `Only administrators (${scope}) change ${model.labelPlural.toLowerCase()} of others.`,
    [{ field: scope, code: 'missing_scope', message: `The scope ${scope} is missing for records of others.` }],
  );
}

/** Refuses a write that gives the record to another user, or shares it without the permission. */
export function requireOwnValues(grant: Grant, values: Values, previous: RecordObject = {}): void {
  if (grant.personal === undefined) return;
  const given = Object.fromEntries([...values].map(([field, value]) => [field.key, value]));
  const record = { ...previous, ...given };
  requireOwnRecord(grant, record);
  requireSharing(grant, record);
}

/** Refuses a record that is shared with other users, unless the caller may share records. */
export function requireSharing({ model, personal }: Grant, record: RecordObject): void {
  if (personal === undefined || personal.mayShare) return;
  const shared = personal.declared.sharing?.find((key) => isShared(record[key]));
  if (shared === undefined) return;
  const scope = model.scopes.write;
  throw new AppError('forbidden', `Sharing needs the permission ${scope}; without it leave ${shared} empty.`, [
    { field: scope, code: 'missing_scope', message: `The scope ${scope} is missing to set ${shared}.` },
  ]);
}
