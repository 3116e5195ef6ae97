import { inTransaction } from '#core/context.ts';
import { fetchBatches } from './fetch-batches.ts';
import { changeFolder, type FolderChange, type FolderCursor, readFolders } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { readUids } from './sql/locations.ts';
import { storeBatches } from './store-batches.ts';
import type { SyncRun } from './sync-run.ts';

/** Interval for reading new messages while old messages are read. */
const sliceMs = 10_000;
const factsAtOnce = 500;
const dayMs = 86_400_000;

/** Limits the time for old messages when a user waits for the answer of a synchronisation. */
const answerWithinMs = 10_000;

/** Returns a folder that still has unread old messages. */
export async function firstUnfinished({ services, mailbox }: SyncRun): Promise<FolderCursor | undefined> {
  const cursors = await readFolders(services.db, mailbox.tenantId, mailbox.connectionId);
  return cursors.find(({ backfilled }) => !backfilled);
}

/** Reads old messages of all folders for a while, or until there is news. Returns a folder that has more of them. */
export async function backfillForAnswer(run: SyncRun): Promise<FolderCursor | undefined> {
  const endsAt = Date.now() + answerWithinMs;
  for (;;) {
    const folder = await firstUnfinished(run);
    if (!folder || run.hasNews() || Date.now() >= endsAt) return folder;
    await backfill(run, folder);
  }
}

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
  let stopped = false;
  // Checked only while messages are left. Messages that were fetched already are always stored.
  const mayContinue = () => {
    stopped = Date.now() >= endsAt || run.hasNews();
    return !stopped;
  };
  const batches = async function* () {
    for (let at = 0; at < missing.length && mayContinue(); at += factsAtOnce) {
      const facts = await session.facts(missing.slice(at, at + factsAtOnce).join(','));
      facts.sort((a, b) => b.uid - a.uid);
      // A batch is stored in order of arrival, so that replies follow the mails that they answer.
      for await (const batch of fetchBatches(run, facts, mayContinue)) yield batch.reverse();
    }
  };
  await storeBatches({ ...run, backfills: true }, folder, batches(), (stored) => ({ backfillMore: stored.length }));
  if (missing.length > 0 && !stopped) await save(run, folder, { backfilled: true, backfillTotal: 0 });
}

const save = ({ context, mailbox, node }: SyncRun, { id }: FolderCursor, change: FolderChange): Promise<unknown> =>
  inTransaction(context, async ({ tx }) => {
    await requireLease(tx, mailbox.tenantId, mailbox.connectionId, node);
    await changeFolder(tx, mailbox.tenantId, mailbox.connectionId, id, change);
  });
