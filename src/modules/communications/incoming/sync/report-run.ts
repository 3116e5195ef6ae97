import { type Context, inTransaction } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import type { OtherEvents } from '#core/models/registry.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { readMailboxError, sendingError } from '../../mail/contract.ts';
import { mailboxConnections } from '../../model-names.ts';
import { readProgress } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { saveLeaseResult } from './sql/run-results.ts';
import type { RunCounts } from './sync-run.ts';

/** Events of synchronisations. */
export const syncEvents: OtherEvents = { name: 'communications.sync', scope: 'communications:read' };

const maxErrorLength = 1000;

export interface RunReport {
  readonly connectionId: string;
  readonly node: string;
  readonly provider: string;
  readonly counts: RunCounts;
  readonly begunAt: Date;
  /** The reason of the failure; null when the run succeeded. */
  readonly error: string | null;
  readonly failures: number;
  readonly nextInMs: number;
  /** True when an event reports the run. */
  readonly announced: boolean;
}

/** Writes the result of a run: the state of the mailbox and, when somebody waits for it, an event. */
export async function reportRun(context: Context, report: RunReport): Promise<void> {
  const { connectionId, node, error, failures, nextInMs, begunAt, announced } = report;
  const { tenantId } = context.caller;
  const { total, done, finished } = await readProgress(context.services.db, tenantId, connectionId);
  const status = error !== null ? 'failing' : finished ? 'active' : 'syncing';
  await inTransaction(context, async (within) => {
    await requireLease(within.tx, tenantId, connectionId, node);
    await saveLeaseResult(within.tx, tenantId, connectionId, { state: status, failures, nextInMs, error, begunAt });
    // A mailbox that can be read but cannot send still has an error.
    const cannotSend = error === null && sendingError.is(await readMailboxError(within.tx, tenantId, connectionId));
    const values = {
      ...(!cannotSend && { status, error: error?.slice(0, maxErrorLength) ?? null }),
      backfillTotal: total,
      backfillDone: done,
      // Runs without new messages do not write an event only to change the time.
      ...(error === null && announced && { lastSyncedAt: new Date().toISOString() }),
    };
    await updateMany(within, mailboxConnections(within), [{ id: connectionId, values }]);
    if (announced || error !== null) await appendRunEvent(within, report);
  });
}

function appendRunEvent(
  context: Context,
  { connectionId, provider, counts, begunAt, error }: RunReport,
): Promise<void> {
  const { fetched, created, updated, folders, skipped } = counts;
  return appendEvent(context, {
    type: error === null ? 'sync.completed' : 'sync.failed',
    model: syncEvents.name,
    recordId: connectionId,
    record: {
      connectionId,
      provider,
      folders: [...folders],
      fetched,
      created,
      updated,
      durationMs: Date.now() - begunAt.getTime(),
      error: error ?? (skipped.length === 0 ? null : skipped.join(' ').slice(0, maxErrorLength)),
    },
    previous: null,
  });
}
