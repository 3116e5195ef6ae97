import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

type Answer<Output> =
  | { readonly ready: boolean }
  | { readonly output: Output }
  | { readonly failure: { readonly message: string; readonly stack: string | undefined } };

/** `usedMs` is the processor time of the thread since its start. */
export type TaskAnswer<Output> = Answer<Output> & { readonly usedMs: number };

/**
 * The nice value of a thread: requests take precedence when all cores are busy. With 3, a thread still gets half of the
 * share of a request; with 10 it got a tenth, and previews of templates took half a minute on a machine with more work
 * than cores. A thread gets it when its libraries are loaded, because a user waits for the loading, which is not the
 * work of a tenant.
 */
const niceness = 3;

let isNice = false;

function lowerPriority(): void {
  if (isNice) return;
  isNice = true;
  // On Linux, this sets the priority of the calling thread. Elsewhere it would set that of the whole process.
  if (process.platform === 'linux') setPriority(0, niceness);
}

interface ServeOptions<Output> {
  /** Loads libraries before the first task, so that loading does not count for the time of the task. */
  prepare?(): Promise<unknown>;
  /** Memory that moves to the main thread instead of being copied. */
  transfer?(output: Output): readonly ArrayBuffer[];
}

/** Loads a library during a task. The time does not count for the time of the task. */
export type LoadLibrary = <Library>(load: () => Promise<Library>) => Promise<Library>;

/** Runs in the thread of a `ThreadPool`: sends one answer for each task, in order. */
export async function serveTasks<Input, Output>(
  run: (input: Input, load: LoadLibrary) => Promise<Output> | Output,
  { prepare, transfer }: ServeOptions<Output> = {},
): Promise<void> {
  await prepare?.();
  if (prepare) lowerPriority();
  const answer = (message: Answer<Output>, moved: readonly ArrayBuffer[] = []): void => {
    const { user, system } = process.threadCpuUsage();
    parentPort?.postMessage({ ...message, usedMs: (user + system) / 1000 } satisfies TaskAnswer<Output>, moved);
  };
  const load: LoadLibrary = async (library) => {
    answer({ ready: false });
    const loaded = await library();
    lowerPriority();
    answer({ ready: true });
    return loaded;
  };
  parentPort?.on('message', async (input: Input) => {
    try {
      const output = await run(input, load);
      answer({ output }, transfer?.(output));
    } catch (error) {
      const { message, stack } = error as Error;
      answer({ failure: { message, stack } });
    } finally {
      lowerPriority();
    }
  });
  answer({ ready: true });
}
