import { Access } from '#core/access/access.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { discardFiles, newStorageKey } from '#core/files/staged-file.ts';
import { operations } from '#core/operations/index.ts';
import { exportRecords } from '../records/export-models.ts';
import { type ExportRecord, setExport } from '../records/export-record.ts';
import { lockExport } from '../records/lock-export.ts';

export interface StartedExport {
  readonly record: ExportRecord;
  /** Where this run writes the file. The record has it too, so that the next run finds the object of a killed one. */
  readonly storageKey: string;
}

/** Marks an export as running. Undefined when it has ended or was deleted. */
export async function startExport(context: Context, id: string): Promise<StartedExport | undefined> {
  const storageKey = newStorageKey(context);
  const started = await inTransaction(context, async (within) => {
    const locked = await lockExport(within, id);
    if (locked?.status !== 'pending' && locked?.status !== 'running') return undefined;
    await setExport(within, id, { status: 'running', storageKey, startedAt: new Date().toISOString() });
    const { body } = await operations.get.run(within, Access.system.grant(exportRecords(within), 'read'), {
      id,
      query: {},
    });
    return { record: JSON.parse(body) as ExportRecord, left: locked.storageKey };
  });
  if (!started) return undefined;
  if (started.left !== null) await discardFiles(context, [{ storageKey: started.left }]);
  return { record: started.record, storageKey };
}

const maxErrorLength = 2000;

/** Ends an export that failed, unless it was cancelled meanwhile. */
export const failExport = (context: Context, id: string, message: string): Promise<void> =>
  inTransaction(context, async (within) => {
    if ((await lockExport(within, id))?.status !== 'running') return;
    const values = { status: 'failed', error: message.slice(0, maxErrorLength), storageKey: null };
    await setExport(within, id, { ...values, finishedAt: new Date().toISOString() });
  });
