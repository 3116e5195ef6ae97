import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable, type TransactionContext } from '../context.ts';
import { pastState } from '../events/past-state.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import type { RecordObject } from './validate.ts';

/** How the events of one delete are read: they are of one transaction or, when a job did it in batches, of one job. */

export interface Deletion {
  readonly xid: string;
  readonly request: string | null;
}

const byJob = ({ request }: Deletion): boolean => request?.startsWith('job ') ?? false;

/** The part of `where` that finds all events of a delete. The second form is that of the index on jobs' events. */
export const ofDeletion = (deletion: Deletion, alias: string, params: Params): string =>
  byJob(deletion)
    ? `${inTenant(alias)} and ${alias}.request_id = ${params.add(deletion.request, 'text')} and ${alias}.request_id like 'job %'`
    : `${inTenant(alias)} and ${alias}.xid = ${params.add(deletion.xid, 'xid8')}`;

/**
 * As `ofDeletion`, where the record is known as well. Written so that only the index on records serves: by the other one,
 * each record would cost a walk over all events of the job.
 */
export const ofDeletionAndRecord = (deletion: Deletion, alias: string, params: Params): string =>
  byJob(deletion)
    ? `${inTenant(alias)} and ${alias}.request_id is not distinct from ${params.add(deletion.request, 'text')}`
    : ofDeletion(deletion, alias, params);

/** True of delete events of records to which nothing has happened since. */
const stillDeleted = (alias: string): string =>
  `${alias}.record is null and (${alias}.xid, ${alias}.seq) = (select l.xid, l.seq from events l
    where ${inTenant('l')} and l.record_id = ${alias}.record_id order by l.xid desc, l.seq desc limit 1)`;

/** Records by model and id, as they were. */
export type States = Map<Model, Map<string, RecordObject>>;

export interface Place {
  readonly xid: string;
  readonly seq: string;
}

interface DeletedQuery {
  readonly limit: number;
  readonly after?: Place | undefined;
  /** How the events are found; `ofDeletionAndRecord` when the condition names records. */
  readonly within?: typeof ofDeletion;
}

interface DeletedPage {
  readonly found: States;
  readonly count: number;
  readonly last: Place | undefined;
}

/** The records of a delete that meet a condition on their event `e` and are still deleted, in the order of their events. */
export async function readDeleted(
  context: Context,
  deletion: Deletion,
  condition: (params: Params) => string,
  { limit, after, within = ofDeletion }: DeletedQuery,
): Promise<DeletedPage> {
  const params = new Params(context.caller.tenantId);
  const from = after
    ? ` and (e.xid, e.seq) > (${params.add(after.xid, 'xid8')}, ${params.add(after.seq, 'bigint')})`
    : '';
  const rows = await queryable(context).query<{ model: string; id: string; state: string } & Place>(
    `select d.* from ${scoped(
      'd',
      `select e.model, e.record_id as id, e.previous::text as state, e.xid::text as xid, e.seq::text as seq from events e
       where ${within(deletion, 'e', params)} and ${stillDeleted('e')} and (${condition(params)})${from}
       order by e.xid, e.seq limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
  const last = rows.at(-1);
  return { found: statesOf(context.registry, rows), count: rows.length, last };
}

function statesOf(registry: Registry, rows: readonly { model: string; id: string; state: string }[]): States {
  const found: States = new Map();
  for (const { model: name, id, state } of rows) {
    const model = registry.named(name);
    // A model that the tenant has deleted since cannot have its records back.
    if (model) found.set(model, (found.get(model) ?? new Map()).set(id, pastState(model, state)));
  }
  return found;
}

/** The ids of records that a delete took away, whatever happened to them since, that meet a condition on their event `e`. */
export async function readDeletedIds(
  context: TransactionContext,
  deletion: Deletion,
  condition: (params: Params) => string,
  within: typeof ofDeletion = ofDeletion,
): Promise<Map<Model, string[]>> {
  const params = new Params(context.caller.tenantId);
  const rows = await context.tx.query<{ model: string; ids: string[] }>(
    `select d.* from ${scoped(
      'd',
      `select e.model, array_agg(distinct e.record_id::text) as ids from events e
       where ${within(deletion, 'e', params)} and e.record is null and (${condition(params)}) group by e.model`,
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

/** How many records the delete took away or changed. */
export async function countDeletion(context: Context, deletion: Deletion): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const [row] = await queryable(context).query<{ count: number }>(
    `select c.* from ${scoped('c', `select count(*)::int as count from events e where ${ofDeletion(deletion, 'e', params)}`)}`,
    params.values,
  );
  return row?.count ?? 0;
}
