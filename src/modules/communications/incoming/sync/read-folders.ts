import { inTransaction } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import type { FolderStatus } from '../../imap/imap-session.ts';
import { type ChosenFolder, chooseFolders } from '../../mailboxes/contract.ts';
import { fetchBatches } from './fetch-batches.ts';
import { applyChanges, readChanges } from './folder-changes.ts';
import { remapFolder } from './renumbered-folder.ts';
import { changeFolder, deleteFolder, type FolderCursor, insertFolder, readFolders } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { storeBatches } from './store-batches.ts';
import type { SyncRun } from './sync-run.ts';

/** Reads new messages of all folders of a mailbox. `listed` is the earlier list of folders, if there is one. */
export async function readNews(run: SyncRun, chosen: readonly ChosenFolder[]): Promise<void> {
  const { services, mailbox, session } = run;
  const cursors = new Map(
    (await readFolders(services.db, mailbox.tenantId, mailbox.connectionId)).map((cursor) => [cursor.path, cursor]),
  );
  for (const cursor of cursors.values())
    if (!chosen.some(({ path }) => path === cursor.path)) await forget(run, cursor);
  for (const folder of chosen) {
    run.signal.throwIfAborted();
    const status = await session.status(folder.path);
    const cursor = cursors.get(folder.path);
    if (!status) {
      if (cursor) await forget(run, cursor);
    } else if (!cursor) await begin(run, folder);
    else if (hasChanged(run, cursor, status)) await readFolder(run, cursor);
    if (status) run.messageCounts.set(folder.path, status.messages);
  }
}

export const listFolders = async ({ session, chosenFolders }: SyncRun): Promise<ChosenFolder[]> =>
  chooseFolders(await session.folders(), chosenFolders);

const forget = ({ context, mailbox, node }: SyncRun, { id }: FolderCursor): Promise<unknown> =>
  inTransaction(context, async ({ tx }) => {
    await requireLease(tx, mailbox.tenantId, mailbox.connectionId, node);
    await deleteFolder(tx, mailbox.tenantId, mailbox.connectionId, id);
  });

/** Adds a new folder. All its messages count as old, so the backfill reads them. */
async function begin(run: SyncRun, { path, role }: ChosenFolder): Promise<void> {
  const { mailbox, node } = run;
  const opened = await run.session.openFolder(path);
  await inTransaction(run.context, async ({ tx }) => {
    await requireLease(tx, mailbox.tenantId, mailbox.connectionId, node);
    const { uidValidity, uidNext, modSeq } = opened;
    await insertFolder(tx, mailbox.tenantId, mailbox.connectionId, {
      id: newId(),
      path,
      role,
      uidValidity,
      uidNext,
      modSeq,
    });
  });
}

function hasChanged({ messageCounts }: SyncRun, cursor: FolderCursor, status: FolderStatus): boolean {
  if (status.uidValidity !== cursor.uidValidity || status.uidNext > cursor.uidNext) return true;
  // Without CONDSTORE, a changed flag shows only when flags are compared. Only the inbox is compared.
  if (status.modSeq === undefined || cursor.modSeq === undefined)
    return cursor.role === 'inbox' || messageCounts.get(cursor.path) !== status.messages;
  // A removed message need not change the counter of a server without QRESYNC.
  const known = messageCounts.get(cursor.path);
  return status.modSeq !== cursor.modSeq || (known !== undefined && known !== status.messages);
}

async function readFolder(run: SyncRun, cursor: FolderCursor): Promise<void> {
  const { session } = run;
  const opened = await session.openFolder(cursor.path, cursor);
  if (opened.uidValidity !== cursor.uidValidity) return remapFolder(run, cursor, opened);
  await applyChanges(run, cursor, opened, await readChanges(run, cursor, opened));
  if (opened.messages === 0 || opened.uidNext <= cursor.uidNext) return;
  // The range n:* has the last message of the folder also when its uid is below n.
  const facts = (await session.facts(`${cursor.uidNext}:*`)).filter(({ uid }) => uid >= cursor.uidNext);
  facts.sort((a, b) => a.uid - b.uid);
  let highest = 0;
  await storeBatches(run, cursor, fetchBatches(run, facts), (stored) => {
    const last = stored.at(-1);
    highest = Math.max(highest, last?.uid ?? 0);
    return last ? { uidNext: last.uid + 1 } : {};
  });
  // The last message may be gone already. Without this, every run would open the folder.
  if (highest + 1 < opened.uidNext) await skipTo(run, cursor, opened.uidNext);
}

const skipTo = ({ context, mailbox, node }: SyncRun, { id }: FolderCursor, uidNext: number): Promise<unknown> =>
  inTransaction(context, async ({ tx }) => {
    await requireLease(tx, mailbox.tenantId, mailbox.connectionId, node);
    await changeFolder(tx, mailbox.tenantId, mailbox.connectionId, id, { uidNext });
  });
