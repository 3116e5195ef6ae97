import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { workflowsModel } from '../model-names.ts';
import { kindOf, workflowIdOf } from '../sequences/kinds.ts';
import { addWorkflow, runSequence, stopSequenceWorkflow } from '../sequences/run-sequence.ts';
import { workflowsOfSequences } from '../sql/sequences.ts';

/** Writing `status` of a sequence lets its workflow run, or stops it. Deleting it archives the workflow. */
export const sequenceHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { model, previous } = saving;
    const before = previous?.status ?? 'draft';
    const status = givenValue(saving, 'status');
    if (status === undefined || status === before) return undefined;
    const kind = kindOf(model);
    if (before === 'archived' && status !== 'draft')
      throw new AppError('conflict', `The ${kind.label} is archived. Copy it to use it again.`);
    // The workflow is added here, so that the write of the sequence names it.
    if (status === 'active' && (!previous || workflowIdOf(previous) === undefined))
      setValue(saving, 'workflowId', await addWorkflow(context, { kind, record: newState(saving) }));
    return undefined;
  },
  async afterSave(context, { model, previous, record }) {
    if (record.status === (previous?.status ?? 'draft')) return;
    const kind = kindOf(model);
    const workflowId = workflowIdOf(record);
    if (record.status === 'active') await runSequence(context, { kind, record });
    else if (workflowId !== undefined)
      await stopSequenceWorkflow(context, workflowId, record.status === 'archived' ? 'archived' : 'paused');
  },
  async beforeRemove(context, ids, model, deleting) {
    const { tx, caller } = context;
    const removed = deleting.get(workflowsModel(context));
    for (const id of await workflowsOfSequences(tx, caller.tenantId, model, ids))
      if (!removed?.has(id)) await stopSequenceWorkflow(context, id, 'archived');
  },
};

/** The fields of the record that its workflow needs from the beginning, as they will be. */
function newState(saving: PendingSave): RecordObject {
  const after = (key: string) => givenValue(saving, key) ?? saving.previous?.[key] ?? null;
  return {
    _id: saving.previous ? String(saving.previous._id) : saving.id,
    name: after('name'),
    ownerId: after('ownerId'),
  };
}
