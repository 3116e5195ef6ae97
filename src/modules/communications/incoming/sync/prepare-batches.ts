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
  /** Undefined for a draft. */
  readonly message: PreparedMessage | undefined;
}

/** While one is read in its thread, the files of others are stored. */
const preparedTogether = 4;
/** A thread can die for other reasons than the message that it reads, and a busy machine gives it little time. The second attempt has more. */
const attempts = [1, 4];

/** Reads messages, and stages their attachments, batch by batch. */
export async function* prepareBatches(
  run: SyncRun,
  folder: FolderCursor,
  batches: AsyncIterable<readonly FetchedSource[]>,
): AsyncGenerator<Prepared[]> {
  for await (const batch of batches) {
    const turns = new Semaphore(preparedTogether);
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
  // Most old messages are never opened, and making what is shown of them would double the time of the backfill.
  const show = run.backfills ? undefined : (texts: MailTexts) => run.reader.show(run.mailbox.tenantId, texts);
  try {
    return { facts, key, message: await prepareMessage(run.services, run.mailbox, fetched, read, show) };
  } catch (error) {
    if (error instanceof MessageGone) return undefined;
    throw error;
  }
}

class MessageGone extends Error {}

/** A thread that ends has taken the message along, so it is fetched again. A message that the thread cannot read is stored with what its headers say. */
async function readSafely(
  run: SyncRun,
  facts: FetchedSource & { readonly path: string },
  mail: RawMail,
): Promise<MailReading> {
  let source = mail.source;
  let reason = '';
  for (const patience of attempts) {
    try {
      return await run.reader.read(run.mailbox.tenantId, { ...mail, source }, patience);
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
