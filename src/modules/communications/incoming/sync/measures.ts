import type { Services } from '#core/context.ts';
import type { Measure } from '#core/measures.ts';
import { mailboxEngine } from './mailbox-engine.ts';
import { countMailboxes } from './sql/count-mailboxes.ts';

const mailboxStates = ['active', 'syncing', 'failing', 'needsReauthorization'];

export const mailboxMeasures = (services: Services): Measure[] => [
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
