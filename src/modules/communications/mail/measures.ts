import type { Services } from '#core/context.ts';
import { type Measure, maxCounted } from '#core/measures.ts';
import { countOutbox } from './outbox/sql/count-outbox.ts';

export const outboxMeasures = ({ db, tally }: Services): Measure[] => [
  tally.measure('mail_attempts_total', 'Mails that this node handed to a mail server, by result.', 'mails', [
    'accepted',
    'refused',
    'deferred',
    'transport',
    'unknown',
  ]),
  {
    name: 'mail_outbox',
    help: `Mails of all nodes that are not sent yet, counted up to ${maxCounted}.`,
    kind: 'gauge',
    labels: ['state'],
    read: async () => {
      const counts = await countOutbox(db, maxCounted);
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  },
];
