import type { Grant } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { readableOrWritable } from '#core/operations/bulk-target.ts';
import { equalTo } from '#core/query/indexed-comparisons.ts';
import { scopedRows, tableAs, withinAudience, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** The ids of the records that have a value: at most three, which suffices to say that there are several. */
export type Found = ReadonlyMap<string, readonly string[]>;

export interface Search {
  readonly grant: Grant;
  readonly field: Field;
  /** `target`: records to change, also those that the caller may write and not read. */
  readonly as: 'target' | 'reference';
}

/**
 * True when values are compared without case: addresses and unique texts, as everywhere, and the names of referenced records, because
 * files write them in many ways.
 */
const foldsCase = ({ field, as }: Search): boolean =>
  field.type.column === 'text' && (as === 'reference' || field.unique || field.type.equality !== undefined);

/** Values that find the same records have equal keys. */
export const valueKey = (search: Search, value: JsonValue): string =>
  foldsCase(search) ? String(value).toLowerCase() : String(value);

const maxLookUps = 300;

/** Finds the records that the caller reaches by values of a field, for all rows of a batch in one statement. */
export async function findRecords(
  context: TransactionContext,
  search: Search,
  values: readonly JsonValue[],
): Promise<Found> {
  const distinct = new Map(values.map((value) => [valueKey(search, value), value]));
  const found = new Map<string, readonly string[]>();
  if (distinct.size === 0) return found;
  const keys = [...distinct.keys()];
  // The index of a custom field finds one value at a time. For more values, one scan of the table takes less.
  const isOneByOne = search.field.customId !== undefined && distinct.size <= maxLookUps;
  const parts = isOneByOne ? [...distinct.values()].map((value) => [value]) : [[...distinct.values()]];
  let first = 0;
  for (const part of parts) {
    for (const { n, id } of await findPart(context, search, part)) {
      const key = keys[first + n - 1] as string;
      found.set(key, [...(found.get(key) ?? []), id]);
    }
    first += part.length;
  }
  // Only unique texts of the product have an index without case. Values that are not found as they are written are looked for in one scan.
  const missing = keys.filter((key) => !found.has(key));
  const { customId, type, unique } = search.field;
  const isFolded = type.equality !== undefined || (unique && customId === undefined);
  if (missing.length > 0 && foldsCase(search) && !isFolded)
    for (const { key, ids } of await findFolded(context, search, missing)) found.set(key, ids);
  return found;
}

function findFolded(
  context: TransactionContext,
  search: Search,
  keys: readonly string[],
): Promise<{ key: string; ids: string[] }[]> {
  const { field } = search;
  const { model } = search.grant;
  const params = new Params(context.caller.tenantId);
  const list = params.add(keys, 'text[]');
  return context.tx.query(
    `select f.key, f.ids from ${scoped(
      'f',
      `select lower(${field.sql('t')}) as key, (array_agg(t.id order by t.id))[1:3] as ids from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and lower(${field.sql('t')}) = any(${list})${reachOf(context, search, params)} group by 1`,
    )}`,
    params.values,
  );
}

function findPart(
  context: TransactionContext,
  search: Search,
  values: readonly JsonValue[],
): Promise<{ n: number; id: string }[]> {
  const { field } = search;
  const { model } = search.grant;
  const params = new Params(context.caller.tenantId);
  const [first] = values as [JsonValue];
  const list = params.add(field.type.param ? values.map(field.type.param) : values, `${field.type.column}[]`);
  const isCustom = field.customId !== undefined;
  const isOne = values.length === 1;
  const matches = isCustom && isOne ? equalTo(field, 't', first, params) : sameAs(field, 'v.value');
  const given = `unnest(${list}) with ordinality v(value, n)`;
  const rows = `${tableAs(model, 't')} where ${scopedRows(model, 't')} and ${matches}${reachOf(context, search, params)}`;
  return context.tx.query(
    `select f.n::int as n, f.id from ${scoped(
      'f',
      (isCustom ? isOne : hasIndex(field))
        ? `select v.n, r.id from ${given} cross join lateral (select t.id from ${rows} limit 3) r`
        : `select r.n, r.id from (
             select v.n, t.id, row_number() over (partition by v.n) as k from ${given} cross join ${rows}
           ) r where r.k <= 3`,
    )} order by f.n, f.id`,
    params.values,
  );
}

/** The part of `where` that leaves out the records that the caller does not reach. */
const reachOf = (context: TransactionContext, { grant, as }: Search, params: Params): string =>
  as === 'target'
    ? `${readableOrWritable(context, grant, params)}${withinAudience(grant, 't', params)}`
    : withinReach(grant, 't', params);

/**
 * Without an index each value would read the whole table, in a transaction for which all followers of events wait: a join
 * reads it once for all values.
 */
const hasIndex = ({ key, companion, unique, declared }: Field): boolean =>
  key === '_id' || companion !== undefined || unique || declared.index === true || declared.to !== undefined;

/** SQL that is true when the field has the value, with the index of the field. */
function sameAs(field: Field, value: string): string {
  const { companion, type } = field;
  const normalized = type.equality ?? ((sql: string) => sql);
  const exact = `${normalized(field.sql('t'))} = ${normalized(value)}`;
  if (!companion) return exact;
  // A unique text is compared by its companion, which is in lower case.
  const indexed = `t."${companion.name}" = ${companion.of(value)}`;
  return type.equality || (field.unique && type.column === 'text') ? indexed : `(${indexed} and ${exact})`;
}
