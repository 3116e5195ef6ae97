import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { QueueEngine } from '#core/queue/queue-engine.ts';
import { LruMap } from '#lib/lru.ts';
import { dueSignal, type WorkflowQueue } from '../enrolling/due-signal.ts';
import { type PolledWorkflow, pollWorkflows, queueTable, workflowChannel } from '../sql/queue.ts';
import { recoverEnrollments } from './recover-enrollments.ts';
import { WorkflowRunner } from './workflow-runner.ts';

/** The maximum of workflows that a node carries out at the same time, and of those of one tenant. */
const maxWorkflows = 8;
const maxOfTenant = 4;
const maxRemembered = 10_000;

/** Carries out workflows. Any number of nodes may run it: each claims due enrollments and writes their results. */
class WorkflowEngine implements Background {
  readonly #engine: QueueEngine<PolledWorkflow>;
  readonly #services: Services;
  /** When each workflow had its last turn. */
  readonly #lastTurns = new LruMap<string, number>(maxRemembered);
  /** The number of runners of each tenant. */
  readonly #running = new Map<string, number>();
  #turns = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#engine = new QueueEngine<PolledWorkflow>(services, {
      what: 'workflows',
      channel: workflowChannel,
      table: queueTable,
      max: maxWorkflows,
      keyOf,
      poll: async (tx) => this.#inTurn(await pollWorkflows(tx)),
      create: (queue) => this.#runner(queue),
      recover: (tenant) => recoverEnrollments(services, tenant),
    });
  }

  start(): Promise<void> {
    this.#services.of(dueSignal).listen((queue) => {
      // Others wait for the poll, so that no tenant takes the places of all.
      if ((this.#running.get(queue.tenantId) ?? 0) < maxOfTenant) this.#engine.runners.run({ ...queue, dueInMs: 0 });
    });
    return this.#engine.start();
  }

  stop(): Promise<void> {
    return this.#engine.stop();
  }

  /** Those that had no turn for the longest time come first; a few of each tenant. */
  #inTurn(queues: readonly PolledWorkflow[]): PolledWorkflow[] {
    const last = (queue: PolledWorkflow) => this.#lastTurns.get(keyOf(queue)) ?? 0;
    const left = new Map<string, number>();
    return queues
      .toSorted((a, b) => last(a) - last(b))
      .filter(({ tenantId, dueInMs }) => {
        if (dueInMs !== 0) return true;
        const free = left.get(tenantId) ?? maxOfTenant - (this.#running.get(tenantId) ?? 0);
        left.set(tenantId, free - 1);
        return free > 0;
      });
  }

  #runner(queue: PolledWorkflow): WorkflowRunner {
    const { tenantId } = queue;
    this.#turns += 1;
    this.#lastTurns.set(keyOf(queue), this.#turns);
    const change = (by: number) => {
      const count = (this.#running.get(tenantId) ?? 0) + by;
      if (count > 0) this.#running.set(tenantId, count);
      else this.#running.delete(tenantId);
    };
    const runner = new WorkflowRunner(this.#services, queue);
    const run = runner.run.bind(runner);
    runner.run = async () => {
      change(1);
      try {
        return await run();
      } finally {
        change(-1);
        // There may be more to do, or a place for another workflow.
        this.#engine.wake();
      }
    };
    return runner;
  }
}

const keyOf = ({ tenantId, workflowId }: WorkflowQueue): string => `${tenantId}/${workflowId}`;

export const workflowEngine = defineService({
  name: 'marketing.workflowEngine',
  make: (services) => new WorkflowEngine(services),
});
