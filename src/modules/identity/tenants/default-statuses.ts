import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';

type StatusRecord = Readonly<Record<string, JsonValue>>;

const grey = '#78909c';
const blue = '#1e88e5';
const teal = '#00897b';
const amber = '#ffb300';
const orange = '#fb8c00';
const green = '#43a047';
const red = '#e53935';

/** Colors by status name, in order. The first status is the default; a star marks closed statuses. */
type StatusColors = Readonly<Record<string, string>>;

const statusesOfModel: Readonly<Record<string, StatusColors>> = {
  'sales.contactStatuses': { Prospect: blue, Active: teal, Customer: green, 'Former*': grey },
  'sales.accountStatuses': { Prospect: blue, Customer: green, Partner: teal, Inactive: amber, 'Lost*': red },
  'sales.leadStatuses': { New: blue, Contacted: teal, Qualified: green, 'Unqualified*': grey },
  'sales.opportunityStatuses': {
    Prospecting: grey,
    Qualification: blue,
    Proposal: teal,
    Negotiation: amber,
    'Won*': green,
    'Lost*': red,
  },
  'sales.quoteStatuses': { Draft: grey, Sent: blue, 'Accepted*': green, 'Rejected*': red, 'Expired*': amber },
  'sales.orderStatuses': { Draft: grey, Confirmed: blue, Shipped: orange, 'Completed*': green, 'Cancelled*': red },
  'sales.productStatuses': { Draft: grey, Available: green, 'Out of stock': amber, 'Discontinued*': red },
  'marketing.campaignStatuses': { Draft: grey, Planned: blue, Running: green, Paused: amber, 'Completed*': teal },
  'marketing.websiteStatuses': { Draft: grey, Live: green, Maintenance: amber, 'Archived*': red },
  'ui.screenStatuses': { Draft: grey, Published: green, 'Archived*': red },
};

/** Colors for status models that are not listed above. */
const otherStatuses: StatusColors = { New: blue, 'In progress': amber, 'Done*': green };

export const isStatusModel = ({ slug }: Pick<Model, 'slug'>): boolean => slug.endsWith('Statuses');

/** The statuses of a model in a new tenant. */
export const defaultStatuses = ({ name }: Pick<Model, 'name'>): StatusRecord[] =>
  Object.entries(statusesOfModel[name] ?? otherStatuses).map(([label, color], index) => ({
    name: label.replace('*', ''),
    color,
    position: index + 1,
    isDefault: index === 0,
    isClosed: label.endsWith('*'),
  }));
