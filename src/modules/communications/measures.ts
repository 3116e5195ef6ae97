import type { Services } from '#core/context.ts';
import { type Measure, maxCounted } from '#core/measures.ts';
import { mailboxEngine } from './mailboxes/sync/mailbox-engine.ts';
import { countMailboxes } from './mailboxes/sync/sql/count-mailboxes.ts';
import { countOutbox } from './outbox/sql/count-outbox.ts';

export const mailMeasures = (services: Services): Measure[] => [
  ...outboxMeasures(services),
  ...mailboxMeasures(services),
];

const mailboxStates = ['active', 'syncing', 'failing', 'needsReauthorization'];

const mailboxMeasures = (services: Services): Measure[] => [
  {
    name: 'mailboxes',
    help: 'Mailboxes of all tenants, by status.',
    kind: 'gauge',
    labels: ['status'],
    read: async () => {
      const { states } = await countMailboxes(services.db);
      return mailboxStates.map((status) => ({
        labels: { status },
        value: states.find(({ state }) => state === status)?.count ?? 0,
      }));
    },
  },
  {
    name: 'mailboxes_held',
    help: 'Mailboxes that this node reads.',
    kind: 'gauge',
    read: () => [{ value: services.of(mailboxEngine).held }],
  },
  {
    name: 'mailboxes_lag_seconds',
    help: 'How long ago the mailbox was read that waits longest.',
    kind: 'gauge',
    read: async () => [{ value: (await countMailboxes(services.db)).lagSeconds }],
  },
];

const outboxMeasures = ({ db, tally }: Services): Measure[] => [
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
