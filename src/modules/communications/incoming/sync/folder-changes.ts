import { inTransaction } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { recountConversations, setOwnerMarks } from '../../conversations/contract.ts';
import type { FolderChanges, OpenFolder } from '../../imap/imap-session.ts';
import { emails } from '../../model-names.ts';
import { changeFolder, type FolderCursor } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { changeSeen, mailsWithFlagOf, markGone, readUids } from './sql/locations.ts';
import { lockConversationsOf } from './sql/lock-conversations.ts';
import type { SyncRun } from './sync-run.ts';

/** Number of the newest messages whose flags are compared without CONDSTORE. */
const comparedMessages = 500;

/** Returns the changes of the open folder since it was read last. */
export async function readChanges(run: SyncRun, folder: FolderCursor, opened: OpenFolder): Promise<FolderChanges> {
  if (opened.changes) return opened.changes;
  const { session, messageCounts } = run;
  const countsChanges = folder.modSeq !== undefined && opened.modSeq !== undefined;
  const low = Math.max(1, folder.uidNext - comparedMessages);
  const seen =
    countsChanges && folder.modSeq !== undefined
      ? folder.modSeq === opened.modSeq
        ? new Map<number, boolean>()
        : await session.changedFlags(folder.modSeq)
      : opened.messages === 0
        ? new Map<number, boolean>()
        : await session.flagsOf(`${low}:*`);
  const sameCount = messageCounts.get(folder.path) === opened.messages;
  return { seen, vanished: sameCount ? [] : await findVanished(run, folder) };
}

async function findVanished(run: SyncRun, folder: FolderCursor): Promise<number[]> {
  const known = await readUids(run.services.db, run.mailbox.tenantId, folder.id);
  if (known.size === 0) return [];
  const present = new Set(await run.session.uids());
  return [...known].filter((uid) => !present.has(uid));
}

/** Applies changes of the server to the mails, and moves the cursor. */
export async function applyChanges(
  run: SyncRun,
  folder: FolderCursor,
  { modSeq }: Pick<OpenFolder, 'modSeq'>,
  { seen, vanished }: FolderChanges,
): Promise<void> {
  const { tenantId, connectionId } = run.mailbox;
  const updated = await inTransaction(run.context, async (within) => {
    const { tx } = within;
    await requireLease(tx, tenantId, connectionId, run.node);
    const gone = vanished.length === 0 ? [] : await markGone(tx, tenantId, folder.id, vanished);
    const changed = seen.size === 0 ? [] : await changeSeen(tx, tenantId, connectionId, folder.id, seen);
    const read = new Map(changed.map((one) => [one.emailId, one.seen]));
    const conversationIds = read.size === 0 ? [] : await lockConversationsOf(tx, tenantId, [...read.keys()]);
    const flagged = new Set(read.size === 0 ? [] : await mailsWithFlagOf(tx, tenantId, connectionId, [...read.keys()]));
    const rows = Array.from(read).flatMap(([id, value]) => (flagged.has(id) ? [{ id, values: { read: value } }] : []));
    const ids = await updateMany(within, emails(within), rows, { withoutHooks: true });
    if (ids.length > 0) await recountConversations(within, conversationIds);
    if (conversationIds.length > 0) await setOwnerMarks(tx, tenantId, conversationIds);
    await changeFolder(tx, tenantId, connectionId, folder.id, { modSeq });
    return read.size + gone.length;
  });
  run.counts.updated += updated;
  if (updated > 0) run.counts.folders.add(folder.path);
}
