import { createHash } from 'node:crypto';
import { classify } from '#db/errors.ts';
import { Params } from '#db/params.ts';
import { isLimited } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { AppError, type Detail, validationFailed } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { countWithinReach } from '../query/reach.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import type { RecordObject, Values } from './validate.ts';

/** True for references without a foreign key: arrays of ids, and custom fields. */
const lacksForeignKey = (field: Field): boolean => field.declared.to !== undefined && !field.foreignKey;

export const hasReferencesWithoutForeignKey = (values: Values): boolean => {
  for (const [field, value] of values) if (value !== null && lacksForeignKey(field)) return true;
  return false;
};

/**
 * Replaces a foreign key where there is none: checks that the referenced records exist, and locks them until the
 * transaction ends. A deletion of one of them waits for this transaction, then finds the new reference and clears it.
 */
export async function lockReferences(context: Context, values: Values): Promise<void> {
  const details: Detail[] = [];
  for (const [field, value] of values) {
    if (value === null || !lacksForeignKey(field)) continue;
    const ids = idsOf(value);
    if (ids.length === 0) continue;
    const missing = await lockAgainstDelete(context, context.registry.target(field), ids);
    if (missing.length > 0) {
      details.push({
        field: field.key,
        code: 'reference_not_found',
        message: `${field.key} names a record that does not exist: ${missing.join(', ')}.`,
      });
    }
  }
  if (details.length > 0) throw validationFailed(details);
}

/**
 * Refuses references to records that the caller may not read, because of `:own`, `:team` or their audience, with the
 * error for a record that does not exist. References that the record already has, and references to the caller, are
 * allowed. A caller without the scope to read the model may reference its records, as an API key that only writes does.
 */
export async function requireReadableReferences(
  context: Context,
  values: Values,
  previous?: RecordObject,
): Promise<void> {
  const { access, userId } = context.caller;
  const details: Detail[] = [];
  for (const [field, value] of values) {
    if (value === null || field.declared.to === undefined) continue;
    const grant = access.readGrant(context.registry.target(field));
    if (!grant || !isLimited(grant)) continue;
    const unchanged = idsOf(previous?.[field.key]);
    const ids = new Set(idsOf(value).filter((id) => id !== userId && !unchanged.includes(id)));
    if (ids.size > 0 && (await countWithinReach(context, grant, [...ids])) < ids.size)
      details.push({
        field: field.key,
        code: 'reference_not_found',
        message: `${field.key} names a record that does not exist.`,
      });
  }
  if (details.length > 0) throw validationFailed(details);
}

/** The ids in the value of a reference field: one id or an array. */
export const idsOf = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]) as string[];

/** Locks records against deletion until the transaction ends. Returns the ids of records that do not exist. */
export async function lockAgainstDelete(context: Context, model: Model, ids: readonly string[]): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')}) order by t.id for key share`,
    params.values,
  );
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/** The text that is reserved: the value in lower case, or its digest when it is too long for an index. */
export function uniqueText(value: JsonValue): string {
  const text = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
  return text.length <= 500 ? text : createHash('sha256').update(text).digest('hex');
}

/** Numbers of new records are reserved by the statement that inserts the record, and never change. */
export const isCustomNumber = ({ customId, behaviour }: Field): boolean =>
  customId !== undefined && behaviour?.kind === 'autonumber';

export const hasCustomUniques = (values: Values): boolean => {
  for (const field of values.keys()) if (field.column === null && field.unique && !isCustomNumber(field)) return true;
  return false;
};

/** Reserves the values of unique custom fields for a record. The primary key refuses a second reservation. */
export async function reserveUniques(context: Context, recordId: string, values: Values): Promise<void> {
  for (const [field, value] of values) {
    if (field.column !== null || !field.unique || field.customId === undefined) continue;
    const key = [context.caller.tenantId, field.customId];
    await queryable(context).query(
      'delete from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid and record_id = $3::uuid',
      [...key, recordId],
    );
    if (value === null) continue;
    const reserved = await queryable(context).query(
      `insert into custom_uniques (tenant_id, field_id, value, record_id)
       values ($1::bigint, $2::uuid, $3::text, $4::uuid) on conflict do nothing returning 1`,
      [...key, uniqueText(value), recordId],
    );
    if (reserved.length === 0) throw uniqueViolation(field);
  }
}

/** The error of an insert that reserves a number which another record has: an imported one. Other errors are returned as they are. */
export function asTakenNumber(error: unknown, values: Values): unknown {
  const fault = classify(error);
  const number = [...values.keys()].find(isCustomNumber);
  return number && fault?.kind === 'unique' && fault.constraint === 'custom_uniques_pkey'
    ? uniqueViolation(number)
    : error;
}

const uniqueViolation = (field: Field): AppError => {
  const message = `Another record already has this ${field.key}.`;
  return new AppError('unique_violation', message, [{ field: field.key, code: 'unique_violation', message }]);
};

/** Releases the reservations of deleted records. */
export async function releaseUniques(context: Context, model: Model, ids: readonly string[]): Promise<void> {
  if (![...model.fields.values()].some((field) => field.column === null && field.unique)) return;
  await queryable(context).query(
    'delete from custom_uniques where tenant_id = $1::bigint and record_id = any($2::uuid[])',
    [context.caller.tenantId, ids],
  );
}
