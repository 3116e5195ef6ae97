import { inTransaction } from '#core/context.ts';
import { fetchBatches } from './fetch-batches.ts';
import { changeFolder, type FolderChange, type FolderCursor } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { readUids } from './sql/locations.ts';
import { storeBatch } from './store-batch.ts';
import type { SyncRun } from './sync-run.ts';

/** News is looked for this often while old messages are read. */
const sliceMs = 10_000;
const factsAtOnce = 500;
const dayMs = 86_400_000;

/** Reads old messages of a folder, newest first, for a while or until there is news. */
export async function backfill(run: SyncRun, folder: FolderCursor): Promise<void> {
  const { session, backfillDays, mailbox } = run;
  const endsAt = Date.now() + sliceMs;
  await session.openFolder(folder.path);
  const since = backfillDays === 0 ? undefined : new Date(Date.now() - backfillDays * dayMs);
  const known = await readUids(run.services.db, mailbox.tenantId, folder.id);
  const missing = (await session.uids(since)).filter((uid) => uid < folder.uidNext && !known.has(uid));
  missing.sort((a, b) => b - a);
  await save(run, folder, { backfillTotal: missing.length, backfilled: missing.length === 0 });
  for (let at = 0; at < missing.length; at += factsAtOnce) {
    const facts = await session.facts(missing.slice(at, at + factsAtOnce).join(','));
    facts.sort((a, b) => b.uid - a.uid);
    let goesOn = true;
    await fetchBatches(run, facts, async (batch) => {
      // Within a batch in order of arrival, so that replies follow what they reply to.
      const inOrder = [...batch].reverse();
      await storeBatch(run, folder, inOrder, (stored) => ({ backfillMore: stored.length }));
      goesOn = Date.now() < endsAt && !run.hasNews() && !run.signal.aborted;
      return goesOn;
    });
    if (!goesOn) return;
  }
  if (missing.length > 0) await save(run, folder, { backfilled: true, backfillTotal: 0 });
}

const save = ({ context, mailbox, node }: SyncRun, { id }: FolderCursor, change: FolderChange): Promise<unknown> =>
  inTransaction(context, async ({ tx }) => {
    await requireLease(tx, mailbox.tenantId, mailbox.connectionId, node);
    await changeFolder(tx, mailbox.tenantId, mailbox.connectionId, id, change);
  });
