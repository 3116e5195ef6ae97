import type { Reach } from '#core/access/access.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { localTime } from '#lib/zoned-time.ts';
import { exportRecords } from './export-models.ts';
import { type ExportDefinition, type ExportRequest, fileNameOf } from './export-request.ts';

/** A record of data/exports, as the API shows it. */
export interface ExportRecord extends ExportDefinition {
  readonly _id: string;
  readonly name: string;
  readonly status: 'pending' | 'running' | 'completed' | 'cancelled' | 'failed';
  readonly fields: readonly string[] | null;
  readonly reach: Reach;
  readonly total: number | null;
  readonly rows: number | null;
  readonly mimeType: string | null;
  readonly size: number | null;
  readonly storageKey: string | null;
  readonly error: string | null;
  readonly jobId: string | null;
  readonly scheduleId: string | null;
  readonly viewerIds: readonly string[] | null;
  readonly ownerId: string | null;
  readonly expiresAt: string | null;
}

interface NewExport {
  readonly definition: ExportDefinition;
  readonly request: ExportRequest;
  readonly name: string | undefined;
  readonly jobId: string;
  readonly scheduleId?: string;
  readonly viewerIds?: readonly string[];
}

/** Creates the record of an export that waits for its job. Returns its id. */
export async function insertExport(context: TransactionContext, id: string, given: NewExport): Promise<void> {
  const { definition, request, jobId, scheduleId, viewerIds } = given;
  const { grant, format, fields } = request;
  const { timeZone } = await context.services.directory.company(context.caller.tenantId);
  const { sort } = definition;
  const values = {
    name: fileNameOf(grant.model, format, localTime(new Date(), timeZone).day, given.name),
    model: grant.model.name,
    format,
    filter: (definition.filter ?? null) as JsonValue,
    q: definition.q ?? null,
    sort: typeof sort === 'string' ? sort.split(',') : [...(sort ?? [])],
    fields: definition.fields ? fields.map(({ key }) => key) : [],
    options: (definition.options ?? null) as JsonValue,
    status: 'pending',
    reach: grant.reach,
    jobId,
    ownerId: context.caller.userId,
    scheduleId: scheduleId ?? null,
    viewerIds: [...(viewerIds ?? [])],
  };
  await insertMany(context, exportRecords(context), [{ id, values }]);
}

export const setExport = (
  context: Context,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string[]> => updateMany(context, exportRecords(context), [{ id, values }]);
