import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import type { Model } from '../models/model.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { type Deletion, ofDeletionAndRecord, type Place, readDeleted, readDeletedIds } from './deletion-events.ts';
import { removeAll } from './remove.ts';
import { bringBack, comeAfter, oneAtATime } from './restore.ts';
import { type HolderPlace, relinkBatch } from './restore-references.ts';
import { type Family, findGone, mendReferences } from './restore-set.ts';

/** All records of a tenant's own model, which are deleted and restored together with it. */

/** How many records the model has, counted up to `most`. */
export async function countRecords({ caller, tx }: TransactionContext, model: Model, most: number): Promise<number> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
      select from ${tableAs(model, 't')} where ${tenantRows(model, 't')} limit ${params.add(most, 'int')}) c`,
    params.values,
  );
  return row?.count ?? 0;
}

/** Deletes up to `most` records, each with its event. Returns how many events that wrote: none when there are no records. */
export async function removeRecords(context: TransactionContext, model: Model, most: number): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const rows = await context.tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id in (select s.id from ${tableAs(model, 's')} where ${tenantRows(model, 's')}
       order by s.created_at desc, s.id limit ${params.add(most, 'int')})
     order by t.id for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) context.tx.startAgain();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  // Records of the same model that require one of these are to be deleted in any case.
  return removeAll(context, model, ids, { along: async (holder, others) => (holder === model ? others : []) });
}

interface RestoreQuery {
  readonly limit: number;
  readonly after?: Place | undefined;
  /** Called before anything is written, with the number of records that were found. */
  admit?(count: number): void;
}

interface RestoredBatch {
  readonly written: number;
  /** Where the next batch begins; undefined when there is none. */
  readonly last: Place | undefined;
}

/** Restores records that were deleted together with their model. */
export async function restoreRecords(
  context: TransactionContext,
  model: Model,
  deletion: Deletion,
  { limit, after, admit }: RestoreQuery,
): Promise<RestoredBatch> {
  await oneAtATime(context);
  await comeAfter(context, deletion);
  const ofModel = (params: Params) => `e.model = ${params.add(model.name, 'text')}`;
  const { found, count, last } = await readDeleted(context, deletion, ofModel, { limit, after });
  admit?.(count);
  if (count === 0) return { written: 0, last: undefined };
  await mendReferences(context, found, '', await findLost(context, model, deletion, found));
  return { written: (await bringBack(context, found)).size, last };
}

/**
 * Records that the family points to and that do not come back. Those of a later batch do: no foreign key guards records of
 * tenants' own models, so they may be pointed to before.
 */
async function findLost(
  context: TransactionContext,
  model: Model,
  deletion: Deletion,
  family: Family,
): Promise<ReadonlySet<string>> {
  const gone = await findGone(context, family);
  if (gone.size === 0) return gone;
  const among = (params: Params) => `e.record_id = any(${params.add([...gone], 'uuid[]')})`;
  const coming = await readDeletedIds(context, deletion, among, ofDeletionAndRecord);
  return gone.difference(new Set(coming.get(model)));
}

/** Gives back the references that a delete in batches cleared before it deleted their holders as well. */
export async function relinkRecords(
  context: TransactionContext,
  deletion: Deletion,
  limit: number,
  after: HolderPlace | undefined,
): Promise<{ readonly written: number; readonly last: HolderPlace | undefined }> {
  await oneAtATime(context);
  await comeAfter(context, deletion);
  return relinkBatch(context, deletion, limit, after);
}
