import type { StandardStatuses } from '#core/statuses/standard-statuses.ts';

/** The statuses of a new tenant. */

export const contactStatuses = {
  prospect: { name: 'Prospect', color: 'blue', category: 'open' },
  active: { name: 'Active', color: 'teal', category: 'open' },
  customer: { name: 'Customer', color: 'green', category: 'won' },
  inactive: { name: 'Inactive', color: 'amber', category: 'closed' },
  former: { name: 'Former', color: 'grey', category: 'closed' },
  bounced: { name: 'Bounced', color: 'red', category: 'closed' },
} satisfies StandardStatuses;

export const accountStatuses = {
  prospect: { name: 'Prospect', color: 'blue', category: 'open' },
  active: { name: 'Active', color: 'teal', category: 'open' },
  customer: { name: 'Customer', color: 'green', category: 'won' },
  partner: { name: 'Partner', color: 'teal', category: 'open' },
  inactive: { name: 'Inactive', color: 'amber', category: 'closed' },
  churned: { name: 'Churned', color: 'red', category: 'lost' },
} satisfies StandardStatuses;

export const leadStatuses = {
  new: { name: 'New', color: 'blue', category: 'open' },
  contacted: { name: 'Contacted', color: 'teal', category: 'open' },
  nurturing: { name: 'Nurturing', color: 'amber', category: 'open' },
  qualified: { name: 'Qualified', color: 'green', category: 'open' },
  unqualified: { name: 'Unqualified', color: 'grey', category: 'lost' },
  converted: { name: 'Converted', color: 'green', category: 'won' },
} satisfies StandardStatuses;

/** The probabilities are those that CRM systems commonly begin with. */
export const opportunityStatuses = {
  prospecting: {
    name: 'Prospecting',
    color: 'grey',
    category: 'open',
    values: { probability: 10, forecastCategory: 'pipeline' },
  },
  qualification: {
    name: 'Qualification',
    color: 'blue',
    category: 'open',
    values: { probability: 20, forecastCategory: 'pipeline' },
  },
  needsAnalysis: {
    name: 'Needs analysis',
    color: 'orange',
    category: 'open',
    values: { probability: 40, forecastCategory: 'pipeline' },
  },
  proposal: {
    name: 'Proposal',
    color: 'teal',
    category: 'open',
    values: { probability: 60, forecastCategory: 'bestCase' },
  },
  negotiation: {
    name: 'Negotiation',
    color: 'amber',
    category: 'open',
    values: { probability: 80, forecastCategory: 'commit' },
  },
  won: { name: 'Won', color: 'green', category: 'won', values: { probability: 100, forecastCategory: 'closed' } },
  lost: { name: 'Lost', color: 'red', category: 'lost', values: { probability: 0, forecastCategory: 'omitted' } },
} satisfies StandardStatuses;

export const quoteStatuses = {
  draft: { name: 'Draft', color: 'grey', category: 'open' },
  inReview: { name: 'In review', color: 'amber', category: 'open' },
  sent: { name: 'Sent', color: 'blue', category: 'open' },
  accepted: { name: 'Accepted', color: 'green', category: 'won' },
  rejected: { name: 'Rejected', color: 'red', category: 'lost' },
  expired: { name: 'Expired', color: 'orange', category: 'closed' },
  cancelled: { name: 'Cancelled', color: 'grey', category: 'closed' },
} satisfies StandardStatuses;

/** Orders are not won or lost: they are fulfilled, cancelled, or sent back. */
export const orderCategories = ['draft', 'open', 'fulfilled', 'cancelled', 'returned'] as const;

export const orderStatuses = {
  draft: { name: 'Draft', color: 'grey', category: 'draft' },
  confirmed: { name: 'Confirmed', color: 'blue', category: 'open' },
  processing: { name: 'Processing', color: 'amber', category: 'open' },
  shipped: { name: 'Shipped', color: 'orange', category: 'open' },
  delivered: { name: 'Delivered', color: 'teal', category: 'fulfilled' },
  completed: { name: 'Completed', color: 'green', category: 'fulfilled' },
  cancelled: { name: 'Cancelled', color: 'red', category: 'cancelled' },
  returned: { name: 'Returned', color: 'grey', category: 'returned' },
} satisfies StandardStatuses;

export const productStatuses = {
  draft: { name: 'Draft', color: 'grey', category: 'open' },
  available: { name: 'Available', color: 'green', category: 'open' },
  outOfStock: { name: 'Out of stock', color: 'amber', category: 'open' },
  discontinued: { name: 'Discontinued', color: 'red', category: 'closed' },
} satisfies StandardStatuses;
