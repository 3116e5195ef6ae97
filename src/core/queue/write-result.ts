import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { classify } from '#db/errors.ts';

const transientKinds: ReadonlySet<string | undefined> = new Set(['busy', 'slow', 'crowded', 'unreachable']);
const retryAfterMs = 500;
/** A stopping node tries for four seconds, because the server has ten seconds to stop. */
const triesWhileStopping = 8;

/** True when the database may accept the same statement later. */
export const isTransient = (error: unknown): boolean => transientKinds.has(classify(error)?.kind);

interface ResultOptions {
  readonly log: Logger;
  /** The name of the rows in the log, such as `mails`. */
  readonly what: string;
  readonly isStopping: () => boolean;
}

/**
 * Writes a result, and retries while the database cannot accept it, because a result must not be lost while the process
 * runs.
 */
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
