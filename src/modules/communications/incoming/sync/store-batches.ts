import { inTransaction } from '#core/context.ts';
import { isTransient } from '#core/queue/write-result.ts';
import { readAhead } from '#lib/read-ahead.ts';
import { conversationsOf, setOwnerMarks } from '../../conversations/contract.ts';
import type { PreparedMessage } from '../../messages/reading/message.ts';
import { storeMessages } from '../storing/store-messages.ts';
import type { FetchedSource } from './fetch-batches.ts';
import { type Prepared, prepareBatches } from './prepare-batches.ts';
import { changeFolder, type FolderChange, type FolderCursor } from './sql/folders.ts';
import { LeaseLost, requireLease } from './sql/leases.ts';
import { findDeleted, insertLocations, type Location } from './sql/locations.ts';
import type { SyncRun } from './sync-run.ts';

/** Number of batches that wait to be stored. With one, this process was idle while the database wrote the mails. */
const maxPreparedBatches = 2;
const attempts = 3;
/**
 * True for temporary errors: the database is unreachable or busy, or another node has the mailbox. The messages are
 * read again later.
 */
const isTemporary = (error: unknown): boolean => error instanceof LeaseLost || isTransient(error);

/** Returns the change of the cursor after messages were stored. */
type CursorChange = (stored: readonly FetchedSource[]) => FolderChange;

/**
 * Stores batches of messages. While one is stored, the next is prepared and the one after it fetched: the database, this process and
 * the server of the mailbox work at the same time.
 */
export async function storeBatches(
  run: SyncRun,
  folder: FolderCursor,
  batches: AsyncIterable<readonly FetchedSource[]>,
  change: CursorChange,
): Promise<void> {
  for await (const prepared of readAhead(prepareBatches(run, folder, readAhead(batches)), maxPreparedBatches)) {
    run.signal.throwIfAborted();
    await storeBatch(run, folder, prepared, change);
  }
}

/**
 * Stores messages, their locations and the progress of the folder in one transaction, so each message is stored exactly
 * once. A message that cannot be stored is skipped; the others are stored.
 */
async function storeBatch(
  run: SyncRun,
  folder: FolderCursor,
  batch: readonly Prepared[],
  change: CursorChange,
): Promise<void> {
  try {
    await store(run, folder, batch, change(batch.map(({ facts }) => facts)));
  } catch (error) {
    if (isTemporary(error)) throw error;
    for (const one of batch) await storeAlone(run, folder, one, change([one.facts]), error as Error);
  }
}

async function storeAlone(run: SyncRun, folder: FolderCursor, one: Prepared, change: FolderChange, first: Error) {
  let reason = first;
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    try {
      return await store(run, folder, [one], change);
    } catch (error) {
      if (isTemporary(error)) throw error;
      reason = error as Error;
    }
  }
  const { uid } = one.facts;
  const { connectionId, tenantId } = run.mailbox;
  run.services.log.error({ err: reason, tenantId, connectionId, folder: folder.path, uid }, 'a message was skipped');
  run.counts.skipped.push(`Message ${uid} in ${folder.path} could not be stored: ${reason.message}`);
  await store(run, folder, [{ ...one, message: undefined }], change);
}

async function store(
  run: SyncRun,
  folder: FolderCursor,
  batch: readonly Prepared[],
  change: FolderChange,
): Promise<void> {
  const { mailbox, node, counts } = run;
  const { tenantId, connectionId } = mailbox;
  const created = await inTransaction(run.context, async (within) => {
    await requireLease(within.tx, tenantId, connectionId, node);
    const deleted = await findDeleted(
      within.tx,
      tenantId,
      batch.map(({ key }) => key),
    );
    const isNew = ({ key, message }: Prepared) => message !== undefined && !deleted.has(key.toString('hex'));
    const stored = await storeMessages(
      within,
      mailbox,
      batch.filter(isNew).map(({ message }) => message as PreparedMessage),
    );
    const results = stored.values();
    const locations: Location[] = batch.map((one) => ({
      uid: one.facts.uid,
      key: one.key,
      seen: one.facts.seen,
      emailId: isNew(one) ? (results.next().value?.emailId ?? null) : (deleted.get(one.key.toString('hex')) ?? null),
    }));
    await insertLocations(within.tx, tenantId, connectionId, folder.id, locations);
    const known = stored.flatMap(({ emailId, outcome }) => (outcome === 'known' && emailId !== null ? [emailId] : []));
    if (known.length > 0) await setOwnerMarks(within.tx, tenantId, await conversationsOf(within.tx, tenantId, known));
    await changeFolder(within.tx, tenantId, connectionId, folder.id, change);
    return stored.filter(({ outcome }) => outcome === 'created').length;
  });
  counts.fetched += batch.length;
  counts.created += created;
  counts.folders.add(folder.path);
}
