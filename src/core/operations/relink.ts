import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference, Registry } from '../models/registry.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { clearAccessCache } from './access-cache.ts';
import { uniqueText } from './references.ts';
import { writeReference } from './remove-statements.ts';
import { setReferences } from './restore-statements.ts';
import { pointsTo } from './statements.ts';

/**
 * Points the references to some records at another record, for records that are merged into one and for leads that
 * become contacts. It checks no permissions. PostgreSQL moves the values; this process receives ids only.
 */

/** A field that points to records of a model. */
export interface Reference extends InboundReference {
  /** Set for a text field with an id, next to a field `modelKey`: the words in that field which name the model. */
  readonly words?: readonly string[];
}

/**
 * All fields that can point to a record of the model: references, and pairs of `modelKey` and `recordId`. Personal
 * records such as recently viewed ones are omitted: they say what somebody did, not what belongs together.
 */
export const referencesTo = (registry: Registry, model: Model): readonly Reference[] => [
  ...registry.inbound(model),
  ...registry.models.flatMap((other): Reference[] => {
    const id = other.fields.get('recordId');
    const named = other.fields.get('modelKey');
    if (!id || !named || id.column === null || named.column === null || other.personal || other.customId) return [];
    return [{ model: other, field: id, words: wordsFor(registry, model) }];
  }),
];

const wordsFor = (registry: Registry, model: Model): string[] =>
  [model.name, model.slug, model.key].filter((word) => registry.named(word) === model);

export interface Relink {
  readonly from: readonly string[];
  readonly to: string;
  /**
   * The reference that is set, when it is another one than the one which points to the records. Rows in which it has a
   * value keep it. A list gets the record in addition.
   */
  readonly into?: Field | undefined;
}

/** A row whose reference was changed, with the value that the reference had. */
export interface RelinkedRow {
  readonly id: string;
  readonly before: string | readonly string[] | null;
}

/** The maximum of rows that one call changes. A caller with more rows calls again until it gets none. */
export const relinkBatchSize = 500;

/**
 * Changes one batch of rows, each with its event. It runs no hooks. It leaves out rows that cannot have the new value: a
 * unique combination exists already, the list is full, or the row is the new record itself. Returns the rows that it
 * changed.
 */
export async function relinkBatch(
  context: TransactionContext,
  reference: Reference,
  relink: Relink,
  limit = relinkBatchSize,
): Promise<RelinkedRow[]> {
  const { model } = reference;
  const target = relink.into ?? reference.field;
  const rows = await lockRelinked(context, reference, relink, limit);
  if (rows.length === 0) return [];
  await writeReference(
    context,
    { model, field: target },
    rows.map(({ id }) => id),
    (params) => newValue(target, relink, params),
  );
  await moveReservation(
    context,
    target,
    rows.map(({ id }) => ({ id, value: relink.to })),
  );
  clearAccessCache(context, model);
  return rows;
}

/** `relinkBatch` until no row is left. */
export async function relinkAll(
  context: TransactionContext,
  reference: Reference,
  relink: Relink,
): Promise<RelinkedRow[]> {
  const all: RelinkedRow[] = [];
  for (;;) {
    const rows = await relinkBatch(context, reference, relink);
    all.push(...rows);
    if (rows.length < relinkBatchSize) return all;
  }
}

async function lockRelinked(
  { caller, tx }: TransactionContext,
  reference: Reference,
  { from, to, into }: Relink,
  limit: number,
): Promise<RelinkedRow[]> {
  const { model, field } = reference;
  const target = into ?? field;
  const params = new Params(caller.tenantId);
  const toParam = params.add(to, 'uuid');
  const fromParam = params.add(from, 'uuid[]');
  const conditions = [
    tenantRows(model, 't'),
    pointing(reference, 't', fromParam, params),
    `t.id <> ${toParam}`,
    ...(into ? [canHaveAlso(into, toParam)] : []),
    ...uniqueSets(model, target).map((others) =>
      isFirst(reference, { others, target, toParam, fromParam, into }, params),
    ),
  ];
  const rows = await tx.query<RelinkedRow & { late: boolean }>(
    `select t.id, to_json(${target.sql('t')}) as before, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${conditions.join(' and ')} order by t.id limit ${params.add(limit, 'int')} for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) tx.retryTransaction();
  return rows.map(({ id, before }) => ({ id, before }));
}

/** SQL condition: the row points to one of the records. */
export function pointing({ model, field, words }: Reference, alias: string, ids: string, params: Params): string {
  if (!words) return pointsTo({ model, field }, alias, ids);
  const named = model.fields.get('modelKey') as Field;
  return `${named.sql(alias)} = any(${params.add(words, 'text[]')}) and ${field.sql(alias)} = any(${ids}::text[])`;
}

const maxListLength = 500;

const canHaveAlso = (field: Field, to: string): string =>
  field.type.array
    ? `cardinality(coalesce(${field.sql('t')}, '{}')) < ${maxListLength} and ${to} <> all(coalesce(${field.sql('t')}, '{}'))`
    : `${field.sql('t')} is null`;

/** For each rule of uniqueness with this field: the other fields of the rule. */
function uniqueSets(model: Model, field: Field): Field[][] {
  const sets = model.uniqueTogether
    .filter((keys) => keys.includes(field.key))
    .map((keys) => keys.filter((key) => key !== field.key).map((key) => model.fields.get(key) as Field));
  return field.unique ? [...sets, []] : sets;
}

interface UniqueRule {
  readonly others: readonly Field[];
  readonly target: Field;
  readonly toParam: string;
  readonly fromParam: string;
  readonly into: Field | undefined;
}

/** SQL condition: no other row has the new combination, or will get it before this row does. */
function isFirst(
  reference: Reference,
  { others, target, toParam, fromParam, into }: UniqueRule,
  params: Params,
): string {
  const { model } = reference;
  const same = others.map((field) => ` and ${field.sql('o')} = ${field.sql('t')}`).join('');
  const waits = `o.id < t.id and ${pointing(reference, 'o', fromParam, params)}${into ? ` and ${into.sql('o')} is null` : ''}`;
  return `not exists (select from ${tableAs(model, 'o')} where ${tenantRows(model, 'o')} and o.id <> t.id${same}
    and (${target.sql('o')} = ${toParam} or ${waits}))`;
}

function newValue(field: Field, { from, to, into }: Relink, params: Params): string {
  const id = params.add(to, 'uuid');
  if (!field.type.array) return field.type.pointsTo ? id : `${id}::text`;
  const list = `coalesce(${field.sql('t')}, '{}')`;
  if (into) return `${list} || ${id}`;
  const replaced = `case when e = any(${params.add(from, 'uuid[]')}) then ${id} else e end`;
  return `(select array_agg(v order by n) from (
    select ${replaced} as v, min(n) as n from unnest(${list}) with ordinality u(e, n) group by 1) l)`;
}

/** The unique values of custom fields are kept in a table of their own. */
async function moveReservation(
  { caller, tx }: TransactionContext,
  { customId, unique }: Field,
  rows: readonly { readonly id: string; readonly value: JsonValue }[],
): Promise<void> {
  if (customId === undefined || !unique) return;
  const key = [caller.tenantId, customId];
  for (const { id, value } of rows) {
    await tx.query(
      'delete from custom_uniques where tenant_id = $1::bigint and field_id = $2::uuid and record_id = $3::uuid',
      [...key, id],
    );
    if (value === null) continue;
    await tx.query(
      `insert into custom_uniques (tenant_id, field_id, value, record_id)
       values ($1::bigint, $2::uuid, $3::text, $4::uuid)`,
      [...key, uniqueText(value), id],
    );
  }
}

/** The rows that were relinked in one field. It can be stored as JSON until the change is undone. */
export interface Relinked {
  /** `module.slug`. */
  readonly model: string;
  readonly field: string;
  readonly rows: readonly RelinkedRow[];
}

/**
 * Undoes `relinkAll`. The records that were referenced before must exist again. References that were changed since are
 * kept. Returns the number of changed rows.
 */
export async function relinkBack(context: TransactionContext, relinked: Relinked, to: string): Promise<number> {
  const model = context.registry.named(relinked.model);
  const field = model?.fields.get(relinked.field);
  if (!model || !field) return 0;
  let count = 0;
  for (let start = 0; start < relinked.rows.length; start += relinkBatchSize) {
    const rows = relinked.rows.slice(start, start + relinkBatchSize);
    const current = await lockValues(context, { model, field }, rows);
    const updates = rows.flatMap(({ id, before }) => {
      const value = valueBack(current.get(id) ?? null, before, to);
      return value === undefined ? [] : [{ id, value }];
    });
    if (updates.length === 0) continue;
    const values = updates.map(({ id, value }) => ({ id, values: new Map([[field, value]]) }));
    await setReferences(context, model, values);
    await moveReservation(context, field, updates);
    count += updates.length;
  }
  if (count > 0) clearAccessCache(context, model);
  return count;
}

async function lockValues(
  { caller, tx }: TransactionContext,
  { model, field }: InboundReference,
  rows: readonly RelinkedRow[],
): Promise<Map<string, RelinkedRow['before']>> {
  const params = new Params(caller.tenantId);
  const ids = params.add(
    rows.map(({ id }) => id),
    'uuid[]',
  );
  const locked = await tx.query<{ id: string; value: RelinkedRow['before']; late: boolean }>(
    `select t.id, to_json(${field.sql('t')}) as value, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${ids}) order by t.id for update`,
    params.values,
  );
  if (locked.some((row) => row.late)) tx.retryTransaction();
  return new Map(locked.map(({ id, value }) => [id, value]));
}

/** The value to set; undefined when the reference was changed since. */
function valueBack(current: RelinkedRow['before'], before: RelinkedRow['before'], to: string): JsonValue | undefined {
  if (!Array.isArray(current)) return current === to ? (before as JsonValue) : undefined;
  const ids = (before ?? []) as readonly string[];
  if (!current.includes(to)) return undefined;
  const added = current.filter((id) => id !== to && !ids.includes(id));
  return [...ids, ...added].slice(0, maxListLength);
}
