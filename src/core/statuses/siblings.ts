import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { AppError, invalid } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import { givenValue, type PendingSave, setValue } from '../models/hooks.ts';
import type { Model } from '../models/model.ts';
import { withinField } from '../models/status-list.ts';
import { lockRecord, updateRecord } from '../operations/statements.ts';
import { tableAs, tenantRows } from '../query/rows.ts';

/** Keeps exactly one record of a list the default. */

/** A record of the same list. */
interface Sibling {
  readonly id: string;
  readonly isDefault: boolean;
  /** The record to which the list belongs; null when the model is one list. */
  readonly listId: string | null;
}

/** Locks the lists of a model until the transaction ends, and reads them. Writers of one tenant then wait for each other. */
export async function lockSiblings({ caller, tx }: TransactionContext, model: Model): Promise<Sibling[]> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710021))', [
    `${caller.tenantId} ${model.name}`,
  ]);
  const params = new Params(caller.tenantId);
  const within = withinField(model);
  const rows = await tx.query<{ id: string; is_default: boolean | null; list: string | null }>(
    `select t.id, t.is_default, ${within ? within.sql('t') : 'null'} as list
     from ${tableAs(model, 't')} where ${tenantRows(model, 't')}`,
    params.values,
  );
  return rows.map(({ id, is_default, list }) => ({ id, isDefault: is_default === true, listId: list }));
}

/** Makes the first record of a list its default, and clears the former default when another record becomes it. */
export async function keepOneDefault(
  context: TransactionContext,
  saving: PendingSave,
  siblings: readonly Sibling[],
): Promise<void> {
  const { model, previous } = saving;
  const former = siblings.find(({ isDefault }) => isDefault);
  const given = givenValue(saving, 'isDefault');
  if (!former) setValue(saving, 'isDefault', true);
  else if (given === true && former.id !== previous?._id) await clearDefault(context, model, former.id);
  else if (previous && former.id === previous._id && given !== undefined && given !== true)
    throw invalid(
      'isDefault',
      'default_required',
      `must stay true, because each list of ${model.labelPlural.toLowerCase()} has one default; set it on another record, which clears it here`,
    );
  else if (given === null) setValue(saving, 'isDefault', false);
}

async function clearDefault(context: TransactionContext, model: Model, id: string): Promise<void> {
  const field = model.fields.get('isDefault');
  const before = await lockRecord(context, model, id);
  if (field && before) await updateRecord(context, model, before, new Map([[field, false]]));
}

/** Refuses to delete the default of a list while the list has other records. */
export async function keepDefault(context: TransactionContext, ids: readonly string[], model: Model): Promise<void> {
  const removed = new Set(ids);
  const siblings = await lockSiblings(context, model);
  const kept = new Set(siblings.filter(({ id }) => !removed.has(id)).map(({ listId }) => listId));
  const lost = siblings.find(({ id, isDefault, listId }) => isDefault && removed.has(id) && kept.has(listId));
  if (lost)
    throw new AppError(
      'conflict',
      `The default of ${model.labelPlural.toLowerCase()} cannot be deleted: make another one the default first.`,
    );
}

/** Refuses another record in a full list. */
export function requireRoom(model: Model, siblings: readonly Sibling[], max: number): void {
  if (siblings.length >= max)
    throw new AppError('conflict', `There are ${max} ${model.labelPlural.toLowerCase()} already, which is the most.`);
}

/** The records in the same list as the one that is written. */
export const inSameList = (siblings: readonly Sibling[], listId: JsonValue): Sibling[] =>
  siblings.filter((one) => one.listId === listId);
