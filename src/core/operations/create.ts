import { newId } from '#lib/ids.ts';
import type { Grant } from '../access/access.ts';
import { giveNumbers } from '../behaviours/numbers.ts';
import { applyStamps } from '../behaviours/stamps.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { checkNewRecord } from '../duplicates/check-new.ts';
import type { Model } from '../models/model.ts';
import { clearAccessCache } from './access-cache.ts';
import type { RecordDates } from './import-dates.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { requireOwnValues } from './personal.ts';
import { requireWriter, stateAfter } from './record-writers.ts';
import {
  asTakenNumber,
  hasCustomUniques,
  hasReferencesWithoutForeignKey,
  isCustomNumber,
  lockReferences,
  requireReadableReferences,
  reserveUniques,
} from './references.ts';
import { requireActiveUsers } from './responsible-users.ts';
import { insertRecord, type SavedRow } from './statements.ts';
import { asInput, type RecordObject, readRecord, requireWithinReach, seal, type Values } from './validate.ts';

interface CreateInput {
  readonly record: unknown;
  /** The dates of an imported record. Otherwise both dates are the time of the write. */
  readonly dates?: RecordDates | undefined;
  readonly isImport?: boolean;
}

export const create: RecordOperation<CreateInput, RecordAnswer> = {
  name: 'create',
  access: 'write',
  async run(context, grant, { record, dates, isImport }) {
    const { model } = grant;
    const values = await readNew(context, grant, record, isImport);
    if (!needsTransaction(model, values)) {
      const saved = await insertSealed(context, model, values, newId(), dates);
      clearAccessCache(context, model);
      return answerOf(saved, grant);
    }
    const { saved, shown, duplicates } = await inTransaction(context, (within) =>
      insertInTransaction(within, model, values, newId(), dates),
    );
    clearAccessCache(context, model);
    return { ...answerOf(saved, grant, shown), ...(duplicates.length > 0 && { duplicates }) };
  },
};

/** Validates the values of a new record, and that the caller may create it with them. */
export async function readNew(context: Context, grant: Grant, record: unknown, isImport = false): Promise<Values> {
  const { model, reach } = grant;
  const values = await readRecord(context, grant, asInput(record), 'create', undefined, { isImport });
  if (reach !== 'all') {
    const owner = model.fields.get('ownerId');
    await requireWithinReach(context, grant, owner && values.get(owner));
  }
  requireOwnValues(grant, values);
  await requireReadableReferences(context, values);
  await requireActiveUsers(context, values);
  await stampNew(context, model, values);
  return values;
}

/** Hooks may change the values on which stamps depend, so those of a model with hooks are set after them. */
export async function stampNew(context: Context, model: Model, values: Values): Promise<void> {
  if (!model.hooks.beforeSave) await applyStamps(context, model, values, undefined);
}

/** True when one statement does not suffice: hooks, and values that no constraint checks, need a transaction. */
export const needsTransaction = ({ hooks, writers, duplicateChecks }: Model, values: Values) =>
  writers !== undefined ||
  duplicateChecks !== undefined ||
  hooks.beforeSave !== undefined ||
  hooks.afterSave !== undefined ||
  hasReferencesWithoutForeignKey(values) ||
  hasCustomUniques(values);

async function insertSealed(
  context: Context,
  model: Model,
  values: Values,
  id: string,
  dates: RecordDates | undefined,
): Promise<SavedRow> {
  await giveNumbers(context, model, values);
  await seal(context, values);
  try {
    return await insertRecord(context, model, values, id, dates);
  } catch (error) {
    throw asTakenNumber(error, values);
  }
}

interface InsertedRow {
  readonly saved: SavedRow;
  readonly shown: RecordObject | undefined;
  /** Records that agree with it by duplicate rules that warn. */
  readonly duplicates: readonly string[];
}

export async function insertInTransaction(
  context: TransactionContext,
  model: Model,
  input: Values,
  id: string,
  dates?: RecordDates,
): Promise<InsertedRow> {
  // Copy the values, because hooks change them and the transaction may be retried.
  const values = new Map(input);
  requireWriter(context, model, [stateAfter(undefined, values)]);
  const shown = await model.hooks.beforeSave?.(context, { model, values, previous: undefined, id });
  if (model.hooks.beforeSave) await applyStamps(context, model, values, undefined);
  await lockReferences(context, values);
  const saved = await insertSealed(context, model, values, id, dates);
  // The statement that inserted the record has reserved its numbers.
  for (const field of values.keys()) if (isCustomNumber(field)) values.delete(field);
  await reserveUniques(context, saved.id, values);
  const record = JSON.parse(saved.record) as RecordObject;
  const duplicates = model.duplicateChecks ? await checkNewRecord(context, model, id, record) : [];
  await model.hooks.afterSave?.(context, { model, previous: undefined, record });
  return { saved, shown, duplicates };
}
