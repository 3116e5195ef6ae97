import { draftInput, type WorkflowDraft, workflowActions } from '../../marketing/contract.ts';
import { actionOutput, isWritable } from './action-tool.ts';
import { requireModel } from './find-model.ts';
import type { Tool } from './tool.ts';

const workflows = 'marketing.workflows';

/** A person always approves it, and the draft does nothing until a person activates it. */
export const draftWorkflow: Tool = {
  name: 'draftWorkflow',
  description:
    'Writes a whole workflow (an automation: what happens to records one step after another, from a trigger on) as a draft. Look up the fields with describeModel and the ids with queryRecords first; invent none. Texts are Liquid: {{ record.x }} or {{ contact.firstName }}, {{ trigger.x }}, {{ steps.<key>.x }}, {{ owner.email }}. Filters are those of queryRecords. The answer says what is wrong, by steps.<key>.config.<part>: mend it and call again. A person approves the draft, and then activates it; no tool does.',
  writes: true,
  input: draftInput,
  isUsable: (context) => isWritable(context, workflows),
  needsApproval: () => true,
  target: (context, { workflowId }) =>
    workflowId === undefined ? undefined : { model: requireModel(context, workflows), id: String(workflowId) },
  async run(context, input) {
    const given = input as unknown as WorkflowDraft;
    requireModel(context, given.modelKey);
    const { _id: id } = (await context.services.actions.run(context, workflowActions.draft, given)) as { _id: string };
    const change = given.workflowId === undefined ? 'created' : 'updated';
    return actionOutput(context, workflows, { id, change }, { _id: id });
  },
};
