import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TaskAnswer } from './serve-tasks.ts';
import { TaskLimitError, ThreadEndedError } from './task-errors.ts';

interface ThreadSettings {
  readonly file: URL;
  readonly work: string;
  readonly heapMb: number;
}

/**
 * At its memory limit, a thread gets 16 MB more to end itself. If one garbage collection moves more than that out of
 * the young generation, V8 ends the whole process instead, which happened with the default of 48 MB.
 */
const youngMb = 12;

/** Loading the libraries of a thread takes at most a second on an idle machine, but many times that under load. */
const startMs = 60_000;

/** On a busy machine, a task may wait for processor time this many times as long as it may use it. */
const maxStretch = 10;
/** A thread of low priority may get no processor time for seconds. */
const minWaitMs = 10_000;

interface RunningTask<Output> {
  readonly answer: PromiseWithResolvers<Output>;
  readonly timeMs: number;
}

/** One worker thread, which runs one task at a time. */
export class TaskThread<Input, Output> {
  readonly #worker: Worker;
  readonly #work: string;
  /** The time when its libraries were loaded. Undefined while it loads some. */
  #readyAtMs: number | undefined;
  #ended = false;
  #task: RunningTask<Output> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Processor time that the thread had used at its last answer. */
  #usedMs = 0;

  constructor({ file, work, heapMb }: ThreadSettings) {
    this.#work = work;
    this.#worker = new Worker(file, {
      execArgv: [],
      // The thread processes hostile text, so it gets no variables of the server's environment.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    this.#worker.on('message', (answer: TaskAnswer<Output>) => this.#take(answer));
    this.#worker.on('messageerror', (error) => this.end(error));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.end(isMemory ? new TaskLimitError('memory', `It needs too much memory: ${work}.`) : error);
    });
    this.#worker.on('exit', (code) =>
      this.end(new ThreadEndedError(`The thread for ${work} ended with code ${code}.`)),
    );
    this.#worker.unref();
  }

  /** The time since its libraries were loaded: 0 while it loads some. */
  get readyMs(): number {
    return this.#readyAtMs === undefined ? 0 : performance.now() - this.#readyAtMs;
  }

  get alive(): boolean {
    return !this.#ended;
  }

  run(input: Input, timeMs: number, transfer: readonly ArrayBuffer[] = []): Promise<Output> {
    const answer = Promise.withResolvers<Output>();
    this.#task = { answer, timeMs };
    // The thread keeps the process alive only while it runs a task.
    this.#worker.ref();
    this.#startTimer();
    this.#worker.postMessage(input, transfer);
    return answer.promise;
  }

  endAfter(idleMs: number, onEnd: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      onEnd();
      this.end(new Error('idle'));
    }, idleMs).unref();
  }

  /** Terminates the thread and fails its task. */
  end(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    void this.#worker.terminate();
    this.#task?.answer.reject(error);
    this.#task = undefined;
  }

  #take(answer: TaskAnswer<Output>): void {
    if (this.#ended) return;
    this.#usedMs = answer.usedMs;
    if ('ready' in answer) {
      this.#readyAtMs = answer.ready ? performance.now() : undefined;
      if (this.#task) this.#startTimer();
      return;
    }
    clearTimeout(this.#timer);
    this.#worker.unref();
    const task = this.#task;
    this.#task = undefined;
    if ('output' in answer) task?.answer.resolve(answer.output);
    else task?.answer.reject(Object.assign(new Error(answer.failure.message), { stack: answer.failure.stack }));
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    const task = this.#task;
    if (this.#readyAtMs !== undefined && task)
      this.#timer = setTimeout(
        () => this.#checkTime(task, this.#usedMs).catch((error) => this.end(error)),
        task.timeMs,
      );
    else {
      const error = new ThreadEndedError(`The thread for ${this.#work} did not start.`);
      this.#timer = setTimeout(() => this.end(error), startMs);
    }
  }

  /**
   * Ends the task when the thread has used its time. A thread that got no processor gets more time, up to `maxStretch`
   * times as much. After that the machine is too busy, which is not the fault of the task.
   */
  async #checkTime(task: RunningTask<Output>, usedBeforeMs: number): Promise<void> {
    const tooLong = () => this.end(new TaskLimitError('time', `It takes too long: ${this.#work}.`));
    let isStarved = false;
    // A thread inside a native function does not answer how much time it has used.
    this.#timer = setTimeout(
      () => (isStarved ? this.end(new ThreadEndedError(`The machine is too busy for ${this.#work}.`)) : tooLong()),
      Math.max(minWaitMs, task.timeMs * (maxStretch - 1)),
    );
    const isOver = () => this.#ended || this.#task !== task || this.#readyAtMs === undefined;
    while (!isOver()) {
      const { user, system } = await this.#worker.cpuUsage();
      const leftMs = task.timeMs - ((user + system) / 1000 - usedBeforeMs);
      if (isOver()) return;
      if (leftMs <= 0) return tooLong();
      isStarved = true;
      await sleep(Math.max(10, leftMs), undefined, { ref: false });
      isStarved = false;
    }
  }
}
