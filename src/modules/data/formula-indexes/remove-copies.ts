import { type Context, inTransaction } from '#core/context.ts';
import { deleteCopies } from '../sql/formula-indexes.ts';

const batchSize = 5000;

/** Removes the copies of a dropped index, batch by batch. */
export async function removeCopies(context: Context, id: string, signal: AbortSignal): Promise<void> {
  for (let deleted = batchSize; deleted > 0; ) {
    signal.throwIfAborted();
    deleted = await inTransaction(context, (within) => deleteCopies(within, id, batchSize));
  }
}
