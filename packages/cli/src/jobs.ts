import { type Atrium, AtriumError } from 'atrium-sdk';
import { CommandError, exitCodes } from './command-error.ts';
import { note } from './output/print.ts';
import { Progress } from './output/progress.ts';

/** An import or an export on the server. */
export interface Task {
  readonly _id: string;
  readonly status?: string;
  readonly state?: string;
  readonly total?: number | null;
  readonly processed?: number | null;
  readonly done?: number | null;
  readonly rows?: number | null;
  readonly created?: number | null;
  readonly updated?: number | null;
  readonly failed?: number | null;
  readonly error?: string | null;
  readonly [other: string]: unknown;
}

const finished = new Set(['completed', 'done', 'succeeded', 'finished']);
const stopped = new Set(['failed', 'cancelled', 'canceled', 'undone', 'error']);
const firstPauseMs = 150;
const maxPauseMs = 2000;

export const stateOf = ({ status, state }: Task): string => status ?? state ?? '';
export const hasFailed = (task: Task): boolean => stopped.has(stateOf(task));

/** Waits until the server is done, with a bar. An interrupted wait leaves the work running. */
export async function followTask(client: Atrium, path: string, started: Task, label: string): Promise<Task> {
  const progress = new Progress(label);
  let task = started;
  let paused = false;
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      const state = stateOf(task);
      progress.show(doneOf(task), task.total ?? undefined, 'rows');
      if (finished.has(state) || stopped.has(state)) return task;
      if (state === 'paused' && !paused) {
        paused = true;
        note(`It is paused${task.error ? `: ${task.error}` : ''}. It goes on with: POST ${path}/${task._id}/resume`);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      task = await client.action<Task>('GET', `${path}/${encodeURIComponent(task._id)}`);
    }
  } finally {
    progress.end();
  }
}

const doneOf = ({ processed, done, rows, created, updated, failed }: Task): number =>
  processed ?? done ?? rows ?? (created ?? 0) + (updated ?? 0) + (failed ?? 0);

/** Begins work on the server. A server without the path is older than this command. */
export async function startTask(
  client: Atrium,
  path: string,
  what: string,
  body: unknown,
  options: object,
): Promise<Task> {
  try {
    return await client.action<Task>('POST', path, body, options);
  } catch (error) {
    if (error instanceof AtriumError && (error.status === 404 || error.status === 405) && error.details.length === 0)
      throw new CommandError(
        `${client.url} has no ${what} (POST ${path} is ${error.status}): it needs a newer version of the server.`,
        exitCodes.notFound,
      );
    throw error;
  }
}
