import { createHash } from 'node:crypto';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { DuplicateRule, Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import { scopedRows, tableAs, withinReach } from '../query/rows.ts';
import { type ActiveRule, activeRule, readMatchFields, writeKeys } from './keys-table.ts';
import { comparedText, keysOf, matchFields } from './matching.ts';
import { similarEnough, similarity } from './similarity.ts';

/** The maximum of duplicates that an answer names. */
const maxNamed = 20;
/** The maximum of records with the same key that are looked at. */
const maxLookedAt = 200;

const rulesOf = (model: Model): ActiveRule[] =>
  (model.duplicateChecks ?? []).flatMap((rule) => {
    const fields = matchFields(model, rule);
    return fields ? [activeRule(rule, model, fields)] : [];
  });

/**
 * Checks a record that this transaction has inserted, and writes its keys. Throws when a rule blocks it. Returns the
 * duplicates of rules that warn. The keys are locked before others are looked for, so of two concurrent creates the
 * second one waits for the first and finds it.
 */
export async function checkNewRecord(
  context: TransactionContext,
  model: Model,
  id: string,
  record: RecordObject,
): Promise<string[]> {
  const warned = new Set<string>();
  for (const active of rulesOf(model)) {
    const keys = keysOf(active.rule, active.fields, record);
    await lockKeys(context, active, keys);
    const found = await findDuplicates(context, active, keys, id, record);
    await writeKeys(context, active, id, record);
    if (found.length === 0) continue;
    const readable = await readableOf(context, active, found);
    if (active.rule.onCreate === 'block') throw duplicateError(active, readable);
    for (const one of readable) warned.add(one);
  }
  return [...warned].slice(0, maxNamed);
}

/** Writes the keys of a record that this transaction has updated, for models with checks. */
export async function keepKeys(
  context: TransactionContext,
  model: Model,
  id: string,
  record: RecordObject,
): Promise<void> {
  for (const active of rulesOf(model)) await writeKeys(context, active, id, record);
}

/** Locks in one order, so that two creates cannot wait for each other. */
async function lockKeys(
  { tx, caller }: TransactionContext,
  { scanId }: ActiveRule,
  keys: readonly string[],
): Promise<void> {
  const numbers = keys
    .map((key) => createHash('sha256').update(`${caller.tenantId} ${scanId} ${key}`).digest().readBigInt64BE())
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const number of numbers) await tx.query('select pg_advisory_xact_lock($1::bigint)', [number.toString()]);
}

/** Existing records that agree with a record by a rule. */
async function findDuplicates(
  context: TransactionContext,
  active: ActiveRule,
  keys: readonly string[],
  id: string,
  record: RecordObject,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rule, fields, scanId } = active;
  const rows = await context.tx.query<{ id: string }>(
    `select distinct k.record_id as id from duplicate_keys k
     where k.tenant_id = $1::bigint and k.scan_id = $2::uuid and k.key = any($3::uuid[]) and k.record_id <> $4::uuid
     limit ${maxLookedAt}`,
    [context.caller.tenantId, scanId, keys, id],
  );
  if (rows.length === 0) return [];
  // The key of a record may be older than the record, and the record may be in the trash.
  const records = await readMatchFields(
    context,
    active,
    rows.map((row) => row.id),
  );
  return [...records].flatMap(([other, values]) => (agree(rule, fields, record, values) ? [other] : []));
}

function agree(rule: DuplicateRule, fields: ActiveRule['fields'], record: RecordObject, other: RecordObject): boolean {
  if (rule.method !== 'similar') return keysOf(rule, fields, record)[0] === keysOf(rule, fields, other)[0];
  const [text, otherText] = [comparedText(fields, record), comparedText(fields, other)];
  return text !== undefined && otherText !== undefined && similarity(text, otherText) >= similarEnough;
}

/** The records among these that the caller may read, if the caller sees all fields of the rule. */
async function readableOf(
  context: TransactionContext,
  { model, fields }: ActiveRule,
  ids: readonly string[],
): Promise<string[]> {
  const grant = context.caller.access.readGrant(model);
  if (!grant || fields.some(({ key }) => grant.hidden.has(key))) return [];
  return readableIds(context, grant, ids);
}

/** The ids of existing records among these that the caller may read. */
export async function readableIds(
  { tx, caller }: TransactionContext,
  grant: Grant,
  ids: readonly string[],
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string }>(
    `select t.id from ${scoped(
      't',
      `select t.id from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)} order by t.id`,
    )}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** `the same email`, `a similar first name and last name`. */
export function agreement({ method }: DuplicateRule, fields: ActiveRule['fields']): string {
  const labels = list.format(fields.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)));
  return `${method === 'similar' ? 'a similar' : 'the same'} ${labels}`;
}

function duplicateError({ rule, model, fields }: ActiveRule, ids: readonly string[]): AppError {
  const named = ids.slice(0, maxNamed);
  const [field] = fields;
  const what = `${model.label} with ${agreement(rule, fields)} exists already`;
  const message =
    named.length === 0
      ? `${what}; you may not read it.`
      : `${what}: ${named.join(', ')}. Change that one, or change the values that agree.`;
  const details = [{ field: field?.key ?? '', code: 'duplicate', message }];
  const headers = named.length === 0 ? {} : { 'x-duplicates': named.join(', ') };
  return new AppError('duplicate', message, details, headers, { ids: named });
}
