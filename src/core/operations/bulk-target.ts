import { createHash } from 'node:crypto';
import { Params, plainArray, scoped } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { type Context, queryable, type TransactionContext } from '../context.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { equalTo } from '../query/indexed-comparisons.ts';
import { ownerWithinReach, scopedRows, tableAs, withinAudience } from '../query/rows.ts';
import { type BulkOperation, OperationError } from './bulk-input.ts';
import { uniqueText } from './references.ts';

/** Finds the record of an operation: by `_id`, or by the value that `record` has for the field `by`. */
export async function findTarget(
  context: Context,
  grant: Grant,
  { op, id, by, record }: BulkOperation,
): Promise<string | undefined> {
  if (id !== undefined) {
    const lower = id.toLowerCase();
    if (!isId(lower)) throw notFound(`${grant.model.label} ${id}`);
    if (op !== 'upsert') return lower;
    const params = new Params(context.caller.tenantId);
    if ((await idsWhere(context, grant, `t.id = ${params.add(lower, 'uuid')}`, params)).length === 0)
      throw notFound(`${grant.model.label} ${lower}`);
    return lower;
  }
  const field = visibleField(grant, by ?? '');
  if (!field?.filterable || field.type.array)
    throw new OperationError('by', 'unknown_field', `must name a field of ${grant.model.slug} that can be filtered`);
  const given = record?.[field.key];
  if (given === undefined || given === null)
    throw invalid(field.key, 'required', 'is required, because records are found by it');
  let value: JsonValue;
  try {
    value = field.type.check(given, field);
  } catch (problem) {
    throw invalid(field.key, 'invalid_format', (problem as Error).message);
  }
  await lockValue(context, grant, field.key, value);
  const params = new Params(context.caller.tenantId);
  const ids = await idsWhere(context, grant, sameValue(field, value, params), params);
  if (ids.length > 1)
    throw new AppError('conflict', `More than one ${grant.model.label.toLowerCase()} has this ${field.key}; use _id.`);
  return ids[0];
}

/** Unique texts are compared case-insensitively. */
function sameValue(field: Field, value: JsonValue, params: Params): string {
  const { companion, customId, type, unique } = field;
  if (!unique || type.column !== 'text') return equalTo(field, 't', value, params);
  if (companion) return `t."${companion.name}" = ${companion.of(params.add(value, 'text'))}`;
  return `t.id in (select u.record_id from custom_uniques u where u.tenant_id = $1::bigint
    and u.field_id = '${customId}'::uuid and u.value = ${params.add(uniqueText(value), 'text')})`;
}

/** Serializes upserts of one value. Otherwise two concurrent ones would both find no record and create one each. */
async function lockValue(context: Context, { model }: Grant, key: string, value: unknown): Promise<void> {
  await queryable(context).query('select pg_advisory_xact_lock($1::bigint)', [lockNumber(context, model, key, value)]);
}

const lockNumber = ({ caller }: Context, { name }: Model, key: string, value: unknown): string =>
  createHash('sha256')
    .update(`${caller.tenantId} ${name} ${key} ${String(value).toLowerCase()}`)
    .digest()
    .readBigInt64BE()
    .toString();

/** Locks values of a field as upserts by that field do, in one order, so that two transactions cannot wait for each other. */
export async function lockValues(
  context: TransactionContext,
  model: Model,
  key: string,
  values: Iterable<unknown>,
): Promise<void> {
  const numbers = [...new Set(Array.from(values, (value) => lockNumber(context, model, key, value)))].sort();
  await context.tx.query('select pg_advisory_xact_lock(n) from unnest($1::bigint[]) n', [plainArray(numbers)]);
}

/**
 * Ids of matching records that the caller may read or write. At most two, which suffices to detect an ambiguous value.
 */
async function idsWhere(context: Context, grant: Grant, condition: string, params: Params): Promise<string[]> {
  const { model } = grant;
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${scoped(
      't',
      `select t.id from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and ${condition}${readableOrWritable(context, grant, params)}${withinAudience(grant, 't', params)} limit 2`,
    )}`,
    params.values,
  );
  return rows.map((row) => row.id);
}

/**
 * The part of `where` that limits a narrowed caller to records that they may read or write. Other records count as
 * missing, so that the response does not reveal them. A record that the caller may read but not write is found, so that
 * an upsert is refused instead of creating a duplicate.
 */
export function readableOrWritable({ caller: { access } }: Context, grant: Grant, params: Params): string {
  const { model } = grant;
  if (grant.reach === 'all' || access.reach(model.scopes.read) === 'all') return '';
  const readGrants = access.reach(model.scopes.read) === undefined ? [] : [access.grant(model, 'read')];
  const owner = model.ownerField.sql('t');
  return ` and (${[grant, ...readGrants].map((one) => ownerWithinReach(one, owner, params)).join(' or ')})`;
}
