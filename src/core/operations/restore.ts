import type { Grant } from '../access/access.ts';
import { inTransaction, type TransactionContext } from '../context.ts';
import { AppError, invalid } from '../errors.ts';
import { currentPosition } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { forgetIfAccess } from './access-cache.ts';
import { countDeletion, type Deletion } from './deletion-events.ts';
import { maxDependants } from './dependants.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { findKnown } from './record-events.ts';
import { bookUniques } from './references.ts';
import { relinkHolders } from './restore-references.ts';
import { type Family, gatherFamily, mendReferences, type Room } from './restore-set.ts';
import { insertAgain } from './restore-statements.ts';
import type { SavedRow } from './statements.ts';
import { requireReach } from './update.ts';
import { asInput, type RecordObject } from './validate.ts';

export interface RestoreInput {
  readonly id: string;
  readonly body?: unknown;
}

/** Undoes a delete: the record comes back with what went along with it and, where they are still free, its references. */
export const restore: RecordOperation<RestoreInput, RecordAnswer> = {
  name: 'restore',
  access: 'write',
  async run(context, grant, { id, body }) {
    requireEmpty(body);
    const { model } = grant;
    return inTransaction(context, async (within) => {
      await oneAtATime(within);
      const { deletion, last } = await findDeleted(within, grant, id);
      await comeAfter(within, deletion);
      const family: Family = new Map();
      const room: Room = { left: maxDependants, refuse: () => refuseMany(within, model, deletion) };
      await gatherFamily(within, deletion, model, new Map([[id, last]]), family, room);
      await mendReferences(within, family, id);
      const saved = await bringBack(within, family);
      await relinkHolders(within, deletion, family, room);
      return answerOf(saved.get(id) as SavedRow, grant);
    });
  },
};

export function requireEmpty(body: unknown): void {
  const given = Object.keys(body === undefined ? {} : asInput(body))[0];
  if (given !== undefined) throw invalid(given, 'unknown_field', 'is not a field here; a restore takes none');
}

/** The delete of a record that the caller may restore, and the record as it was. */
export async function findDeleted(
  context: TransactionContext,
  grant: Grant,
  id: string,
): Promise<{ deletion: Deletion; last: RecordObject }> {
  const { model } = grant;
  const { now, last, lastXid, lastRequest, owner } = await findKnown(context, model, id);
  await requireReach(context, grant, id, owner);
  if (model.permanent)
    throw new AppError('conflict', `${model.labelPlural} are deleted for good and cannot be restored.`);
  if (now || lastXid === null) throw new AppError('conflict', `${model.label} ${id} is not deleted.`);
  return { deletion: { xid: lastXid, request: lastRequest }, last };
}

async function refuseMany(context: TransactionContext, model: Model, deletion: Deletion): Promise<never> {
  const dependants = (await countDeletion(context, deletion)) - 1;
  const number = new Intl.NumberFormat('en');
  const message =
    `${model.label} was deleted together with ${number.format(dependants)} dependants; one request restores at most ` +
    `${number.format(maxDependants)}. Restore it with ?async=true, which makes a background job.`;
  throw new AppError('too_many_dependants', message, [{ code: 'too_many_dependants', message }]);
}

/** What is deleted can only be restored, so that those who restore need to wait for each other alone. */
export async function oneAtATime({ caller, tx }: TransactionContext): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`restore ${caller.tenantId}`]);
}

/** The events of a restore come after that of the delete. A transaction that began to write before the delete begins again. */
export async function comeAfter({ tx, caller }: TransactionContext, { xid }: Deletion): Promise<void> {
  const [row] = await tx.query<{ late: boolean }>(`select $2::xid8 > ${currentPosition} as late`, [
    caller.tenantId,
    xid,
  ]);
  if (row?.late) tx.startAgain();
}

/** Writes the records, parents first, and does what goes with writing them. */
export async function bringBack(context: TransactionContext, family: Family): Promise<Map<string, SavedRow>> {
  const all = new Map<string, SavedRow>();
  // Those that come back together may point to each other; the keys are checked once all of them are there.
  await context.tx.query('set constraints all deferred');
  for (const [model, records] of family) {
    for (const saved of await insertAgain(context, model, [...records.values()])) all.set(saved.id, saved);
  }
  await context.tx.query('set constraints all immediate');
  for (const [model, records] of family) {
    for (const [id, record] of records) {
      await bookUniques(context, id, uniquesOf(model, record));
      const { record: text } = all.get(id) as SavedRow;
      await model.hooks.afterSave?.(context, { model, previous: undefined, record: JSON.parse(text) });
    }
    forgetIfAccess(context, model);
  }
  return all;
}

const uniquesOf = ({ stored }: Model, record: RecordObject): Map<Field, JsonValue> =>
  new Map(
    stored.filter((field) => field.unique && field.column === null).map((field) => [field, record[field.key] ?? null]),
  );
