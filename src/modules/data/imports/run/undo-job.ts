import { Type } from 'typebox';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { undoEvents } from '#core/operations/undo/undo-events.ts';
import { readWrittenBefore } from '#core/operations/undo/written-events.ts';
import { platformScopes } from '#core/platform-names.ts';
import { setImport } from '../import-record.ts';
import { type KeptChange, lockImport, type StoredImport, writeUndone } from '../sql/imports.ts';
import { importSlot } from './import-slot.ts';

const batchSize = 200;
const maxReasons = 100;

const input = Type.Object(
  {
    importId: Type.String({ format: 'uuid' }),
    model: Type.String(),
    scopes: Type.Optional(Type.Array(Type.String(), { description: 'The scopes of the API key that asked for it.' })),
  },
  { additionalProperties: false },
);

/**
 * Undoes what an import wrote, newest first, in batches of one transaction each, with the permissions of the user or API key that asks for it. A
 * record that somebody has changed since is kept. A job that was killed goes on after the last batch that was committed.
 */
export const undoImportJob = defineJob({
  name: 'data.undo-import',
  summary: 'Undoes an import',
  input,
  key: importSlot,
  async run(given, { importId, scopes }, controls) {
    const { caller } = given;
    const context = scopes ? { ...given, caller: { ...caller, access: caller.access.limitedTo(scopes) } } : given;
    for (let progress: Progress | undefined = { isDone: false, fraction: 0 }; progress && !progress.isDone; ) {
      controls.signal.throwIfAborted();
      progress = await undoBatch(context, importId);
      if (progress) controls.progress(progress.fraction);
    }
  },
});

interface Progress {
  readonly isDone: boolean;
  readonly fraction: number;
}

/** Undoes the next changes; undefined when the import is not being undone. */
const undoBatch = (context: Context, importId: string): Promise<Progress | undefined> =>
  inTransaction(context, async (within) => {
    const stored = await lockImport(within, importId);
    if (stored?.status !== 'undoing') return undefined;
    const events = await readWrittenBefore(within, importId, positionOf(stored), batchSize);
    let undone = stored.undone;
    const kept: KeptChange[] = [];
    const outcomes = await undoEvents(asQuietAs(stored, within), events, { viaId: importId });
    for (const [n, event] of events.entries()) {
      const outcome = outcomes[n] ?? 'as before';
      if (outcome === 'undone') undone += 1;
      else if (outcome !== 'as before') kept.push({ model: event.model, id: event.recordId, reason: outcome.kept });
    }
    const last = events.at(-1);
    await writeUndone(within, importId, {
      undone,
      kept: stored.kept + kept.length,
      keptReasons: [...stored.keptReasons, ...kept].slice(0, maxReasons),
      undoAt: last ? `${last.xid} ${last.seq}` : stored.undoAt,
    });
    const isDone = events.length < batchSize;
    if (isDone) await setImport(within, importId, { status: 'undone', finishedAt: new Date().toISOString() });
    const changes = Math.max(1, stored.created + stored.updated);
    return { isDone, fraction: Math.min(1, (undone + stored.kept + kept.length) / changes) };
  });

/** Webhooks and workflows that were not told of the records are not told that they are gone, as long as the caller may do so. */
const asQuietAs = ({ id, options }: StoredImport, context: TransactionContext): TransactionContext =>
  options.quiet && context.caller.access.reach(platformScopes.imports) === 'all'
    ? { ...context, via: { kind: 'import', id, quiet: true } }
    : context;

function positionOf({ undoAt }: StoredImport): { xid: string; seq: string } | undefined {
  const [xid, seq] = undoAt?.split(' ') ?? [];
  return xid === undefined || seq === undefined ? undefined : { xid, seq };
}
