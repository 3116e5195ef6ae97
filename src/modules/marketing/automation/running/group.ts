import type { Context, Services } from '#core/context.ts';
import type { DatabaseClock } from '#db/database-clock.ts';
import type { CompiledStep, CompiledWorkflow } from '../compiling/compile-workflow.ts';
import type { RunningWorkflow } from '../enrolling/running-workflow.ts';
import type { QueuedEnrollment } from '../sql/queue.ts';
import type { StepResult } from '../steps/step-type.ts';

/** Enrollments of one workflow that are at the same step of the same version. */
export interface Group {
  readonly services: Services;
  /** Acts as the owner of the workflow. */
  readonly context: Context;
  readonly workflow: RunningWorkflow;
  readonly compiled: CompiledWorkflow;
  /** Undefined when the version does not have the step, so the enrollments end. */
  readonly step: CompiledStep | undefined;
  readonly rows: readonly QueuedEnrollment[];
  readonly claim: string;
  readonly clock: DatabaseClock;
  /** True when the runner gives its place to another workflow, or the node stops. */
  readonly isOver: () => boolean;
  readonly isStopping: () => boolean;
}

/** What was decided about an enrollment: the result of a step, or something that comes before it. */
export type Decision =
  | { readonly row: QueuedEnrollment; readonly kind: 'step'; readonly result: StepResult }
  /** It leaves, or goes to another step, without the step being carried out. */
  | { readonly row: QueuedEnrollment; readonly kind: 'exit' | 'goal'; readonly why: string }
  | { readonly row: QueuedEnrollment; readonly kind: 'jump'; readonly to: string; readonly why: string };
