import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { CompletionLog, type NewLog } from './completion-log.ts';
import { Progress } from './progress.ts';

/**
 * Runs the checks before a provider is called. A request that fails because AI is not configured is logged as a failed
 * completion, because administrators look for the reason there. Requests over a limit are not logged. Neither counts
 * for the limits.
 */
export async function logRefusal<T>(
  context: Context,
  configuration: Configuration,
  given: () => NewLog,
  run: () => T | Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'ai_not_configured') {
      const asked = given();
      await CompletionLog.atEnd(context, asked, configuration).failed(new Progress(asked.route), error, false);
    }
    throw error;
  }
}
