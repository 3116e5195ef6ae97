import { setTimeout } from 'node:timers/promises';
import { type Context, inTransaction } from '#core/context.ts';
import {
  copyNext,
  copyOf,
  type IndexedField,
  type Position,
  positionNow,
  readIndexes,
  readWritten,
  type StoredIndex,
  setReady,
} from '../sql/formula-indexes.ts';

/** The records of one transaction, which is short because writers of these records wait for it. */
const batchSize = 1000;
/**
 * The least age of an index before filters use it. Writers know it as soon as their node is notified, but a request may have
 * begun before, and waits for a connection for 10 s.
 */
const minAgeMs = 15_000;
const waitMs = 250;

const lowestId = '00000000-0000-0000-0000-000000000000';
const dayMs = 86_400_000;

/**
 * Copies the values of all records, then those of records that were written meanwhile by transactions that did not know the
 * index. Those have events. When no such transaction is open, the index is ready. It goes on where an earlier run ended.
 */
export async function fillIndex(
  context: Context,
  indexed: IndexedField & { readonly index: StoredIndex },
  signal: AbortSignal,
): Promise<void> {
  const { index } = indexed;
  const { services, caller } = context;
  for (let after: string | undefined = index.filledTo ?? lowestId; after !== undefined; ) {
    signal.throwIfAborted();
    const from: string = after;
    after = await inTransaction(context, (within) => copyNext(within, indexed, from, batchSize));
    // Without statistics the planner expects few copies, and sorts all matches.
    if (after !== undefined) services.grownTables.rowsCreated('formula_values', caller.tenantId, batchSize);
  }
  const filledAt = await inTransaction(context, positionNow);
  let position = firstPosition(index);
  for (;;) {
    signal.throwIfAborted();
    const { to, settledBelow } = await copyWritten(context, indexed, position, signal);
    position = to;
    const current = (await readIndexes(context)).find(({ id }) => id === index.id);
    if (current?.state !== 'building') return;
    if (settledBelow > filledAt && Date.now() - current.createdAt.getTime() >= minAgeMs) break;
    await setTimeout(waitMs, undefined, { signal });
  }
  await inTransaction(context, (within) => setReady(within, index.id));
}

/** The position before all events of writers that may not know an index. */
export const firstPosition = ({ xid }: StoredIndex): Position => ({ xid, seq: '-1' });

/** Copies the values of records that were written after a position, up to the last settled event. */
export async function copyWritten(
  context: Context,
  indexed: IndexedField & { readonly index: StoredIndex },
  from: Position,
  signal: AbortSignal,
): Promise<{ to: Position; settledBelow: bigint }> {
  // The margin is for transactions that took long. Partitions of earlier months are not read.
  const since = new Date(indexed.index.createdAt.getTime() - dayMs);
  for (let position = from; ; ) {
    signal.throwIfAborted();
    const { ids, to, isFull, settledBelow } = await readWritten(context, indexed.model, position, since, batchSize);
    if (ids.length > 0) await inTransaction(context, (within) => copyOf(within, indexed, ids));
    if (!isFull) return { to, settledBelow };
    position = to;
  }
}
