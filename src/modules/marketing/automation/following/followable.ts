import type { TransactionContext } from '#core/context.ts';
import type { Condition } from '#core/query/filter.ts';
import type { CompiledWorkflow } from '../compiling/compile-workflow.ts';
import type { RunningWorkflow } from '../enrolling/running-workflow.ts';
import type { Trigger } from '../triggers/trigger.ts';

export interface FollowedVersion {
  readonly version: number;
  readonly compiled: CompiledWorkflow;
}

/** A running workflow whose trigger and waits are compared with events. */
export interface Followable {
  /** Acts as the owner of the workflow. */
  readonly context: TransactionContext;
  readonly workflow: RunningWorkflow;
  readonly trigger: Trigger;
  /** Conditions of the records that the trigger enrolls. */
  readonly conditions: readonly Condition[];
  /** The conditions among them that are not those of the trigger. */
  readonly ownConditions: readonly Condition[];
  /** The newest version, and those by which enrollments still go. */
  readonly versions: readonly FollowedVersion[];
}
