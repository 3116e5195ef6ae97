import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { checkWorkflow } from '../compiling/check-workflow.ts';
import { checkStored } from '../lifecycle/check-stored.ts';
import { workflowsModel } from '../model-names.ts';
import type { WorkflowDraft } from './draft-input.ts';

/** What a draft does not name is empty in the workflow. */
const empty = {
  triggerConfig: {},
  conditions: null,
  segmentIds: [],
  excludedSegmentIds: [],
  goal: null,
  exitConditions: null,
  sendWindow: null,
  allowReenrollment: false,
};

interface Existing {
  readonly status: string;
  readonly sourceModel: string | null;
  readonly steps: readonly unknown[] | null;
}

/**
 * Writes a whole workflow, a new one or one without steps, and checks it as an activation would, with everything that is wrong in the
 * error. It activates nothing. Returns the id of the workflow.
 */
export const draftWorkflow = (context: Context, { workflowId, ...draft }: WorkflowDraft): Promise<string> =>
  inTransaction(context, async (within) => {
    const model = workflowsModel(within);
    const record = { ...empty, ...draft } as never;
    if (workflowId === undefined) {
      const { id } = await invoke(within, operations.create, model, { record });
      return checked(within, id);
    }
    const { body } = await invoke(within, operations.get, model, { id: workflowId, query: {} });
    const { status, sourceModel, steps } = JSON.parse(body) as Existing;
    if (sourceModel) throw new AppError('conflict', 'A sequence carries out this workflow: change the sequence.');
    if (status === 'archived') throw new AppError('conflict', 'The workflow is archived: write a new one.');
    // Undo restores what a deletion took along, not the updates beside it, and the steps that are replaced are deleted.
    if (steps && steps.length > 0)
      throw new AppError(
        'conflict',
        'The workflow has steps: write a new one, or change single steps, which are records of marketing.workflowSteps.',
      );
    await invoke(within, operations.update, model, { id: workflowId, record });
    return checked(within, workflowId);
  });

async function checked(context: Parameters<typeof checkStored>[0], id: string): Promise<string> {
  const { definition } = await checkStored(context, id);
  // The caller may reach less than the owner: an assistant knows only the models that its account shows it.
  await checkWorkflow(context, definition);
  return id;
}
