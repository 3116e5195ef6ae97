import type { Context } from '#core/context.ts';
import { queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { readStates, type StoredWorkflow } from '../sql/states.ts';

/** A workflow that was activated, by the version that new enrollments follow. */
export interface RunningWorkflow {
  readonly id: string;
  readonly version: number;
  readonly definition: WorkflowDefinition;
  readonly model: Model;
  readonly ownerId: string | null;
  /** Up to when its trigger by time was looked at, and when it is looked at next. */
  readonly doneTo: Date;
  readonly nextAt: Date | null;
}

/** A workflow that runs now; undefined when it does not, or its model was deleted. */
export async function readRunning(context: Context, workflowId: string): Promise<RunningWorkflow | undefined> {
  const [stored] = await readStates(queryable(context), context.caller.tenantId, workflowId);
  return stored && runningOf(context, stored);
}

export async function readAllRunning(context: Context): Promise<RunningWorkflow[]> {
  const stored = await readStates(queryable(context), context.caller.tenantId, null);
  return stored.flatMap((one) => runningOf(context, one) ?? []);
}

function runningOf({ registry }: Context, stored: StoredWorkflow): RunningWorkflow | undefined {
  const model = registry.named(stored.definition.model);
  return model && { ...stored, model };
}
