import type { Services } from '#core/context.ts';
import { type Measure, maxCounted } from '#core/measures.ts';

/** Each is found in a partial index; `queue` makes PostgreSQL use it. */
const countSql = `select
  (select count(*)::int from (
    select from webhook_deliveries where claim is null and next_at is not null limit $1::int) w) as waiting,
  (select count(*)::int from (select from webhook_deliveries where claim is not null limit $1::int) c)
    + (select coalesce(sum(size), 0)::int from webhook_parcels) as sending`;

export const deliveryMeasures = ({ db, tally }: Services): Measure[] => [
  tally.measure('webhook_attempts_total', 'Attempts to deliver to a webhook on this node, by result.', 'deliveries', [
    'delivered',
    'retrying',
    'failed',
  ]),
  {
    name: 'webhook_deliveries',
    help: `Deliveries of all nodes that have not ended, counted up to ${maxCounted}.`,
    kind: 'gauge',
    labels: ['state'],
    read: async () => {
      const [counts = {}] = await db.queue((tx) => tx.query<Record<string, number>>(countSql, [maxCounted]));
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  },
];
