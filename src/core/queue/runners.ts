import type { Services } from '../context.ts';

/** Processes one queue until no row is due. */
export interface Runner {
  /**
   * Returns the delay in milliseconds after which the queue is run again, even if no poll finds it; 0 for no such run.
   */
  run(): Promise<number>;
  /** Finishes started rows, and starts no others. */
  stop(): void;
}

interface RunnersOptions<Queue> {
  /** Maximum number of queues that a node processes at the same time. The others wait for their turn. */
  readonly max: number;
  readonly failedWaitMs: number;
  /** The log line when a runner throws. */
  readonly failure: string;
  readonly keyOf: (queue: Queue) => string;
  readonly create: (queue: Queue) => Runner;
  /** Runs when a queue got work while its runner was ending. */
  readonly onMore: () => void;
}

interface Wait {
  readonly timer: NodeJS.Timeout;
  /** True when the runner requested the wait. Then the queue is not run earlier. */
  readonly isFixed: boolean;
}

const maxWaitMs = 60_000;

/** Runs one runner for each queue that has work, at most `max` at the same time. */
export class Runners<Queue extends { readonly tenantId: string }> {
  readonly #services: Services;
  readonly #options: RunnersOptions<Queue>;
  readonly #runners = new Map<string, Runner>();
  readonly #waits = new Map<string, Wait>();
  /** Queues that got work while their runner was ending. */
  readonly #again = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(services: Services, options: RunnersOptions<Queue>) {
    this.#services = services;
    this.#options = options;
  }

  has(queue: Queue): boolean {
    return this.#runners.has(this.#options.keyOf(queue));
  }

  /** Runs a queue now, unless its last runner asked for a wait. */
  run(queue: Queue): void {
    const key = this.#options.keyOf(queue);
    if (this.#stopped || this.#waits.get(key)?.isFixed) return;
    if (this.#runners.has(key)) {
      this.#again.add(key);
      return;
    }
    if (this.#runners.size >= this.#options.max) return;
    this.#again.delete(key);
    this.#endWait(key);
    const runner = this.#options.create(queue);
    this.#runners.set(key, runner);
    this.track(this.#runToEnd(queue, runner));
  }

  /** Runs a queue when its next work is due. */
  runLater(queue: Queue, ms: number): void {
    this.#wait(queue, ms, false);
  }

  /** Ends all waits, because waiting queues may run now. */
  endWaits(): void {
    for (const key of [...this.#waits.keys()]) this.#endWait(key);
  }

  /** Makes the node wait for this work before it stops. The work must not throw. */
  track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.endWaits();
    for (const runner of this.#runners.values()) runner.stop();
    await Promise.all(this.#running);
  }

  async #runToEnd(queue: Queue, runner: Runner): Promise<void> {
    const { keyOf, failure, failedWaitMs, onMore } = this.#options;
    const key = keyOf(queue);
    let waitMs = 0;
    try {
      waitMs = await runner.run();
    } catch (error) {
      this.#services.log.error({ err: error, tenantId: queue.tenantId }, failure);
      waitMs = failedWaitMs;
    }
    this.#runners.delete(key);
    if (waitMs > 0) this.#wait(queue, waitMs, true);
    else if (this.#again.delete(key)) onMore();
  }

  #wait(queue: Queue, ms: number, isFixed: boolean): void {
    const key = this.#options.keyOf(queue);
    if (this.#stopped || this.#waits.has(key) || this.#runners.has(key)) return;
    const end = () => {
      this.#waits.delete(key);
      this.run(queue);
    };
    this.#waits.set(key, { timer: setTimeout(end, Math.min(ms, maxWaitMs)).unref(), isFixed });
  }

  #endWait(key: string): void {
    clearTimeout(this.#waits.get(key)?.timer);
    this.#waits.delete(key);
  }
}
