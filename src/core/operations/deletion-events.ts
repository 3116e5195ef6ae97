import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable, type TransactionContext } from '../context.ts';
import { pastState } from '../events/past-state.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import type { RecordObject } from './validate.ts';

/** Identifies the events of one deletion. They share a transaction or, if a job deleted in batches, its request id. */

export interface Deletion {
  readonly xid: string;
  readonly request: string | null;
}

const isByJob = ({ request }: Deletion): boolean => request?.startsWith('job ') ?? false;

/** The part of `where` that finds all events of a deletion. `like 'job %'` matches the partial index for jobs. */
export const whereDeletion = (deletion: Deletion, alias: string, params: Params): string =>
  isByJob(deletion)
    ? `${inTenant(alias)} and ${alias}.request_id = ${params.add(deletion.request, 'text')} and ${alias}.request_id like 'job %'`
    : `${inTenant(alias)} and ${alias}.xid = ${params.add(deletion.xid, 'xid8')}`;

/**
 * Like `whereDeletion`, for queries that also name the record. `is not distinct from` prevents PostgreSQL from using
 * the index on events of jobs, which would scan all events of the job for each record. It uses the index on records
 * instead.
 */
export const whereDeletionOfRecord = (deletion: Deletion, alias: string, params: Params): string =>
  isByJob(deletion)
    ? `${inTenant(alias)} and ${alias}.request_id is not distinct from ${params.add(deletion.request, 'text')}`
    : whereDeletion(deletion, alias, params);

/** SQL condition: the event is a deletion and the last event of its record. */
const stillDeleted = (alias: string): string =>
  `${alias}.record is null and (${alias}.xid, ${alias}.seq) = (select l.xid, l.seq from events l
    where ${inTenant('l')} and l.record_id = ${alias}.record_id order by l.xid desc, l.seq desc limit 1)`;

/** Past states of records, by model and id. */
export type RecordStates = Map<Model, Map<string, RecordObject>>;

/** The position of an event in the order of a tenant's events. */
export interface EventPosition {
  readonly xid: string;
  readonly seq: string;
}

interface DeletedQuery {
  readonly limit: number;
  readonly after?: EventPosition | undefined;
  /** Defaults to `whereDeletion`. Use `whereDeletionOfRecord` when the condition names records. */
  readonly where?: typeof whereDeletion;
}

interface DeletedPage {
  readonly found: RecordStates;
  readonly count: number;
  readonly last: EventPosition | undefined;
}

/** Reads records of a deletion that are still deleted and match a condition on their event `e`, in event order. */
export async function readDeleted(
  context: Context,
  deletion: Deletion,
  condition: (params: Params) => string,
  { limit, after, where = whereDeletion }: DeletedQuery,
): Promise<DeletedPage> {
  const params = new Params(context.caller.tenantId);
  const from = after
    ? ` and (e.xid, e.seq) > (${params.add(after.xid, 'xid8')}, ${params.add(after.seq, 'bigint')})`
    : '';
  const rows = await queryable(context).query<{ model: string; id: string; state: string } & EventPosition>(
    `select d.* from ${scoped(
      'd',
      `select e.model, e.record_id as id, e.previous::text as state, e.xid::text as xid, e.seq::text as seq from events e
       where ${where(deletion, 'e', params)} and ${stillDeleted('e')} and (${condition(params)})${from}
       order by e.xid, e.seq limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
  const last = rows.at(-1);
  return { found: statesOf(context.registry, rows), count: rows.length, last };
}

function statesOf(registry: Registry, rows: readonly { model: string; id: string; state: string }[]): RecordStates {
  const found: RecordStates = new Map();
  for (const { model: name, id, state } of rows) {
    const model = registry.named(name);
    // Records of a model that the tenant has deleted since cannot be restored.
    if (model) found.set(model, (found.get(model) ?? new Map()).set(id, pastState(model, state)));
  }
  return found;
}

/** Reads ids of records of a deletion that match a condition on their event `e`, including records that exist again. */
export async function readDeletedIds(
  context: TransactionContext,
  deletion: Deletion,
  condition: (params: Params) => string,
  where: typeof whereDeletion = whereDeletion,
): Promise<Map<Model, string[]>> {
  const params = new Params(context.caller.tenantId);
  const rows = await context.tx.query<{ model: string; ids: string[] }>(
    `select d.* from ${scoped(
      'd',
      `select e.model, array_agg(distinct e.record_id::text) as ids from events e
       where ${where(deletion, 'e', params)} and e.record is null and (${condition(params)}) group by e.model`,
    )}`,
    params.values,
  );
  return new Map(
    rows.flatMap(({ model: name, ids }): [Model, string[]][] => {
      const model = context.registry.named(name);
      return model ? [[model, ids]] : [];
    }),
  );
}

/** The number of events of a deletion: the records that it deleted or changed. */
export async function countDeletion(context: Context, deletion: Deletion): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const [row] = await queryable(context).query<{ count: number }>(
    `select c.* from ${scoped('c', `select count(*)::int as count from events e where ${whereDeletion(deletion, 'e', params)}`)}`,
    params.values,
  );
  return row?.count ?? 0;
}
