import { Params } from '#db/params.ts';
import { Access } from '../access/access.ts';
import type { TransactionContext } from '../context.ts';
import type { Field } from '../fields/field.ts';
import type { DuplicateRule, Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import { tableAs, tenantRows, visibleJson } from '../query/rows.ts';
import { comparedText, keysOf, scanIdOf } from './matching.ts';
import { similarEnough, similarity } from './similarity.ts';

/** The statements that write the keys of records, and the pairs of similar ones. */

/** A key that more records than this share is too common to say anything, so their similarity is not computed. */
const maxCandidatesOfKey = 50;
/** The maximum of pairs that one batch compares, which takes some hundredths of a second. */
const maxComparisons = 5000;

/** A rule with its fields, which exist. */
export interface ActiveRule {
  readonly rule: DuplicateRule;
  readonly model: Model;
  readonly fields: readonly Field[];
  readonly scanId: string;
}

export const activeRule = (rule: DuplicateRule, model: Model, fields: readonly Field[]): ActiveRule => ({
  rule,
  model,
  fields,
  scanId: scanIdOf(rule),
});

/** Reads the match fields of records that exist. */
export async function readMatchFields(
  { tx, caller }: TransactionContext,
  { model, fields }: Pick<ActiveRule, 'model' | 'fields'>,
  ids: readonly string[],
): Promise<Map<string, RecordObject>> {
  const params = new Params(caller.tenantId);
  const json = visibleJson(Access.system.grant(model, 'read'), 't', new Set(fields.map(({ key }) => key)));
  const rows = await tx.query<{ id: string; record: RecordObject }>(
    `select t.id, ${json} as record from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})`,
    params.values,
  );
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/** Writes the keys of records as they are now, and removes those of records that do not exist any more. */
export async function refreshKeys(
  context: TransactionContext,
  active: ActiveRule,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const records = await readMatchFields(context, active, ids);
  await replaceKeys(context, active, ids, records);
  if (active.rule.method === 'similar') await refreshPairs(context, active, ids, records);
}

/** Writes the keys of a record that this transaction has written. Its pairs follow when duplicates are listed. */
export const writeKeys = (context: TransactionContext, active: ActiveRule, id: string, record: RecordObject) =>
  replaceKeys(context, active, [id], new Map([[id, record]]));

async function replaceKeys(
  { tx, caller }: TransactionContext,
  { rule, fields, scanId }: ActiveRule,
  ids: readonly string[],
  records: ReadonlyMap<string, RecordObject>,
): Promise<void> {
  const pairs = [...records].flatMap(([id, record]) => keysOf(rule, fields, record).map((key) => ({ id, key })));
  await tx.query(
    `with given as (select * from unnest($4::uuid[], $5::uuid[]) g(record_id, key)),
     gone as (
       delete from duplicate_keys k where k.tenant_id = $1::bigint and k.scan_id = $2::uuid and k.record_id = any($3::uuid[])
         and (k.record_id, k.key) not in (select record_id, key from given)
     )
     insert into duplicate_keys (tenant_id, scan_id, key, record_id)
     select $1::bigint, $2::uuid, key, record_id from given on conflict do nothing`,
    [caller.tenantId, scanId, ids, pairs.map(({ id }) => id), pairs.map(({ key }) => key)],
  );
}

interface Candidates {
  readonly a: string;
  readonly b: string;
}

async function refreshPairs(
  context: TransactionContext,
  active: ActiveRule,
  ids: readonly string[],
  records: ReadonlyMap<string, RecordObject>,
): Promise<void> {
  const { tx, caller } = context;
  const { fields, scanId } = active;
  const candidates = await tx.query<Candidates>(
    `select distinct k.record_id as a, m.record_id as b from duplicate_keys k cross join lateral (
       select m.record_id, count(*) over () as n from (
         select m.record_id from duplicate_keys m
         where m.tenant_id = $1::bigint and m.scan_id = $2::uuid and m.key = k.key and m.record_id <> k.record_id
         limit ${maxCandidatesOfKey + 1}
       ) m
     ) m
     where k.tenant_id = $1::bigint and k.scan_id = $2::uuid and k.record_id = any($3::uuid[])
       and m.n <= ${maxCandidatesOfKey} limit ${maxComparisons}`,
    [caller.tenantId, scanId, ids],
  );
  const others = await readMatchFields(context, active, [...new Set(candidates.map(({ b }) => b))]);
  const textOf = (id: string): string | undefined => {
    const record = records.get(id) ?? others.get(id);
    return record && comparedText(fields, record);
  };
  const similar = new Map<string, { low: string; high: string; score: number }>();
  for (const { a, b } of candidates) {
    const [low, high] = a < b ? [a, b] : [b, a];
    const [ofLow, ofHigh] = [textOf(low), textOf(high)];
    if (similar.has(low + high) || ofLow === undefined || ofHigh === undefined) continue;
    const score = similarity(ofLow, ofHigh);
    if (score >= similarEnough) similar.set(low + high, { low, high, score });
  }
  const pairs = [...similar.values()];
  await tx.query(
    `with gone as (
       delete from duplicate_pairs p where p.tenant_id = $1::bigint and p.scan_id = $2::uuid
         and (p.low_id = any($3::uuid[]) or p.high_id = any($3::uuid[]))
         and (p.low_id, p.high_id) not in (select * from unnest($4::uuid[], $5::uuid[]))
     )
     insert into duplicate_pairs (tenant_id, scan_id, low_id, high_id, score)
     select $1::bigint, $2::uuid, g.low_id, g.high_id, g.score from unnest($4::uuid[], $5::uuid[], $6::int[]) g(low_id, high_id, score)
     on conflict (tenant_id, scan_id, low_id, high_id) do update set score = excluded.score`,
    [
      caller.tenantId,
      scanId,
      ids,
      pairs.map(({ low }) => low),
      pairs.map(({ high }) => high),
      pairs.map(({ score }) => score),
    ],
  );
}
