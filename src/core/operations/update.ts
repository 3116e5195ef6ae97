import { type Grant, isLimited } from '../access/access.ts';
import { applyStamps } from '../behaviours/stamps.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { keepKeys } from '../duplicates/check-new.ts';
import { AppError, notFound } from '../errors.ts';
import { requireReadable } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { isInAudience, reachesOwner } from '../query/reach.ts';
import { clearAccessCache } from './access-cache.ts';
import { requireNoCycles } from './hierarchies.ts';
import { answerOf, type RecordAnswer, type RecordOperation } from './operation.ts';
import { requireOwnRecord, requireOwnValues } from './personal.ts';
import { requireWriter, stateAfter } from './record-writers.ts';
import { lockReferences, requireReadableReferences, reserveUniques } from './references.ts';
import { requireActiveUsers } from './responsible-users.ts';
import { lockRecord, type SavedRow, updateRecord } from './statements.ts';
import {
  asInput,
  type Mode,
  ownerOf,
  type RecordObject,
  readRecord,
  requireWithinReach,
  seal,
  type Values,
} from './validate.ts';

export interface UpdateInput {
  readonly id: string;
  readonly record: unknown;
  /** The versions in If-Match. Any other version refuses the write. */
  readonly ifVersion?: readonly number[] | undefined;
}

/** PATCH: sets the given fields and keeps the others. */
export const update: RecordOperation<UpdateInput, RecordAnswer> = {
  name: 'update',
  access: 'write',
  run: (context, grant, input) => change(context, grant, input, 'merge'),
};

/** PUT: resets omitted fields to their defaults. */
export const replace: RecordOperation<UpdateInput, RecordAnswer> = {
  name: 'replace',
  access: 'write',
  run: (context, grant, input) => change(context, grant, input, grant.model.putMerges ? 'merge' : 'replace'),
};

function change(
  context: Context,
  grant: Grant,
  { id, record, ifVersion }: UpdateInput,
  mode: Mode,
): Promise<RecordAnswer> {
  const input = asInput(record);
  return inTransaction(context, async (within) => {
    const locked = await lockWithinReach(within, grant, id, ifVersion);
    const values = await readRecord(within, grant, input, mode, locked.previous);
    return saveWithinReach(within, grant, locked, values);
  });
}

/** A record that is locked until the transaction ends. */
export interface LockedRecord {
  readonly before: SavedRow;
  /** `before.record`, parsed. */
  readonly previous: RecordObject;
}

/** Like `saveChange`, but checks that the record stays within reach, and returns only visible fields. */
export async function saveWithinReach(
  context: TransactionContext,
  grant: Grant,
  { before, previous }: LockedRecord,
  values: Values,
): Promise<RecordAnswer> {
  await requireAllowedChange(context, grant, values, previous);
  const { saved, shown } = await saveChange(context, grant.model, before, values);
  requireReadable(saved.record);
  return answerOf(saved, grant, shown);
}

/** Refuses values that the caller may not give to a record: an owner or references out of reach, and inactive users. */
export async function requireAllowedChange(
  context: Context,
  grant: Grant,
  values: Values,
  previous: RecordObject,
): Promise<void> {
  const owner = grant.model.fields.get('ownerId');
  if (owner && values.has(owner)) await requireWithinReach(context, grant, values.get(owner));
  requireOwnValues(grant, values, previous);
  await requireReadableReferences(context, values, previous);
  await requireActiveUsers(context, values, previous);
}

/**
 * Writes validated values to a locked record and runs its hooks. A write that changes no value creates no version and
 * no event. Otherwise two systems that sync with each other would never stop.
 */
export async function saveChange(
  context: TransactionContext,
  model: Model,
  before: SavedRow,
  values: Values,
): Promise<{ saved: SavedRow; shown: RecordObject | undefined }> {
  const { beforeSave, afterSave } = model.hooks;
  const previous = JSON.parse(before.record) as RecordObject;
  requireWriter(context, model, [previous, stateAfter(previous, values)]);
  const shown = await beforeSave?.(context, { model, previous, values });
  await applyStamps(context, model, values, previous);
  await seal(context, values);
  await lockReferences(context, values);
  await requireNoCycles(context, model, before.id, values, previous);
  const saved = await updateRecord(context, model, before, values);
  if (!saved) return { saved: before, shown };
  await reserveUniques(context, before.id, values);
  const record = JSON.parse(saved.record) as RecordObject;
  if (model.duplicateChecks) await keepKeys(context, model, before.id, record);
  await afterSave?.(context, { model, previous, record });
  clearAccessCache(context, model);
  return { saved, shown };
}

/** Locks a record that the caller may write. */
export async function lockWithinReach(
  context: TransactionContext,
  grant: Grant,
  id: string,
  ifVersion?: readonly number[],
): Promise<LockedRecord> {
  const { model } = grant;
  const before = await lockRecord(context, model, id);
  if (!before) throw notFound(`${model.label} ${id}`);
  const previous = JSON.parse(before.record) as RecordObject;
  if (isLimited(grant)) await requireReach(context, grant, id, previous);
  requireWriter(context, model, [previous]);
  if (ifVersion && !ifVersion.includes(before.version)) {
    throw new AppError(
      'version_mismatch',
      `The record is at version ${before.version}: read it again and repeat the change on that version.`,
    );
  }
  return { before, previous };
}

/** Throws for a record that the caller may not write: `forbidden` if the caller may read it, otherwise `not_found`. */
export async function requireReach(context: Context, grant: Grant, id: string, record: RecordObject): Promise<void> {
  const { model } = grant;
  if (!(await isInAudience(context, grant, record))) throw notFound(`${model.label} ${id}`);
  requireOwnRecord(grant, record);
  const owner = ownerOf(model, record);
  if (await reachesOwner(context, grant, owner)) return;
  const { access } = context.caller;
  const readable =
    access.reach(model.scopes.read) !== undefined && (await reachesOwner(context, access.grant(model, 'read'), owner));
  if (!readable) throw notFound(`${model.label} ${id}`);
  throw new AppError('forbidden', `Your permission ${model.scopes.write}:${grant.reach} does not reach this record.`, [
    {
      field: model.scopes.write,
      code: 'missing_scope',
      message: `The scope ${model.scopes.write} is missing for records of others.`,
    },
  ]);
}
