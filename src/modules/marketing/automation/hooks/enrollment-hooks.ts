import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { loopError, maxDepth } from '../enrolling/enroll-records.ts';
import { recordIdOf } from '../enrolling/record-of-enrollment.ts';
import { followMerge } from '../lifecycle/follow-merge.ts';
import { returnEnrollment } from '../lifecycle/return-enrollment.ts';
import { countEnrolled, countParked, countRun } from '../sql/counters.ts';
import { readEnrolling } from '../sql/enrolling.ts';
import { parkDeleted } from '../sql/parked.ts';
import { addToQueue, removeFromQueue, setPaused } from '../sql/queue.ts';

/** A new enrollment begins, or waits until its workflow is active. Writing `status` pauses, resumes or ends it. */
export const enrollmentHooks: ModelHooks = {
  async beforeSave(context, saving) {
    if (!saving.previous) await readTarget(context, saving);
    else {
      await requireOtherReadable(context, saving, saving.previous);
      stampEnd(saving);
    }
    return undefined;
  },
  async afterSave(context, { previous, record, restored }) {
    const id = String(record._id);
    const workflowId = String(record.workflowId);
    if (restored) return returnEnrollment(context, record);
    if (previous) {
      if (recordIdOf(previous) !== recordIdOf(record)) await followMerge(context, record);
      return changeStatus(context, id, previous.status, record.status, workflowId);
    }
    if (open.has(record.status)) await begin(context, id, workflowId, recordIdOf(record), record.status === 'paused');
  },
  async afterRemove({ tx, caller }, ids) {
    for (const { workflowId, count } of await parkDeleted(tx, caller.tenantId, ids))
      await countParked(tx, caller.tenantId, workflowId, count);
  },
};

/** Checks the record. `contactId` takes precedence; otherwise `recordId` names it, and the model is that of the workflow. */
async function readTarget(context: TransactionContext, saving: PendingSave): Promise<void> {
  const contactId = givenValue(saving, 'contactId');
  const workflowId = String(givenValue(saving, 'workflowId'));
  const workflow = await readEnrolling(queryable(context), context.caller.tenantId, workflowId);
  // The check of the reference refuses a workflow that does not exist.
  const wanted = workflow && context.registry.named(workflow.modelKey);
  const given = contactId ? 'sales.contacts' : (givenValue(saving, 'modelKey') ?? wanted?.name ?? 'sales.contacts');
  const model = context.registry.named(String(given));
  if (!model) throw invalid('modelKey', 'unknown_model', `names ${String(given)}, which is not a model`);
  if (wanted && wanted.name !== model.name) throw otherModel(wanted, model);
  const recordId = contactId ?? givenValue(saving, 'recordId');
  if (typeof recordId !== 'string' || !isId(recordId))
    throw invalid('recordId', 'invalid_type', 'must be the id of a record');
  await requireReadable(context, model, recordId, contactId ? 'contactId' : 'recordId');
  if (contactId) return;
  if (model.name === 'sales.contacts') setValue(saving, 'contactId', recordId);
  setValue(saving, 'recordId', recordId.toLowerCase());
  if (!givenValue(saving, 'modelKey')) setValue(saving, 'modelKey', model.customId ? model.name : model.slug);
}

/** A write may let the enrollment go on with another record, which the caller may read. */
async function requireOtherReadable(
  context: TransactionContext,
  saving: PendingSave,
  previous: RecordObject,
): Promise<void> {
  const after = (key: string): JsonValue => {
    const given = givenValue(saving, key);
    return given === undefined ? (previous[key] ?? null) : given;
  };
  const next = { modelKey: after('modelKey'), recordId: after('recordId'), contactId: after('contactId') };
  const id = recordIdOf(next);
  if (id === recordIdOf(previous)) return;
  const workflow = await readEnrolling(queryable(context), context.caller.tenantId, String(previous.workflowId));
  const model = workflow && context.registry.named(workflow.modelKey);
  const field = id === next.contactId ? 'contactId' : 'recordId';
  if (!isId(id)) throw invalid(field, 'invalid_type', 'must be the id of a record');
  if (model) await requireReadable(context, model, id, field);
}

const otherModel = (wanted: Model, given: Model): AppError =>
  new AppError(
    'segment_model_mismatch',
    `The workflow is for ${wanted.labelPlural.toLowerCase()}, and the record is one of ${given.labelPlural.toLowerCase()}.`,
  );

async function requireReadable(context: Context, model: Model, id: string, field: string): Promise<void> {
  try {
    await invoke(context, operations.get, model, { id, query: {} });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw invalid(
      field,
      'reference_not_found',
      `is not a record of ${model.labelPlural.toLowerCase()} that you may read`,
    );
  }
}

/** An enrollment in a workflow that was never activated begins with the activation. */
async function begin(
  context: TransactionContext,
  id: string,
  workflowId: string,
  recordId: string,
  isPaused: boolean,
): Promise<void> {
  const { tx, caller } = context;
  const workflow = await readEnrolling(tx, caller.tenantId, workflowId);
  if (!workflow?.wasActivated) return;
  // A step of another workflow may write it.
  const depth = (context.depth ?? 0) + 1;
  if (depth > maxDepth) throw new AppError('conflict', loopError);
  const rows = [{ enrollmentId: id, recordId, depth }];
  const added = await addToQueue(tx, caller.tenantId, workflowId, rows, workflow.allowReenrollment);
  if (added.size === 0)
    throw new AppError(
      'already_enrolled',
      'The record is in the workflow already. Set allowReenrollment of the workflow to let it in again.',
    );
  if (isPaused) await setPaused(tx, caller.tenantId, id, true);
  await countEnrolled(tx, caller.tenantId, workflowId, 1);
  announceDue(context, workflowId);
}

/** The time of the end, when a person ends an enrollment. */
function stampEnd(saving: PendingSave): void {
  const status = givenValue(saving, 'status');
  if (status === undefined || status === saving.previous?.status) return;
  const now = new Date().toISOString();
  if (status === 'exited') {
    setValue(saving, 'exitedAt', now);
    setValue(saving, 'exitReason', 'A user ended it.');
  }
  if (status === 'completed') setValue(saving, 'completedAt', now);
}

const open = new Set<JsonValue | undefined>(['active', 'waiting', 'paused']);

async function changeStatus(
  context: TransactionContext,
  id: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  workflowId: string,
): Promise<void> {
  if (before === after) return;
  const { tx, caller } = context;
  if (open.has(after)) {
    if (!(await setPaused(tx, caller.tenantId, id, after === 'paused')) && !open.has(before))
      throw new AppError('conflict', 'The enrollment has ended. Enroll the record again, or retry a failed one.');
    announceDue(context, workflowId);
    return;
  }
  const removed = await removeFromQueue(tx, caller.tenantId, [id]);
  if (removed.size > 0)
    await countRun(tx, caller.tenantId, workflowId, {
      completed: after === 'completed' ? 1 : 0,
      exited: after === 'exited' ? 1 : 0,
      all: 1,
    });
}
