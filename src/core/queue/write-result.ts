import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { classify } from '#db/errors.ts';

const transientKinds: ReadonlySet<string | undefined> = new Set(['busy', 'slow', 'crowded', 'unreachable']);
const retryAfterMs = 500;
/** A node that stops tries for four seconds: the server has ten to stop. */
const triesWhileStopping = 8;

/** Whether the database may take the same statement later. */
export const isTransient = (error: unknown): boolean => transientKinds.has(classify(error)?.kind);

interface ResultOptions {
  readonly log: Logger;
  /** In the log: whose results wait, such as `mails`. */
  readonly what: string;
  readonly isStopping: () => boolean;
}

/** Writes a result. It must not be lost while the process lives, so this repeats while the database cannot take it. */
export async function writeResult<T>(write: () => Promise<T>, { log, what, isStopping }: ResultOptions): Promise<T> {
  for (let triesLeft = triesWhileStopping; ; ) {
    try {
      return await write();
    } catch (error) {
      if (isStopping()) triesLeft -= 1;
      if (!isTransient(error) || triesLeft <= 0) throw error;
      log.warn(`results of ${what} wait for the database: ${(error as Error).message}`);
      await sleep(retryAfterMs);
    }
  }
}
