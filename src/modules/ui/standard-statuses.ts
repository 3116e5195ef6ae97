import type { StandardStatuses } from '#core/statuses/standard-statuses.ts';

/** The statuses of screens in a new tenant. A new screen is shown at once, so it is published. */
export const screenStatuses = {
  published: { name: 'Published', color: 'green', category: 'open' },
  draft: { name: 'Draft', color: 'grey', category: 'open' },
  archived: { name: 'Archived', color: 'red', category: 'closed' },
} satisfies StandardStatuses;
