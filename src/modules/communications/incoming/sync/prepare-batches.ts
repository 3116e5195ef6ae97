import { Semaphore } from '#lib/semaphore.ts';
import type { MailTexts } from '../../messages/html/show-mail.ts';
import { MailNotRead } from '../../messages/reading/mail-thread.ts';
import type { PreparedMessage } from '../../messages/reading/message.ts';
import type { MailReading, RawMail } from '../../messages/reading/read-mail.ts';
import { readHeaders } from '../../messages/reading/read-mail.ts';
import { prepareMessage } from '../storing/prepare-message.ts';
import { type FetchedSource, fetchBatch } from './fetch-batches.ts';
import { messageKey } from './message-key.ts';
import type { FolderCursor } from './sql/folders.ts';
import type { SyncRun } from './sync-run.ts';

export interface Prepared {
  readonly facts: FetchedSource;
  readonly key: Buffer;
  /** Undefined for drafts. */
  readonly message: PreparedMessage | undefined;
}

/** Number of messages prepared together: one is read in its thread while the files of others are stored. */
const maxPreparing = 4;
/**
 * Multiples of the time limit for each attempt. A thread can die for reasons other than its message, and a busy machine
 * gives it little time, so the second attempt has more.
 */
const attempts = [1, 4];

/** Reads messages, and stages their attachments, batch by batch. */
export async function* prepareBatches(
  run: SyncRun,
  folder: FolderCursor,
  batches: AsyncIterable<readonly FetchedSource[]>,
): AsyncGenerator<Prepared[]> {
  for await (const batch of batches) {
    const turns = new Semaphore(maxPreparing);
    const prepared = await Promise.all(batch.map((facts) => turns.use(() => prepare(run, folder, facts))));
    yield prepared.filter((one) => one !== undefined);
  }
}

/** Undefined for a message that was removed meanwhile. */
async function prepare(
  run: SyncRun,
  { role, path }: FolderCursor,
  facts: FetchedSource,
): Promise<Prepared | undefined> {
  const { source, cut, receivedAt, seen, threadId, isDraft } = facts;
  const key = messageKey(source);
  if (isDraft) return { facts, key, message: undefined };
  const fetched = { source, cut, receivedAt, seen, threadId, folder: role };
  const read = (mail: RawMail) => readSafely(run, { ...facts, path }, mail);
  // Most old messages are never opened, and rendering them would double the time of the backfill.
  const show = run.backfills ? undefined : (texts: MailTexts) => run.reader.show(run.mailbox.tenantId, texts);
  try {
    return { facts, key, message: await prepareMessage(run.services, run.mailbox, fetched, read, show) };
  } catch (error) {
    if (error instanceof MessageGone) return undefined;
    throw error;
  }
}

class MessageGone extends Error {}

/**
 * A thread that ends takes the memory of the message with it, so the message is fetched again. A message that the
 * thread cannot read is stored with its headers only.
 */
async function readSafely(
  run: SyncRun,
  facts: FetchedSource & { readonly path: string },
  mail: RawMail,
): Promise<MailReading> {
  let source = mail.source;
  let reason = '';
  for (const timeFactor of attempts) {
    try {
      return await run.reader.read(run.mailbox.tenantId, { ...mail, source }, timeFactor);
    } catch (error) {
      if (!(error instanceof MailNotRead)) throw error;
      const [again] = await fetchBatch(run, [facts]);
      if (!again) throw new MessageGone();
      source = again.source;
      reason = error.message;
    }
  }
  const { tenantId, connectionId } = run.mailbox;
  const where = { tenantId, connectionId, folder: facts.path, uid: facts.uid };
  run.services.log.warn({ ...where, reason }, 'only the headers of a message could be read');
  return readHeaders({ ...mail, source }, reason);
}
