import type { MessageFacts } from '../../imap/imap-session.ts';
import type { SyncRun } from './sync-run.ts';

/** A message as the server sent it. */
export interface FetchedSource extends MessageFacts {
  readonly source: Buffer;
  readonly cut: boolean;
}

/** A batch is one transaction. More messages in one save little: most of the time is spent on each of them. */
const maxMessages = 100;
const maxBytes = 8_000_000;
/** Only the beginning of a larger message is read: the header and usually the text. */
const maxMessageBytes = 40_000_000;
const cutBytes = 1_000_000;

/** Splits messages into batches of limited number and size, in their order. */
function* batchesOf(messages: readonly MessageFacts[]): Generator<MessageFacts[]> {
  let batch: MessageFacts[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = message.size > maxMessageBytes ? cutBytes : message.size;
    if (batch.length === maxMessages || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Fetches messages of the open folder. */
export async function fetchBatch({ session }: SyncRun, batch: readonly MessageFacts[]): Promise<FetchedSource[]> {
  const isLarge = ({ size }: MessageFacts) => size > maxMessageBytes;
  const uidsOf = (messages: readonly MessageFacts[]) => messages.map(({ uid }) => uid);
  const small = batch.filter((message) => !isLarge(message));
  const sources = small.length > 0 ? await session.sources(uidsOf(small)) : new Map<number, Buffer>();
  const large = batch.filter(isLarge);
  if (large.length > 0)
    for (const [uid, source] of await session.sources(uidsOf(large), cutBytes)) sources.set(uid, source);
  // A message that was removed meanwhile has no source.
  return batch.flatMap((facts) => {
    const source = sources.get(facts.uid);
    return source ? [{ ...facts, source, cut: isLarge(facts) }] : [];
  });
}

/** Fetches messages of the open folder in batches, as long as `mayContinue` returns true. */
export async function* fetchBatches(
  run: SyncRun,
  messages: readonly MessageFacts[],
  mayContinue: () => boolean = () => true,
): AsyncGenerator<FetchedSource[]> {
  for (const batch of batchesOf(messages)) {
    run.signal.throwIfAborted();
    if (!mayContinue()) return;
    yield await fetchBatch(run, batch);
  }
}
