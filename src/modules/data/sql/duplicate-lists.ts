import { type Context, queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

/** The maximum of ids that a group shows. A key that more records share is usually a placeholder. */
const maxIds = 100;

export interface FoundGroup {
  /** The position in the list of its rule, for cursors. */
  readonly at: string;
  readonly ids: readonly string[];
  /** In thousandths; null for rules whose records agree completely. */
  readonly score: number | null;
}

interface GroupQuery {
  readonly scanId: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** Only groups that contain this record. */
  readonly recordId: string | undefined;
}

/** Groups of records that share a key, in the order of the keys. */
export async function groupsByKey(
  context: Context,
  { scanId, after, limit, recordId }: GroupQuery,
): Promise<FoundGroup[]> {
  const params = new Params(context.caller.tenantId);
  const scan = params.add(scanId, 'uuid');
  const from = after === undefined ? '' : ` and k.key > ${params.add(after, 'uuid')}`;
  const own =
    recordId === undefined
      ? ''
      : ` and k.key = any(array(select o.key from duplicate_keys o
          where ${inTenant('o')} and o.scan_id = ${scan} and o.record_id = ${params.add(recordId, 'uuid')}))`;
  return queryable(context).query<FoundGroup>(
    `select g.* from ${scoped(
      'g',
      `select k.key::text as at, (array_agg(k.record_id::text order by k.record_id))[1:${maxIds}] as ids, null::int as score
       from duplicate_keys k where ${inTenant('k')} and k.scan_id = ${scan}${from}${own}
       group by k.key having count(*) > 1 order by k.key limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
}

/** Pairs of similar records, the most similar ones first. */
export async function similarPairs(
  context: Context,
  { scanId, after, limit, recordId }: GroupQuery,
): Promise<FoundGroup[]> {
  const params = new Params(context.caller.tenantId);
  const [score, low, high] = after?.split(' ') ?? [];
  const from =
    after === undefined
      ? ''
      : ` and (-p.score, p.low_id, p.high_id) > (-${params.add(score, 'int')}, ${params.add(low, 'uuid')}, ${params.add(high, 'uuid')})`;
  const record = recordId === undefined ? undefined : params.add(recordId, 'uuid');
  const own = record === undefined ? '' : ` and (p.low_id = ${record} or p.high_id = ${record})`;
  return queryable(context).query<FoundGroup>(
    `select g.* from ${scoped(
      'g',
      `select p.score || ' ' || p.low_id || ' ' || p.high_id as at, array[p.low_id::text, p.high_id::text] as ids, p.score
       from duplicate_pairs p where ${inTenant('p')} and p.scan_id = ${params.add(scanId, 'uuid')}${from}${own}
       order by p.score desc, p.low_id, p.high_id limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
}

interface DismissedPair {
  readonly low: string;
  readonly high: string;
}

/** The dismissed pairs among these records. */
export const dismissedPairs = (context: Context, ids: readonly string[]): Promise<DismissedPair[]> =>
  queryable(context).query<DismissedPair>(
    `select d.* from ${scoped(
      'd',
      `select d.low_id::text as low, d.high_id::text as high from duplicate_dismissals d
       where ${inTenant('d')} and d.low_id = any($2::uuid[]) and d.high_id = any($2::uuid[])`,
    )}`,
    [context.caller.tenantId, ids],
  );

interface SharedKey {
  readonly key: string;
  readonly ids: readonly string[];
}

/** The keys of other rules that several of these records share. */
export const sharedKeys = (
  context: Context,
  scanIds: readonly string[],
  ids: readonly string[],
): Promise<SharedKey[]> =>
  queryable(context).query<SharedKey>(
    `select s.* from ${scoped(
      's',
      `select k.key::text, array_agg(k.record_id::text) as ids from duplicate_keys k
       where ${inTenant('k')} and k.scan_id = any($2::uuid[]) and k.record_id = any($3::uuid[])
       group by k.scan_id, k.key having count(*) > 1`,
    )}`,
    [context.caller.tenantId, scanIds, ids],
  );

/** The number of records of a model, for the progress of a scan. */
export async function countRecords(context: Context, model: Model): Promise<number> {
  const [row] = await queryable(context).query<{ count: number }>(
    `select c.* from ${scoped('c', `select count(*)::int as count from ${tableAs(model, 't')} where ${scopedRows(model, 't')}`)}`,
    [context.caller.tenantId],
  );
  return row?.count ?? 0;
}
