import type { Services } from '#core/context.ts';
import { type Measure, maxCounted } from '#core/measures.ts';
import { countOpenDeliveries } from './sql/count-open-deliveries.ts';

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
      const counts = await countOpenDeliveries(db, maxCounted);
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  },
];
