import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { activate } from '../lifecycle/activate.ts';
import { replaceSteps } from '../lifecycle/replace-steps.ts';
import { returnWorkflow } from '../lifecycle/return-workflow.ts';
import { readSteps } from '../lifecycle/steps-input.ts';
import { stopDeleted } from '../sql/delete-workflow.ts';
import { setRunning } from '../sql/states.ts';

/** Writing `steps` replaces the steps of a workflow, and writing `status` activates, pauses or archives it. */
export const workflowHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const steps = givenValue(saving, 'steps');
    if (Array.isArray(steps)) setValue(saving, 'steps', readSteps(steps) as unknown as JsonValue);
    requireKnownModel(context, saving);
    const status = changedStatus(saving);
    if (status === undefined) return undefined;
    const { previous } = saving;
    if (previous?.status === 'archived' && status !== 'draft')
      throw new AppError('conflict', 'The workflow is archived. Copy it to use it again.');
    if (previous?.sourceModel && context.caller.userId !== null)
      throw new AppError('conflict', 'A sequence carries out this workflow: write the status of the sequence.');
    const now = new Date().toISOString();
    if (status === 'active') setValue(saving, 'activatedAt', now);
    setValue(saving, 'pausedAt', status === 'paused' ? now : null);
    return undefined;
  },
  async afterSave(context, { previous, record, restored }) {
    // Its steps are restored as records of their own.
    if (restored) return returnWorkflow(context, record);
    const id = String(record._id);
    if (JSON.stringify(record.steps) !== JSON.stringify(previous?.steps ?? null) && Array.isArray(record.steps))
      await replaceSteps(context, record, readSteps(record.steps));
    const before = previous?.status ?? 'draft';
    if (record.status === before) return;
    if (record.status !== 'active') await setRunning(context.tx, context.caller.tenantId, id, false);
    else await activate(context, id);
  },
  async afterRemove({ tx, caller }, ids) {
    await stopDeleted(tx, caller.tenantId, ids);
  },
};

/** The new status, when it differs from the one before. */
function changedStatus(saving: PendingSave): JsonValue | undefined {
  const status = givenValue(saving, 'status');
  return status === undefined || status === (saving.previous?.status ?? 'draft') ? undefined : status;
}

function requireKnownModel({ registry }: TransactionContext, saving: PendingSave): void {
  const modelKey = givenValue(saving, 'modelKey');
  if (typeof modelKey === 'string' && givenValue(saving, 'status') === 'active' && !registry.named(modelKey))
    throw invalid('modelKey', 'unknown_model', `names ${modelKey}, which is not a model`);
}
