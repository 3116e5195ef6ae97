import type { Services, TransactionContext } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';

/** The queue of the enrollments of one workflow. */
export interface WorkflowQueue {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly workflowId: string;
}

/** Tells the engine of this node about due enrollments. Other nodes find them when they poll. */
class DueSignal {
  #listener: ((queue: WorkflowQueue) => void) | undefined;

  listen(listener: (queue: WorkflowQueue) => void): void {
    this.#listener = listener;
  }

  announce(queue: WorkflowQueue): void {
    this.#listener?.(queue);
  }
}

export const dueSignal = defineService({ name: 'marketing.dueWorkflows', make: () => new DueSignal() });

/** Lets this node go on with a workflow when the transaction has committed. */
export function announceDue({ services, tx, caller }: TransactionContext, workflowId: string): void {
  const { tenantId, accountKey } = caller;
  tx.afterCommit(() => signalOf(services).announce({ tenantId, accountKey, workflowId }));
}

const signalOf = (services: Services): DueSignal => services.of(dueSignal);
