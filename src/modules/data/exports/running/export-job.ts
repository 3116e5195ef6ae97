import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles } from '#core/files/staged-file.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { finishExport } from './finish-export.ts';
import { failExport, startExport } from './start-export.ts';
import { writeExport } from './write-export.ts';

const maxRetries = 3;

/**
 * Writes the file of an export. A run that is killed leaves the record as it was and an object that no record uses; the next
 * run removes the object and begins again with a new snapshot.
 */
export const exportJob = defineJob({
  name: 'data.export',
  summary: 'Writes the records of a list to a file',
  input: Type.Object(
    {
      exportId: Type.String({ format: 'uuid' }),
      scopes: Type.Optional(Type.Array(Type.String(), { description: 'The scopes of the API key that asked for it.' })),
    },
    { additionalProperties: false },
  ),
  retry: { limit: maxRetries, delay: '30s', backoff: true },
  // Two of a tenant run at a time: a long one does not hold up all others, and one tenant does not fill a node.
  key: ({ exportId }) => `export ${Number.parseInt(exportId.slice(-1), 16) % 2}`,
  async run(given, { exportId, scopes }, controls) {
    const { caller } = given;
    const context = scopes ? { ...given, caller: { ...caller, access: caller.access.limitedTo(scopes) } } : given;
    const started = await startExport(context, exportId);
    if (!started) return;
    try {
      const written = await writeExport(context, started, controls);
      await finishExport(context, started, written);
    } catch (error) {
      controls.signal.throwIfAborted();
      await endOrRetry(context, exportId, error);
    } finally {
      // A file that became the content of the export is no longer listed as an upload, so it stays.
      await discardFiles(context, [started]);
    }
  },
});

/** Fails the export when a retry would fail too, or was the last one. */
async function endOrRetry(context: Context, exportId: string, error: unknown): Promise<never> {
  const reason = fromDatabase(error, context.registry);
  const isFinal = reason instanceof AppError && reason.status < 500;
  if (!isFinal && !(await wasLastAttempt(context))) throw error;
  const message = reason instanceof AppError ? reason.message : 'The export failed; start it again.';
  await failExport(context, exportId, message);
  if (!isFinal) throw error;
  throw new JobStopped(message);
}

/** The request id of a job has its id. */
async function wasLastAttempt(context: Context): Promise<boolean> {
  const { attempts } = await context.services.jobs.get(context, context.requestId.replace('job ', ''));
  return attempts > maxRetries;
}
