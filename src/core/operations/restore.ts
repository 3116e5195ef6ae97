import type { Grant } from '../access/access.ts';
import { inTransaction, type TransactionContext } from '../context.ts';
import { AppError, invalid } from '../errors.ts';
import { currentPosition } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { clearAccessCache } from './access-cache.ts';
import { countDeletion, type Deletion } from './deletion-events.ts';
import { maxDependants } from './dependants.ts';
import { asNumberTaken } from './number-taken.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { requireSharing } from './personal.ts';
import { findLastState } from './record-events.ts';
import { requireWriter } from './record-writers.ts';
import { reserveUniques } from './references.ts';
import { restoreReferences } from './restore-references.ts';
import { collectDescendants, prepareForInsert, type RestoreLimit, type RestoreSet } from './restore-set.ts';
import { reinsertRecords } from './restore-statements.ts';
import type { SavedRow } from './statements.ts';
import { requireReach } from './update.ts';
import { asInput, type RecordObject } from './validate.ts';

export interface RestoreInput {
  readonly id: string;
  readonly body?: unknown;
}

/** Undoes a deletion: restores the record, the records deleted with it, and cleared references that are still empty. */
export const restore: RecordOperation<RestoreInput, RecordAnswer> = {
  name: 'restore',
  access: 'write',
  async run(context, grant, { id, body }) {
    requireEmpty(body);
    const { model } = grant;
    return inTransaction(context, async (within) => {
      await lockRestores(within);
      const { deletion, last } = await findDeletion(within, grant, id);
      await orderAfterDelete(within, deletion);
      const set: RestoreSet = new Map();
      const limit: RestoreLimit = { remaining: maxDependants, refuse: () => refuseTooMany(within, model, deletion) };
      await collectDescendants(within, deletion, model, new Map([[id, last]]), set, limit);
      await prepareForInsert(within, set, id);
      const saved = await insertRestored(within, set);
      await restoreReferences(within, deletion, set, limit);
      return answerOf(saved.get(id) as SavedRow, grant);
    });
  },
};

export function requireEmpty(body: unknown): void {
  const given = Object.keys(body === undefined ? {} : asInput(body))[0];
  if (given !== undefined) throw invalid(given, 'unknown_field', 'is not a field here; a restore takes none');
}

/** Finds the deletion of a record that the caller may restore, and the last state of the record. */
export async function findDeletion(
  context: TransactionContext,
  grant: Grant,
  id: string,
): Promise<{ deletion: Deletion; last: RecordObject }> {
  const { model } = grant;
  const { current, last, lastXid, lastRequest } = await findLastState(context, model, id);
  await requireReach(context, grant, id, last);
  requireWriter(context, model, [last]);
  requireSharing(grant, last);
  if (model.permanent)
    throw new AppError('conflict', `${model.labelPlural} are deleted for good and cannot be restored.`);
  if (current || lastXid === null) throw new AppError('conflict', `${model.label} ${id} is not deleted.`);
  return { deletion: { xid: lastXid, request: lastRequest }, last };
}

async function refuseTooMany(context: TransactionContext, model: Model, deletion: Deletion): Promise<never> {
  const dependants = (await countDeletion(context, deletion)) - 1;
  const number = new Intl.NumberFormat('en');
  const message =
    `${model.label} was deleted together with ${number.format(dependants)} dependants; one request restores at most ` +
    `${number.format(maxDependants)}. Restore it with ?async=true, which makes a background job.`;
  throw new AppError('too_many_dependants', message, [{ code: 'too_many_dependants', message }]);
}

/** Serializes the restores of a tenant. No other write can conflict, because a deleted record can only be restored. */
export async function lockRestores({ caller, tx }: TransactionContext): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`restore ${caller.tenantId}`]);
}

/** The events of a restore must follow those of the deletion. Retries a transaction that is ordered before them. */
export async function orderAfterDelete({ tx, caller }: TransactionContext, { xid }: Deletion): Promise<void> {
  const [row] = await tx.query<{ late: boolean }>(`select $2::xid8 > ${currentPosition} as late`, [
    caller.tenantId,
    xid,
  ]);
  if (row?.late) tx.retryTransaction();
}

/** Inserts the records, parents first, reserves their unique values and runs their hooks. */
export async function insertRestored(context: TransactionContext, set: RestoreSet): Promise<Map<string, SavedRow>> {
  const rows = new Map<string, SavedRow>();
  for (const [model, records] of set) requireWriter(context, model, records.values());
  // Records that are restored together may reference each other, so foreign keys are checked after the last insert.
  await context.tx.query('set constraints all deferred');
  for (const [model, records] of set) {
    const states = [...records.values()];
    const saved = await reinsertRecords(context, model, states).catch((error: unknown) => {
      throw asNumberTaken(error, context, model, states);
    });
    for (const row of saved) rows.set(row.id, row);
  }
  await context.tx.query('set constraints all immediate');
  for (const [model, records] of set) {
    for (const [id, record] of records) {
      await reserveUniques(context, id, customUniques(model, record)).catch((error: unknown) => {
        throw asNumberTaken(error, context, model, [record]);
      });
      const { record: text } = rows.get(id) as SavedRow;
      const saved = { model, previous: undefined, record: JSON.parse(text), restored: true };
      await model.hooks.afterSave?.(context, saved);
    }
    clearAccessCache(context, model);
  }
  return rows;
}

const customUniques = ({ stored }: Model, record: RecordObject): Map<Field, JsonValue> =>
  new Map(
    stored.filter((field) => field.unique && field.column === null).map((field) => [field, record[field.key] ?? null]),
  );
