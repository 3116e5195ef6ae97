import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import type { Model } from '../models/model.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import {
  type Deletion,
  type EventPosition,
  readDeleted,
  readDeletedIds,
  whereDeletionOfRecord,
} from './deletion-events.ts';
import { removeAll } from './remove.ts';
import { insertRestored, lockRestores, orderAfterDelete } from './restore.ts';
import { type ReferrerPosition, restoreReferencesBatch } from './restore-references.ts';
import { findMissingTargets, prepareForInsert, type RestoreSet } from './restore-set.ts';

/** Operations on all records of a custom model, which are deleted and restored together with it. */

/** Counts the records of the model, up to `limit`. */
export async function countRecords({ caller, tx }: TransactionContext, model: Model, limit: number): Promise<number> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
      select from ${tableAs(model, 't')} where ${tenantRows(model, 't')} limit ${params.add(limit, 'int')}) c`,
    params.values,
  );
  return row?.count ?? 0;
}

/** Deletes up to `limit` records. Returns the number of events written, which is 0 when there are no records. */
export async function removeRecords(context: TransactionContext, model: Model, limit: number): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const rows = await context.tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id in (select s.id from ${tableAs(model, 's')} where ${tenantRows(model, 's')}
       order by s.created_at desc, s.id limit ${params.add(limit, 'int')})
     order by t.id for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) context.tx.retryTransaction();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  // Records of the same model that require one of these are deleted too, because all records of the model are deleted.
  return removeAll(context, model, ids, { alsoDelete: async (referrer, rows) => (referrer === model ? rows : []) });
}

interface RestoreQuery {
  readonly limit: number;
  readonly after?: EventPosition | undefined;
  /** Called with the number of found records before anything is written. Throws to refuse the restore. */
  admit?(count: number): void;
}

interface RestoredBatch {
  readonly written: number;
  /** The position after which the next batch starts; undefined after the last batch. */
  readonly last: EventPosition | undefined;
}

/** Restores records that were deleted together with their model. */
export async function restoreRecords(
  context: TransactionContext,
  model: Model,
  deletion: Deletion,
  { limit, after, admit }: RestoreQuery,
): Promise<RestoredBatch> {
  await lockRestores(context);
  await orderAfterDelete(context, deletion);
  const ofModel = (params: Params) => `e.model = ${params.add(model.name, 'text')}`;
  const { found, count, last } = await readDeleted(context, deletion, ofModel, { limit, after });
  admit?.(count);
  if (count === 0) return { written: 0, last: undefined };
  await prepareForInsert(context, found, '', await findLostTargets(context, model, deletion, found));
  return { written: (await insertRestored(context, found)).size, last };
}

/**
 * Finds the referenced records that neither exist nor are restored. Records of a later batch count as restored: no
 * foreign key checks references to custom models, so a record may reference one that does not exist yet.
 */
async function findLostTargets(
  context: TransactionContext,
  model: Model,
  deletion: Deletion,
  set: RestoreSet,
): Promise<ReadonlySet<string>> {
  const missing = await findMissingTargets(context, set);
  if (missing.size === 0) return missing;
  const isMissing = (params: Params) => `e.record_id = any(${params.add([...missing], 'uuid[]')})`;
  const restored = await readDeletedIds(context, deletion, isMissing, whereDeletionOfRecord);
  return missing.difference(new Set(restored.get(model)));
}

/** Restores references that a deletion in batches cleared before it deleted the referrers too. */
export async function restoreRecordReferences(
  context: TransactionContext,
  deletion: Deletion,
  limit: number,
  after: ReferrerPosition | undefined,
): Promise<{ readonly written: number; readonly last: ReferrerPosition | undefined }> {
  await lockRestores(context);
  await orderAfterDelete(context, deletion);
  return restoreReferencesBatch(context, deletion, limit, after);
}
