import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

type Answer<Output> =
  | { readonly ready: boolean }
  | { readonly output: Output }
  | { readonly failure: { readonly message: string; readonly stack: string | undefined } };

/** `usedMs`: processor time of the thread since its start. */
export type TaskAnswer<Output> = Answer<Output> & { readonly usedMs: number };

/**
 * Nice value of a thread: requests go first when all cores are busy. With 3, a thread still gets half of the share of a request; with 10 it got a
 * tenth, and previews of templates took half a minute on a machine with more work than cores. A thread gets it when its libraries are loaded,
 * because somebody waits for that, and it is not the work of a tenant.
 */
const niceness = 3;

let isNice = false;

function becomeNice(): void {
  if (isNice) return;
  isNice = true;
  // On Linux, the priority is that of the calling thread. Elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(0, niceness);
}

interface ServeOptions<Output> {
  /** Loads libraries before the first task, so that loading does not count as time of the task. */
  prepare?(): Promise<unknown>;
  /** Memory that moves to the main thread instead of being copied. */
  transfer?(output: Output): readonly ArrayBuffer[];
}

/** Loads a library during a task. The time does not count as time of the task. */
export type LoadLibrary = <Library>(load: () => Promise<Library>) => Promise<Library>;

/** The side of a `ThreadPool` that runs in the thread: one answer for each task, in order. */
export async function serveTasks<Input, Output>(
  run: (input: Input, load: LoadLibrary) => Promise<Output> | Output,
  { prepare, transfer }: ServeOptions<Output> = {},
): Promise<void> {
  await prepare?.();
  if (prepare) becomeNice();
  const answer = (message: Answer<Output>, moved: readonly ArrayBuffer[] = []): void => {
    const { user, system } = process.threadCpuUsage();
    parentPort?.postMessage({ ...message, usedMs: (user + system) / 1000 } satisfies TaskAnswer<Output>, moved);
  };
  const load: LoadLibrary = async (library) => {
    answer({ ready: false });
    const loaded = await library();
    becomeNice();
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
      becomeNice();
    }
  });
  answer({ ready: true });
}
