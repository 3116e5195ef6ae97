import type { StandardStatuses } from '#core/statuses/standard-statuses.ts';

/** The statuses of websites in a new tenant. */
export const websiteStatuses = {
  draft: { name: 'Draft', color: 'grey', category: 'open' },
  inDevelopment: { name: 'In development', color: 'blue', category: 'open' },
  live: { name: 'Live', color: 'green', category: 'open' },
  maintenance: { name: 'Maintenance', color: 'amber', category: 'open' },
  archived: { name: 'Archived', color: 'red', category: 'closed' },
} satisfies StandardStatuses;
