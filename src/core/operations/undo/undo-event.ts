import { isDeepStrictEqual } from 'node:util';
import type { TransactionContext } from '../../context.ts';
import { fromDatabase } from '../../database-errors.ts';
import { AppError } from '../../errors.ts';
import { pastState } from '../../events/past-state.ts';
import type { Model } from '../../models/model.ts';
import { countDependants } from '../dependants.ts';
import { authorize, invoke, operations } from '../index.ts';
import { lockWithinReach } from '../update.ts';
import type { RecordObject } from '../validate.ts';
import type { Outcome } from './outcome.ts';
import { readContents, readLastChange, type WrittenEvent } from './written-events.ts';

/** Above this number of dependants, the message only says "more". */
const countedDependants = 1000;

const changedSince: Outcome = { kept: 'Somebody changed it since.' };

/** What an undo needs to know of the agent whose changes it undoes. */
export interface Agent {
  /** The id in the events: `via_id`. */
  readonly viaId: string;
  /** Why a record that the agent created stays, such as a mail that was sent; undefined for records that can be deleted. */
  keeps?(model: Model, record: RecordObject): string | undefined;
}

/**
 * Undoes one change, unless somebody else has changed the record since, with the permissions of the caller. An error of the caller
 * is the reason why the change is kept.
 */
export async function undoEvent(context: TransactionContext, event: WrittenEvent, agent: Agent): Promise<Outcome> {
  try {
    return await context.tx.savepoint(() => undoChange(context, event, agent));
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    return { kept: reason.message };
  }
}

async function undoChange(context: TransactionContext, event: WrittenEvent, agent: Agent): Promise<Outcome> {
  const model = context.registry.named(event.model);
  if (!model) return { kept: `The model ${event.model} no longer exists.` };
  // The platform wrote logs and other read-only records along with the change.
  if (model.readOnly) return 'as before';
  const last = await readLastChange(context, event, agent.viaId);
  const isGone = last === undefined || last.isDeletion;
  switch (event.change) {
    case 'created':
      if (isGone) return 'as before';
      return last.isOurs ? removeCreated(context, model, event, agent) : changedSince;
    case 'deleted':
      if (!isGone) return 'as before';
      if (!last?.isOurs) return { kept: 'Somebody restored and deleted it since.' };
      await invoke(context, operations.restore, model, { id: event.recordId });
      return 'undone';
    case 'updated':
      if (isGone) return { kept: 'It was deleted since.' };
      return writeBack(context, model, event, last.isOurs);
  }
}

async function removeCreated(
  context: TransactionContext,
  model: Model,
  event: WrittenEvent,
  agent: Agent,
): Promise<Outcome> {
  const { recordId: id } = event;
  const { previous } = await lockWithinReach(context, authorize(context, operations.remove, model), id);
  const kept = agent.keeps?.(model, previous);
  if (kept !== undefined) return { kept };
  const { total } = await countDependants(context, model, [id], countedDependants);
  if (total > 0)
    return { kept: `${total} other ${total === 1 ? 'record belongs or refers' : 'records belong or refer'} to it.` };
  await invoke(context, operations.remove, model, { id });
  return 'undone';
}

/** Restores the previous values of the fields that the event changed, except those that somebody has changed again. */
async function writeBack(
  context: TransactionContext,
  model: Model,
  event: WrittenEvent,
  isOurs: boolean,
): Promise<Outcome> {
  const { record, previous } = await readContents(context, event);
  if (record === null || previous === null) return { kept: 'Its former values are no longer stored.' };
  const after = pastState(model, record);
  const before = pastState(model, previous);
  const { previous: current } = await lockWithinReach(
    context,
    authorize(context, operations.update, model),
    event.recordId,
  );
  // A field like the steps of a workflow shows other records, whose own changes are undone.
  const changed = model.writable.filter(
    ({ key, type, declared }) =>
      !type.seal &&
      !(declared.eventless && declared.keptByPut) &&
      key in before &&
      key in after &&
      !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
  );
  const differs = changed.filter(({ key }) => !isDeepStrictEqual(current[key] ?? null, before[key] ?? null));
  if (differs.length === 0) return 'as before';
  const others = differs.filter(({ key }) => !isDeepStrictEqual(current[key] ?? null, after[key] ?? null));
  if (!isOurs || others.length > 0) return changedSince;
  const values: RecordObject = Object.fromEntries(differs.map(({ key }) => [key, before[key] ?? null]));
  await invoke(context, operations.update, model, { id: event.recordId, record: values });
  return 'undone';
}
