import type { Lists } from './catalogue.ts';
import { type Company, currency, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

/** Insights, saved filters, targets and documents that belong to no single record. */
export async function createSalesOffice(company: Company, staff: Staff, customers: readonly Customer[], lists: Lists) {
  await createInsights(company, staff, customers, lists);
  await createTargets(company, staff);
  await createPapers(company, staff);
}

async function createInsights(company: Company, staff: Staff, customers: readonly Customer[], lists: Lists) {
  const by = staff.salesLead;
  const insights = await company.addAll('sales.insights', [
    {
      name: 'Pipeline by stage',
      type: 'metric',
      category: 'pipeline',
      status: 'reviewed',
      modelKey: 'sales.opportunities',
      aggregation: 'sum',
      metric: 'value',
      groupBy: 'stage',
      chartType: 'funnel',
      source: 'report',
    },
    {
      name: 'Two key accounts without contact for a month',
      type: 'risk',
      category: 'customer',
      severity: 'high',
      modelKey: 'sales.accounts',
      filter: { rating: 'hot' },
      recommendation: 'Call them this week; both renew in the coming quarter.',
      accountId: at(customers, 9).account._id,
      detectedAt: company.time(-1, 6),
      source: 'report',
    },
    {
      name: 'Platinum contracts sell with the Pro 8',
      type: 'trend',
      category: 'product',
      severity: 'info',
      confidence: 82,
    },
  ]);
  await company.attach('sales.insights', at(insights, 1), {
    notes: ['Lakeshore changed its purchasing lead; introduce ourselves.'],
    tasks: [['Call Lakeshore and Golden Acre', 2]],
    files: ['Contact frequency.csv'],
    by,
  });
  await createFilters(company, at(insights, 0), lists, by);
}

async function createFilters(company: Company, pipeline: Saved, lists: Lists, by: Saved): Promise<void> {
  const [openDeals] = await company.addAll('sales.insightFilters', [
    {
      name: 'Open deals over 20,000',
      insightId: pipeline._id,
      modelKey: 'sales.opportunities',
      filter: { value: { gte: 20_000 }, 'statusId.category': { nin: ['won', 'lost', 'closed'] } },
      sort: ['-value'],
      shared: true,
    },
    {
      name: 'Accounts in the west',
      modelKey: 'sales.accounts',
      filter: { regionId: lists.regions.get('US West') },
      shared: true,
    },
  ]);
  if (openDeals) {
    await company.attach('sales.insightFilters', openDeals, {
      notes: ['This is the list for the Monday meeting.'],
      tasks: [['Ask finance whether 20,000 is still the right limit', 18]],
      files: ['Monday meeting.pdf'],
      by,
    });
  }
}

async function createTargets(company: Company, staff: Staff): Promise<void> {
  const quarter = company.quarter();
  for (const [index, user] of staff.sales.entries()) {
    const targetValue = 30_000 + index * 5000;
    await company.add('sales.salesTargets', {
      name: `${user.firstName}, this quarter`,
      userId: user._id,
      metric: 'revenue',
      period: 'quarter',
      ...quarter,
      targetValue,
      achievedValue: Math.round(targetValue * company.random.int(30, 80)) / 100,
      currency,
      status: 'active',
      ownerId: user._id,
    });
  }
}

async function createPapers(company: Company, staff: Staff): Promise<void> {
  const by = staff.salesLead;
  const priceList = await company.addFile('data.storedFiles', { ownerId: by._id }, 'Price list.pdf');
  await company.add('sales.files', {
    name: priceList.name,
    storedFileId: priceList._id,
    description: 'Valid for all regions. Discounts over ten percent need the head of sales.',
    tags: ['prices'],
    ownerId: by._id,
  });
  await company.add('sales.notes', {
    title: 'How we quote',
    content: `Machines and contracts in one quote, valid for thirty days. Questions: ${by.firstName}, sales@${domain}.`,
    pinned: true,
    ownerId: by._id,
  });
}
