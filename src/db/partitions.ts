import { classify } from './errors.ts';

/** Enough that a job which fails for months costs nothing. */
const monthsAhead = 12;

type Query = (text: string, values: readonly unknown[]) => Promise<readonly { readonly made: string | null }[]>;

/** Makes the missing partitions of events, each in a transaction of its own. Fails after 200 ms when a reader is in the way. */
export async function makeEventPartitions(query: Query): Promise<void> {
  for (;;) {
    const [row] = await query('select ensure_event_partitions($1::int) as made', [monthsAhead]);
    if (!row?.made) return;
  }
}

/** As above, but a reader in the way is no failure: the default partition takes events of a month that has no other. */
export async function tryEventPartitions(query: Query): Promise<void> {
  try {
    await makeEventPartitions(query);
  } catch (error) {
    if (classify(error)?.kind !== 'busy') throw error;
  }
}
