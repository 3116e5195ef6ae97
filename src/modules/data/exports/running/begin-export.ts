import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { insertExport } from '../records/export-record.ts';
import { type ExportDefinition, readExport } from '../records/export-request.ts';
import { countUnfinished } from '../records/lock-export.ts';
import { exportJob } from './export-job.ts';

/** Exports of an account that wait or run. More of them would only wait longer. */
const maxUnfinished = 50;

interface Details {
  readonly name?: string | undefined;
  readonly scheduleId?: string;
  readonly viewerIds?: readonly string[];
}

/** Checks a definition for the caller, and creates an export with its job. */
export async function begunExport(
  context: TransactionContext,
  definition: ExportDefinition,
  details: Details = {},
): Promise<{ id: string; jobId: string }> {
  const request = await readExport(context, definition);
  if ((await countUnfinished(context)) >= maxUnfinished)
    throw new AppError('conflict', `${maxUnfinished} exports of this account have not ended; wait for one of them.`);
  const { access, keyId } = context.caller;
  const id = newId();
  const input = { exportId: id, ...(keyId !== undefined && { scopes: [...access.scopes] }) };
  const jobId = await context.services.jobs.enqueue(context, exportJob, input);
  await insertExport(context, id, { definition, request, jobId, ...details, name: details.name });
  return { id, jobId };
}
