import { types } from '#core/models/children.ts';
import { defineModule } from '#core/modules/module.ts';
import { statuses } from '#core/statuses/status-model.ts';
import { getForecast } from './actions/get-forecast.ts';
import { getOpportunityStages } from './actions/get-opportunity-stages.ts';
import { leadsPart } from './leads/index.ts';
import { accountOwnerships } from './models/accountOwnerships.ts';
import { accountProducts } from './models/accountProducts.ts';
import { accounts } from './models/accounts.ts';
import { activities } from './models/activities.ts';
import { bundleItems } from './models/bundleItems.ts';
import { businessListingProfiles } from './models/businessListingProfiles.ts';
import { campaigns } from './models/campaigns.ts';
import { contacts } from './models/contacts.ts';
import { exchangeRates } from './models/exchangeRates.ts';
import { files } from './models/files.ts';
import { industries } from './models/industries.ts';
import { insightFilters } from './models/insightFilters.ts';
import { insights } from './models/insights.ts';
import { leads } from './models/leads.ts';
import { notes } from './models/notes.ts';
import { opportunities } from './models/opportunities.ts';
import { opportunityProducts } from './models/opportunityProducts.ts';
import { opportunityStatuses } from './models/opportunityStatuses.ts';
import { orderProducts } from './models/orderProducts.ts';
import { orders } from './models/orders.ts';
import { organizationBoardMeetings } from './models/organizationBoardMeetings.ts';
import { organizationContacts } from './models/organizationContacts.ts';
import { organizationNews } from './models/organizationNews.ts';
import { organizations } from './models/organizations.ts';
import { pipelines } from './models/pipelines.ts';
import { priceBookEntries } from './models/priceBookEntries.ts';
import { priceBooks } from './models/priceBooks.ts';
import { products } from './models/products.ts';
import { professionalNetworkProfiles } from './models/professionalNetworkProfiles.ts';
import { quoteProducts } from './models/quoteProducts.ts';
import { quotes } from './models/quotes.ts';
import { regions } from './models/regions.ts';
import { salesTargets } from './models/salesTargets.ts';
import { slaTypes } from './models/slaTypes.ts';
import { studentHistories } from './models/studentHistories.ts';
import { tasks } from './models/tasks.ts';
import { ordersPart } from './orders/index.ts';
import { quotesPart } from './quotes/index.ts';
import * as standard from './standard-statuses.ts';

export const sales = defineModule({
  key: 'sales',
  label: 'Sales',
  parts: [leadsPart, quotesPart, ordersPart],
  models: [
    contacts,
    statuses('contactStatuses', { standard: standard.contactStatuses }),
    studentHistories,
    accounts,
    statuses('accountStatuses', { standard: standard.accountStatuses }),
    types('accountTypes'),
    types('accountSources'),
    accountOwnerships,
    accountProducts,
    leads,
    statuses('leadStatuses', { standard: standard.leadStatuses }),
    types('leadSources'),
    opportunities,
    pipelines,
    opportunityStatuses,
    opportunityProducts,
    quotes,
    statuses('quoteStatuses', { standard: standard.quoteStatuses }),
    quoteProducts,
    orders,
    statuses('orderStatuses', { standard: standard.orderStatuses, categories: standard.orderCategories }),
    orderProducts,
    products,
    statuses('productStatuses', { standard: standard.productStatuses }),
    bundleItems,
    priceBooks,
    priceBookEntries,
    exchangeRates,
    organizations,
    types('organizationTypes'),
    organizationBoardMeetings,
    organizationContacts,
    organizationNews,
    insights,
    insightFilters,
    campaigns,
    activities,
    tasks,
    notes,
    files,
    regions,
    industries,
    salesTargets,
    slaTypes,
    businessListingProfiles,
    professionalNetworkProfiles,
  ],
  actions: [getForecast, getOpportunityStages],
});
