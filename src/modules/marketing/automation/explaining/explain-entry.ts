import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { matchRecords } from '#core/query/match-records.ts';
import type { CompiledWorkflow } from '../compiling/compile-workflow.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { eligibleIds } from '../enrolling/eligible.ts';

interface Entry {
  readonly definition: WorkflowDefinition;
  readonly compiled: CompiledWorkflow;
  readonly model: Model;
  readonly recordId: string;
}

/** Whether the record, as it is now, meets what the trigger of a workflow requires, and why not. */
export async function explainEntry(
  context: Context,
  { definition, compiled, model, recordId }: Entry,
): Promise<{ would: boolean; why: string }> {
  const records = model.labelPlural.toLowerCase();
  const grant = context.caller.access.grant(model, 'read');
  const [found] = await matchRecords(context, grant, [recordId], [compiled.conditions]);
  if (!found)
    return {
      would: false,
      why: `There is no such record among the ${records} that the owner of the workflow may see.`,
    };
  if (!found.matched[0])
    return { would: false, why: 'The record does not match the conditions of the workflow or of its trigger.' };
  const running = { id: '', version: 0, definition, model, ownerId: null, doneTo: new Date(), nextAt: null };
  const inAudience = await eligibleIds(context, running, [recordId], { withAudience: true });
  if (inAudience.length === 0)
    return { would: false, why: 'The record is not in the segments of the workflow, or in an excluded one.' };
  if (definition.trigger === 'manual')
    return { would: true, why: 'The record meets all conditions. It has to be enrolled by hand.' };
  return {
    would: true,
    why: `The record meets all conditions. The trigger ${definition.trigger} enrolls it when it happens.`,
  };
}
