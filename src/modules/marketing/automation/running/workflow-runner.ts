import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { tenantContext } from '#core/access/platform.ts';
import { type Context, queryable, type Services } from '#core/context.ts';
import { whileRenewing } from '#core/queue/queue-engine.ts';
import type { Runner } from '#core/queue/runners.ts';
import { type DatabaseClock, readDatabaseClock } from '#db/database-clock.ts';
import { compiledVersion } from '../compiling/compiled-cache.ts';
import { ownerContext, stopOf, WorkflowStopped } from '../compiling/owner.ts';
import type { WorkflowQueue } from '../enrolling/due-signal.ts';
import { type RunningWorkflow, readRunning } from '../enrolling/running-workflow.ts';
import { claimDue, type QueuedEnrollment, queueTable } from '../sql/queue.ts';
import { readVersion } from '../sql/states.ts';
import { runGroup } from './run-group.ts';
import { stopWorkflow } from './stop-workflow.ts';

/** The minimum and maximum of enrollments in one claim, and so in one transaction. */
const minClaimed = 20;
const maxClaimed = 100;
const firstClaimed = 25;
/** Events of all tenants wait for open transactions, so claims get smaller when a transaction takes longer. */
const maxGroupMs = 300;
/** After this time the runner gives its place to other workflows, those of other tenants first. */
const turnMs = 3000;
const absentWaitMs = 2000;

/** Carries out the due steps of the enrollments of one workflow. */
export class WorkflowRunner implements Runner {
  readonly #services: Services;
  readonly #queue: WorkflowQueue;
  readonly #claim = randomUUID();
  readonly #turnEndsAt = performance.now() + turnMs;
  #stopping = false;

  constructor(services: Services, queue: WorkflowQueue) {
    this.#services = services;
    this.#queue = queue;
  }

  stop(): void {
    this.#stopping = true;
  }

  get #isOver(): boolean {
    return this.#stopping || performance.now() >= this.#turnEndsAt;
  }

  async run(): Promise<number> {
    const { tenantId } = this.#queue;
    const context = await tenantContext(this.#services, this.#queue);
    const workflow = await readRunning(context, this.#queue.workflowId);
    // It was paused since the poll, or its model was deleted.
    if (!workflow) return absentWaitMs;
    try {
      await whileRenewing(this.#services, queueTable, { tenantId, claim: this.#claim }, () =>
        this.#runAll(context, workflow),
      );
    } catch (error) {
      const stopped = stopOf(error);
      if (!stopped) throw error;
      await stopWorkflow(context, workflow, stopped.message);
    } finally {
      await this.#services.db.transaction(tenantId, (tx) => queueTable.of(tx, tenantId, this.#claim).release());
    }
    return 0;
  }

  async #runAll(base: Context, workflow: RunningWorkflow): Promise<void> {
    const context = await ownerContext(this.#services, this.#queue, workflow, base);
    const clock = await readDatabaseClock(queryable(context));
    for (let size = firstClaimed; !this.#isOver; ) {
      const claimed = await this.#claimDue(size);
      if (claimed.length === 0) return;
      let going = claimed.map((row) => begun(row, workflow));
      // What is left when the turn is over is released at its next step.
      let longestMs = 0;
      while (going.length > 0 && !this.#isOver) {
        const startedAt = performance.now();
        going = await this.#runFirst(context, workflow, going, clock);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
      }
      size = longestMs > maxGroupMs ? Math.max(minClaimed, Math.floor(size / 2)) : Math.min(maxClaimed, size * 2);
    }
  }

  #claimDue(max: number): Promise<QueuedEnrollment[]> {
    const { tenantId, workflowId } = this.#queue;
    return this.#services.db.transaction(tenantId, (tx) => claimDue(tx, tenantId, workflowId, this.#claim, max));
  }

  /** Runs those that are at the step of the first one. Returns all that go on. */
  async #runFirst(
    context: Context,
    workflow: RunningWorkflow,
    going: readonly QueuedEnrollment[],
    clock: DatabaseClock,
  ): Promise<QueuedEnrollment[]> {
    const [first] = going as [QueuedEnrollment];
    const isSame = ({ version, stepKey }: QueuedEnrollment) => version === first.version && stepKey === first.stepKey;
    const rows = going.filter(isSame);
    const others = going.filter((row) => !isSame(row));
    const definition =
      first.version === workflow.version
        ? workflow.definition
        : await readVersion(queryable(context), context.caller.tenantId, workflow.id, first.version);
    if (!definition) throw new WorkflowStopped(`The version ${first.version} of the workflow is missing.`);
    const compiled = await compiledVersion(context, { id: workflow.id, version: first.version, definition });
    const next = await runGroup({
      services: this.#services,
      context,
      workflow,
      compiled,
      step: compiled.steps.get(first.stepKey),
      rows,
      claim: this.#claim,
      clock,
      isOver: () => this.#isOver,
      isStopping: () => this.#stopping,
    });
    return [...others, ...next];
  }
}

/** An enrollment that has not begun follows the newest version, from its first step. */
const begun = (row: QueuedEnrollment, { version, definition }: RunningWorkflow): QueuedEnrollment =>
  row.version === 0 ? { ...row, version, stepKey: definition.steps[0]?.key ?? '' } : row;
