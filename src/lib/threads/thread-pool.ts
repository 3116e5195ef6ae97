import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { LruMap } from '../lru.ts';
import { FairQueue } from './fair-queue.ts';
import { TaskLimitError, ThreadEndedError } from './task-errors.ts';
import { TaskThread } from './task-thread.ts';

export interface PoolSettings {
  /** The module of the thread, which calls `serveTasks`. */
  readonly file: URL;
  /** The work of the pool, for error messages: "compiling a template". */
  readonly work: string;
  /** The size of the old generation of one thread. */
  readonly heapMb: number;
  readonly threads?: number;
  /** A thread without a task for this long ends, which frees its memory. */
  readonly idleMs?: number;
  /** The maximum of waiting tasks of one share. */
  readonly maxWaiting?: number;
}

export interface TaskOptions {
  /** The share to which the task is charged: the tenant. */
  readonly share: string;
  /**
   * The processor time in the thread, without the time of waiting for a processor. A busy machine may take ten times as
   * long; after that the task fails with a `ThreadEndedError`.
   */
  readonly timeMs: number;
  /** An estimate, by which small tasks go first; see `FairQueue`. */
  readonly expectedMs?: number;
  /** Identifies the input. A task that exceeded its time or memory is refused for five minutes without another try. */
  readonly key?: string;
  /** Memory that moves to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

interface Task<Input, Output> {
  readonly input: Input;
  readonly options: TaskOptions;
  readonly answer: PromiseWithResolvers<Output>;
}

/** Tasks with at most this expected time may use the last thread. Tasks without an estimate count as small. */
const smallMs = 20;
/**
 * A share with a running task gets another thread only when the running threads have had their libraries for this long.
 * Loading takes most of a second of processor time, and a page with ten previews had loaded them three times before the
 * first preview was shown.
 */
const loadedForMs = 1000;
const refusedMs = 300_000;
const maxRefused = 1000;

/**
 * Runs tasks in threads. Each share uses at most all threads but one, so that a tenant with endless tasks leaves a
 * thread to the others. Waiting tasks of the share with the least used time go first. A task that exceeds its time or
 * memory ends its thread, which is replaced.
 */
export class ThreadPool<Input, Output> {
  readonly #settings: Required<PoolSettings>;
  readonly #queue: FairQueue<Task<Input, Output>>;
  readonly #idle: TaskThread<Input, Output>[] = [];
  readonly #busy = new Set<TaskThread<Input, Output>>();
  readonly #refused = new LruMap<string, { readonly error: TaskLimitError; readonly untilMs: number }>(maxRefused);
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(settings: PoolSettings) {
    const threads = Math.max(2, Math.min(4, availableParallelism()));
    this.#settings = { threads, idleMs: 60_000, maxWaiting: 200, ...settings };
    this.#queue = new FairQueue(this.#settings.maxWaiting);
  }

  get threads(): number {
    return this.#idle.length + this.#busy.size;
  }

  /** Throws a `TaskLimitError` when the task exceeds a limit, and a plain error when it fails. */
  run(input: Input, options: TaskOptions): Promise<Output> {
    const { work } = this.#settings;
    if (this.#closed) return Promise.reject(new ThreadEndedError('The server is stopping.'));
    const refused = options.key === undefined ? undefined : this.#refused.get(options.key);
    if (refused && refused.untilMs > performance.now()) return Promise.reject(refused.error);
    const answer = Promise.withResolvers<Output>();
    if (!this.#queue.add(options.share, { input, options, answer }, options.expectedMs)) {
      const message = `Too much is waiting already for ${work}. Try again in a few seconds.`;
      return Promise.reject(new TaskLimitError('busy', message));
    }
    this.#start();
    return answer.promise;
  }

  /** Ends all threads, and fails their tasks and the waiting tasks. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    const error = new ThreadEndedError('The server is stopping.');
    for (const { answer } of this.#queue.drain()) answer.reject(error);
    for (const thread of [...this.#idle, ...this.#busy]) thread.end(error);
  }

  #start(): void {
    clearTimeout(this.#retry);
    const { threads } = this.#settings;
    while (!this.#closed && this.#busy.size < threads && this.#queue.hasWaiting) {
      const mayShareStartAnother =
        this.#idle.length > 0 || [...this.#busy].every(({ readyMs }) => readyMs >= loadedForMs);
      // The last thread is reserved for small tasks, so that large ones of several shares do not delay them.
      const maxExpectedMs = this.#busy.size === threads - 1 ? smallMs : Number.POSITIVE_INFINITY;
      const next = this.#queue.take(mayShareStartAnother ? Math.max(1, threads - 1) : 1, maxExpectedMs);
      if (!next) {
        if (!mayShareStartAnother) this.#retry = setTimeout(() => this.#start(), loadedForMs / 4).unref();
        return;
      }
      const thread = this.#idle.pop() ?? new TaskThread<Input, Output>(this.#settings);
      this.#busy.add(thread);
      void this.#run(thread, next.name, next.task);
    }
  }

  async #run(thread: TaskThread<Input, Output>, share: string, { input, options, answer }: Task<Input, Output>) {
    const started = performance.now();
    try {
      answer.resolve(await thread.run(input, options.timeMs, options.transfer));
    } catch (error) {
      if (error instanceof TaskLimitError && options.key !== undefined)
        this.#refused.set(options.key, { error, untilMs: performance.now() + refusedMs });
      answer.reject(error);
    } finally {
      this.#busy.delete(thread);
      if (thread.alive) this.#keepIdle(thread);
      this.#queue.done(share, performance.now() - started);
      this.#start();
    }
  }

  #keepIdle(thread: TaskThread<Input, Output>): void {
    this.#idle.push(thread);
    thread.endAfter(this.#settings.idleMs, () => {
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
  }
}
