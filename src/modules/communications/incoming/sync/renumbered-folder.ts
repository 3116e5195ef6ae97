import { inTransaction } from '#core/context.ts';
import type { OpenFolder } from '../../imap/imap-session.ts';
import { messageKey } from './message-key.ts';
import { changeFolder, type FolderCursor } from './sql/folders.ts';
import { requireLease } from './sql/leases.ts';
import { forgetUids, insertLocations, type Location } from './sql/locations.ts';
import type { SyncRun } from './sync-run.ts';

const headersAtOnce = 1000;

/**
 * Handles a folder that the server renumbered (UIDVALIDITY): finds the messages again by their keys, so that none is
 * stored twice. Messages that are not found are read like old ones.
 */
export async function remapFolder(run: SyncRun, folder: FolderCursor, opened: OpenFolder): Promise<void> {
  const { session, mailbox } = run;
  const { tenantId, connectionId } = mailbox;
  const uids = await session.uids();
  const present: { uid: number; key: Buffer; seen: boolean }[] = [];
  for (let at = 0; at < uids.length; at += headersAtOnce) {
    run.signal.throwIfAborted();
    const found = await session.headers(uids.slice(at, at + headersAtOnce).join(','));
    for (const [uid, { header, seen }] of found) present.push({ uid, key: messageKey(header), seen });
  }
  await inTransaction(run.context, async ({ tx }) => {
    await requireLease(tx, tenantId, connectionId, run.node);
    const known = new Map<string, Location>();
    for (const location of await forgetUids(tx, tenantId, folder.id)) known.set(location.key.toString('hex'), location);
    const mapped = present.flatMap(({ uid, key, seen }) => {
      const before = known.get(key.toString('hex'));
      return before ? [{ uid, key, seen, emailId: before.emailId }] : [];
    });
    await insertLocations(tx, tenantId, connectionId, folder.id, mapped);
    const { uidValidity, uidNext, modSeq } = opened;
    await changeFolder(tx, tenantId, connectionId, folder.id, { uidValidity, uidNext, modSeq, backfilled: false });
  });
  run.services.log.info({ tenantId, connectionId, folder: folder.path }, 'a folder was numbered anew and mapped again');
}
