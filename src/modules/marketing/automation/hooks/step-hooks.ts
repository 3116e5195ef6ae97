import type { TransactionContext } from '#core/context.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import { workflowsModel } from '../model-names.ts';
import { readStepRows, saveSteps } from '../sql/step-rows.ts';
import { workflowsOfSteps } from '../sql/workflows-of-steps.ts';

/** The workflows of steps that are being deleted, and that stay, by the list of the deleted ids. */
const changedBy = new WeakMap<readonly string[], readonly string[]>();

/** The field `steps` of a workflow shows its steps, however they are written. */
export const stepHooks: ModelHooks = {
  async afterSave(context, { previous, record }) {
    const ids = new Set([record.workflowId, previous?.workflowId].filter((id) => typeof id === 'string'));
    for (const id of ids) await showSteps(context, id);
  },
  async beforeRemove(context, ids, _model, deleting) {
    const removed = deleting.get(workflowsModel(context));
    const { tx, caller } = context;
    const remaining: string[] = [];
    for (const id of await workflowsOfSteps(tx, caller.tenantId, ids)) if (!removed?.has(id)) remaining.push(id);
    changedBy.set(ids, remaining);
  },
  async afterRemove(context, ids) {
    for (const id of changedBy.get(ids) ?? []) await showSteps(context, id);
  },
};

async function showSteps(context: TransactionContext, workflowId: string): Promise<void> {
  const steps = (await readStepRows(context, workflowId)).map(({ _id, ...step }) => step);
  await saveSteps(context.tx, context.caller.tenantId, workflowId, steps);
}
