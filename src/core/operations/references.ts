import { createHash } from 'node:crypto';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { AppError, type Detail, validationFailed } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { scopedRows, tableAs, tenantRows, withinReach } from '../query/rows.ts';
import type { RecordObject, Values } from './validate.ts';

/** References that no foreign key guards: arrays of ids, and those among the tenant's own fields. */
const isUnguarded = (field: Field): boolean => field.declared.to !== undefined && !field.foreignKey;

export const hasUnguardedReferences = (values: Values): boolean => {
  for (const [field, value] of values) if (value !== null && isUnguarded(field)) return true;
  return false;
};

/**
 * Checks that they exist and holds them until the transaction ends. A delete of one of them waits for us, then finds our
 * record and clears it: together that is what a foreign key does.
 */
export async function holdReferences(context: Context, values: Values): Promise<void> {
  const details: Detail[] = [];
  for (const [field, value] of values) {
    if (value === null || !isUnguarded(field)) continue;
    const ids = idsOf(value);
    if (ids.length === 0) continue;
    const missing = await hold(context, context.registry.target(field), ids);
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
 * A caller whose reach on a model is narrowed does not point to a record that they may not read: the answer is the one for
 * a record that does not exist. A reference that the record has already is kept. Models without `ownerId` are lists that
 * everybody chooses from, such as statuses and users.
 */
export async function requireKnownReferences(context: Context, values: Values, previous?: RecordObject): Promise<void> {
  const { access } = context.caller;
  const details: Detail[] = [];
  for (const [field, value] of values) {
    if (value === null || field.declared.to === undefined) continue;
    const target = context.registry.target(field);
    const reach = access.reach(target.scopes.read);
    if (target.ownerField.key !== 'ownerId' || reach === undefined || reach === 'all') continue;
    const kept = idsOf(previous?.[field.key]);
    const ids = idsOf(value).filter((id) => !kept.includes(id));
    if (ids.length > 0 && (await countKnown(context, access.grant(target, 'read'), ids)) < new Set(ids).size)
      details.push({
        field: field.key,
        code: 'reference_not_found',
        message: `${field.key} names a record that does not exist.`,
      });
  }
  if (details.length > 0) throw validationFailed(details);
}

/** How many of these records are within reach. */
export async function countKnown(context: Context, grant: Grant, ids: readonly string[]): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const [row] = await queryable(context).query<{ known: number }>(
    `select k.known from ${scoped(
      'k',
      `select count(*)::int as known from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
  return row?.known ?? 0;
}

/** The ids that a reference holds, be it one or several. */
export const idsOf = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]) as string[];

/** Holds records until the transaction ends, and returns the ids of those that do not exist. */
export async function hold(context: Context, model: Model, ids: readonly string[]): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')}) order by t.id for key share`,
    params.values,
  );
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/** What is booked: the value without its case, or the digest of one that is too long for an index. */
export function uniqueText(value: JsonValue): string {
  const text = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
  return text.length <= 500 ? text : createHash('sha256').update(text).digest('hex');
}

export const hasCustomUniques = (values: Values): boolean => {
  for (const field of values.keys()) if (field.column === null && field.unique) return true;
  return false;
};

/** Books the values of the tenant's own unique fields for a record; the primary key refuses a second booking. */
export async function bookUniques(context: Context, recordId: string, values: Values): Promise<void> {
  for (const [field, value] of values) {
    if (field.column !== null || !field.unique || field.customId === undefined) continue;
    const key = [context.caller.tenantId, field.customId];
    await queryable(context).query(
      'delete from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid and record_id = $3::uuid',
      [...key, recordId],
    );
    if (value === null) continue;
    const booked = await queryable(context).query(
      `insert into custom_uniques (tenant_id, field_id, value, record_id)
       values ($1::bigint, $2::uuid, $3::text, $4::uuid) on conflict do nothing returning 1`,
      [...key, uniqueText(value), recordId],
    );
    if (booked.length === 0) throw uniqueViolation(field);
  }
}

const uniqueViolation = (field: Field): AppError => {
  const message = `Another record already has this ${field.key}.`;
  return new AppError('unique_violation', message, [{ field: field.key, code: 'unique_violation', message }]);
};

/** Gives up the bookings of records that are deleted. */
export async function releaseUniques(context: Context, model: Model, ids: readonly string[]): Promise<void> {
  if (![...model.fields.values()].some((field) => field.column === null && field.unique)) return;
  await queryable(context).query(
    'delete from custom_uniques where tenant_id = $1::bigint and record_id = any($2::uuid[])',
    [context.caller.tenantId, ids],
  );
}
