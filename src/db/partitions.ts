import { classify } from './errors.ts';

/**
 * Enough partitions that the job may fail for months without harm, and no more: every statement on events locks all
 * partitions. With 14 of them the check of a remembered count cost PostgreSQL 250 µs, with one 120.
 */
const monthsAhead = 3;

type Query = (text: string, values: readonly unknown[]) => Promise<readonly { readonly created: string | null }[]>;

/**
 * Creates the missing partitions of events, each in its own transaction. Fails after 200 ms when a reader holds a lock.
 */
export async function createEventPartitions(query: Query): Promise<void> {
  for (;;) {
    const [row] = await query('select ensure_event_partitions($1::int) as created', [monthsAhead]);
    if (!row?.created) return;
  }
}

/**
 * Like `createEventPartitions`, but tolerates a lock of a reader: events of a month without a partition go to the
 * default partition.
 */
export async function tryEventPartitions(query: Query): Promise<void> {
  try {
    await createEventPartitions(query);
  } catch (error) {
    if (classify(error)?.kind !== 'busy') throw error;
  }
}
