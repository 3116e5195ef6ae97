import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { lockImport, type StoredImport } from './sql/imports.ts';

/** The records of `data/imports`: what is imported, and how far it is. */

export const importsModel = modelNamed('data', 'imports');

export const setImport = (
  context: TransactionContext,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string[]> => updateMany(context, importsModel(context), [{ id, values }]);

/** The event of a finished import is about the import, not a change of its record. */
export const importEvents = { name: 'data.importResults', scope: 'data:read', ofAnyOwner: true } as const;

/** Ends an import, and reports it in the same transaction. An import that only checked a file is not reported. */
export async function completeImport(context: TransactionContext, stored: StoredImport): Promise<void> {
  const finishedAt = new Date().toISOString();
  await setImport(context, stored.id, { status: 'completed', finishedAt, total: stored.processed, error: null });
  if (stored.dryRun) return;
  const { id, model, mode, fileName, processed, created, updated, unchanged, failed, startedAt } = stored;
  await appendEvent(context, {
    type: 'import.completed',
    model: importEvents.name,
    recordId: null,
    record: {
      _id: id,
      model,
      mode,
      fileName,
      total: processed,
      created,
      updated,
      unchanged,
      failed,
      durationMs: startedAt ? Date.now() - startedAt.getTime() : 0,
    },
    previous: null,
  });
}

/** Marks an import as failed, in a transaction of its own, unless it was paused or cancelled meanwhile. It can be resumed. */
export const failImport = (context: Context, id: string, error: string): Promise<void> =>
  inTransaction(context, async (within) => {
    if ((await lockImport(within, id))?.status !== 'running') return;
    await setImport(within, id, {
      status: 'failed',
      error: error.slice(0, 2000),
      finishedAt: new Date().toISOString(),
    });
  });
