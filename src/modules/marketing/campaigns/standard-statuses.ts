import type { StandardStatuses } from '#core/statuses/standard-statuses.ts';

/** The statuses of campaigns in a new tenant. */
export const campaignStatuses = {
  draft: { name: 'Draft', color: 'grey', category: 'open' },
  planned: { name: 'Planned', color: 'blue', category: 'open' },
  scheduled: { name: 'Scheduled', color: 'teal', category: 'open' },
  active: { name: 'Active', color: 'green', category: 'open' },
  paused: { name: 'Paused', color: 'amber', category: 'open' },
  completed: { name: 'Completed', color: 'teal', category: 'won' },
  cancelled: { name: 'Cancelled', color: 'red', category: 'lost' },
  archived: { name: 'Archived', color: 'grey', category: 'closed' },
} satisfies StandardStatuses;
