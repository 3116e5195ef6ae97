import { inTransaction } from '#core/context.ts';
import { folderFor } from '../../mailboxes/contract.ts';
import { countChangeFailure, deleteChange, readChanges, type WaitingChange } from './sql/changes.ts';
import { readFolders } from './sql/folders.ts';
import { insertLocations, type MessagePlace, markGone, placesOf } from './sql/locations.ts';
import { setPlacesSeen } from './sql/set-places-seen.ts';
import type { SyncRun } from './sync-run.ts';

/** A change that the server refuses this often is dropped. */
const maxFailures = 5;

/** Makes the requested changes at the server: read state, moves, copies of sent mails. */
export async function makeChanges(run: SyncRun): Promise<void> {
  const { services, mailbox, session } = run;
  const { tenantId, connectionId } = mailbox;
  for (const change of await readChanges(services.db, tenantId, connectionId)) {
    run.signal.throwIfAborted();
    try {
      if (!(await makeChange(run, change))) continue;
    } catch (error) {
      // A lost connection is not the fault of the change.
      if (!session.usable) throw error;
      const { kind, emailId, failures } = change;
      const details = { tenantId, connectionId, emailId, kind, reason: (error as Error).message };
      if (failures + 1 < maxFailures) {
        services.log.debug(details, 'a change at the server of a mailbox is tried again');
        await countChangeFailure(services.db, tenantId, connectionId, change.id);
        continue;
      }
      services.log.warn(details, 'a change at the server of a mailbox was given up');
      run.counts.skipped.push(`The server refused a change (${kind}): ${(error as Error).message}`);
    }
    await deleteChange(services.db, tenantId, connectionId, change.id);
  }
}

/** Returns false when the change has to wait. */
async function makeChange(run: SyncRun, change: WaitingChange): Promise<boolean> {
  const { services, mailbox, session } = run;
  const { tenantId, connectionId } = mailbox;
  if (change.kind === 'append') {
    await appendSent(run, change);
    return true;
  }
  const places = await placesOf(services.db, tenantId, connectionId, change.emailId);
  for (const [path, there] of Map.groupBy(places, (place) => place.path)) {
    if (session.openPath !== path) await session.openFolder(path);
    // The server has renumbered the folder, so the stored uids name other messages until this run maps the folder
    // again.
    if (there.some(({ uidValidity }) => uidValidity !== session.openUidValidity)) return false;
    const uids = there.map(({ uid }) => uid);
    if (change.kind === 'seen' || change.kind === 'unseen') {
      const seen = change.kind === 'seen';
      await session.setSeen(uids, seen);
      await services.db.transaction(tenantId, (tx) =>
        setPlacesSeen(tx, tenantId, there[0]?.folderId ?? '', uids, seen),
      );
    } else await moveTo(run, change, path, there);
  }
  return true;
}

async function moveTo(run: SyncRun, { kind, emailId }: WaitingChange, from: string, places: readonly MessagePlace[]) {
  const { session, mailbox } = run;
  const { tenantId, connectionId } = mailbox;
  const target = await targetFolder(run, kind === 'trash' ? 'trash' : 'archive');
  if (target === from || (kind === 'archive' && from.toUpperCase() !== 'INBOX')) return;
  const uidMap = await session.move(
    places.map(({ uid }) => uid),
    target,
  );
  const folders = await readFolders(run.services.db, tenantId, connectionId);
  const synced = folders.find(({ path }) => path === target);
  await inTransaction(run.context, async ({ tx }) => {
    for (const { folderId, uid, key } of places) {
      await markGone(tx, tenantId, folderId, [uid]);
      const moved = uidMap.get(uid);
      if (synced && moved !== undefined)
        await insertLocations(tx, tenantId, connectionId, synced.id, [{ uid: moved, key, emailId, seen: true }]);
    }
  });
}

/** The server's folder for archived or deleted mails; created when it is missing. */
async function targetFolder({ session }: SyncRun, role: 'archive' | 'trash'): Promise<string> {
  const listed = await session.folders();
  const found = folderFor(listed, role) ?? (role === 'archive' ? folderFor(listed, 'all') : undefined);
  if (found !== undefined) return found;
  const path = role === 'archive' ? 'Archive' : 'Trash';
  if (!listed.some((folder) => folder.path === path)) await session.create(path);
  return path;
}

/** Appends a sent mail to the folder of sent mail unless it is there: many servers put it there themselves. */
async function appendSent({ session, services }: SyncRun, { content }: WaitingChange): Promise<void> {
  if (content === null) return;
  const message = Buffer.from(services.vault.decrypt(content), 'latin1');
  const listed = await session.folders();
  const path = folderFor(listed, 'sent') ?? 'Sent';
  if (!listed.some((folder) => folder.path === path)) await session.create(path);
  await session.openFolder(path);
  const head = message
    .subarray(0, 100_000)
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ');
  const messageId = /^message-id:\s*<?([^>\s]+)>?/im.exec(head)?.[1];
  if (messageId !== undefined && (await session.hasMessageId(messageId))) return;
  await session.append(path, message);
}
