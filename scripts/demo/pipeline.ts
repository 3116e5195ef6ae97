import { leadCompanies } from './account-data.ts';
import type { Lists } from './catalogue.ts';
import { type Company, currency, type Saved } from './company.ts';
import type { Account, Contact, Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { createLeadRules } from './lead-rules.ts';
import { createLines, type Line, netOf } from './lines.ts';
import { addressOf, cities, mailName, nameOf, phoneOf } from './people.ts';
import type { Product } from './products.ts';
import { at } from './random.ts';

/** A deal with its line items. */
export interface Deal {
  readonly opportunity: Saved<{ name: string; stage: string; ownerId: string }>;
  readonly account: Account;
  readonly contact: Contact;
  readonly lines: readonly Line[];
  /** Days from today. */
  readonly closes: number;
}

export interface Pipeline {
  readonly leads: readonly Saved<{ company: string; email: string; firstName: string }>[];
  readonly deals: readonly Deal[];
}

/** Deals were closed every three weeks, for eighteen months. */
const firstClosedDay = 3;
const daysBetween = 21;
const isClosed = (stage: string): boolean => stage === 'won' || stage === 'lost';

const dealCount = 60;
const leadCount = 40;

const stages = [
  'prospecting',
  'qualification',
  'needsAnalysis',
  'proposal',
  'negotiation',
  'won',
  'won',
  'lost',
] as const;

export async function createPipeline(
  company: Company,
  staff: Staff,
  lists: Lists,
  products: readonly Product[],
  customers: readonly Customer[],
  campaigns: readonly Saved[],
): Promise<Pipeline> {
  const [outbound] = await company.addAll('sales.campaigns', [
    {
      name: 'Two hundred law firms',
      type: 'outbound',
      status: 'active',
      industryId: lists.industries.get('Professional services'),
      regionId: lists.regions.get('US East'),
      startDate: company.day(-40),
      endDate: company.day(50),
      budget: 6000,
      currency,
      targetCount: 200,
      goal: 'Twenty demonstrations in the office kitchen.',
    },
    {
      name: 'Win back last year’s leavers',
      type: 'winBack',
      status: 'planned',
      marketingCampaignId: at(campaigns, 2)._id,
      startDate: company.day(20),
      endDate: company.day(80),
      budget: 2500,
      currency,
    },
  ]);
  const leads = await createLeads(company, staff, lists, campaigns, outbound);
  const deals: Deal[] = [];
  // The deals of each salesperson take the stages in turn, so that each has a deal in every stage.
  const turns = new Map<string, number>();
  let closedBefore = 0;
  for (let index = 0; index < dealCount; index += 1) {
    const customer = at(customers, index * 7);
    const turn = turns.get(customer.account.ownerId) ?? 0;
    turns.set(customer.account.ownerId, turn + 1);
    const stage = at(stages, turn);
    deals.push(await createDeal(company, products, customer, campaigns, { index, stage, closedBefore }));
    if (isClosed(stage)) closedBefore += 1;
  }
  await createConvertedLeads(company, deals);
  await createRemarks(company, deals);
  await createLeadRules(company, staff);
  return { leads, deals };
}

async function createLeads(
  company: Company,
  staff: Staff,
  lists: Lists,
  campaigns: readonly Saved[],
  outbound?: Saved,
) {
  const { random } = company;
  const statuses = ['new', 'new', 'contacted', 'nurturing', 'qualified', 'unqualified'] as const;
  const leads: Saved<{ company: string; email: string; firstName: string }>[] = [];
  for (let index = 0; index < leadCount; index += 1) {
    const person = nameOf(200 + index);
    const name = at(leadCompanies, index);
    const where = at(cities, index);
    const status = at(statuses, index);
    const lead = await company.add('sales.leads', {
      ...person,
      company: name,
      email: `${mailName(person)}@${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`,
      phone: phoneOf(random),
      title: random.pick(['Owner', 'Office Manager', 'Head of Purchasing', 'Facilities Manager']),
      regionId: lists.regions.get(where.region),
      industryId: lists.industries.get(
        name.endsWith('Hotel') ? 'Hospitality' : name.endsWith('Care') ? 'Healthcare' : 'Retail',
      ),
      status,
      sourceId: lists.leadSources.get(random.pick([...lists.leadSources.keys()])),
      source: random.pick(['website', 'referral', 'event', 'advertising']),
      rating: status === 'qualified' ? 'hot' : random.pick(['warm', 'cold']),
      score: random.int(10, 90),
      employees: random.int(8, 300),
      estimatedValue: random.int(2, 30) * 1000,
      currency,
      ...(index % 3 === 0 && { campaignId: at(campaigns, index)._id }),
      ...(index % 4 === 1 && { salesCampaignId: outbound?._id }),
      ...addressOf(random, 'mailing', where),
      emailOptIn: random.chance(60),
      ...(status === 'unqualified' && { disqualifiedReason: 'Fewer than ten cups a day.' }),
      ownerId: at(staff.sales, index)._id,
    });
    leads.push(lead);
    if (index % 8 === 0) {
      await company.attach('sales.leads', lead, {
        notes: ['Asked for a machine on trial. Has room for one and water on the same wall.'],
        tasks: [['Arrange the trial week', index - 6]],
        files: index === 0 ? ['Floor plan.pdf'] : [],
        by: at(staff.sales, index),
      });
    }
  }
  return leads;
}

/** Creates leads of some deals: the same person, who became a contact when the deal was created. */
async function createConvertedLeads(company: Company, deals: readonly Deal[]): Promise<void> {
  for (const { account, contact, opportunity, closes } of deals.filter((_, index) => index % 6 === 5)) {
    const convertedAt = company.time(Math.min(closes, 0) - 35, 11);
    await company.add('sales.leads', {
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.email,
      company: account.name,
      status: 'converted',
      source: 'website',
      rating: 'hot',
      convertedAt,
      convertedContactId: contact._id,
      convertedAccountId: account._id,
      convertedOpportunityId: opportunity._id,
      ownerId: account.ownerId,
    });
  }
}

async function createDeal(
  company: Company,
  products: readonly Product[],
  { account, contacts }: Customer,
  campaigns: readonly Saved[],
  { index, stage, closedBefore }: { index: number; stage: (typeof stages)[number]; closedBefore: number },
): Promise<Deal> {
  const { random } = company;
  const closed = isClosed(stage);
  const closes = closed ? -(firstClosedDay + closedBefore * daysBetween + random.int(0, 10)) : random.int(6, 120);
  const contact = random.pick(contacts);
  const lines = createLines(random, products);
  const first = at(lines, 0);
  const opportunity = await company.add('sales.opportunities', {
    name: `${account.name}: ${first.quantity} × ${first.name}`,
    accountId: account._id,
    contactId: contact._id,
    value: netOf(lines),
    currency,
    stage,
    closeDate: company.day(closes),
    type: account.status === 'prospect' ? 'newBusiness' : random.pick(['existingBusiness', 'upsell', 'newBusiness']),
    source: random.pick(['website', 'referral', 'event', 'coldCall']),
    priority: random.pick(['low', 'normal', 'normal', 'high']),
    regionId: account.regionId,
    ...(index % 4 === 0 && { campaignId: at(campaigns, index)._id }),
    ...(closed
      ? { closedAt: company.time(closes, 15) }
      : {
          nextStep: random.pick(['Tasting on site', 'Send the quote', 'Ask for the signature']),
          nextStepDate: company.day(closes - 5),
        }),
    ...(stage === 'lost' && { lossReason: random.pick(['Leasing was cheaper', 'Budget cut', 'Kept the old machine']) }),
    stageChangedAt: company.time(closed ? closes : -random.int(1, 30), 10),
    ownerId: account.ownerId,
  });
  for (const [position, line] of lines.entries()) {
    await company.add('sales.opportunityProducts', {
      opportunityId: opportunity._id,
      ...line,
      position,
      ownerId: account.ownerId,
    });
  }
  return { opportunity, account, contact, lines, closes };
}

/** Adds notes, tasks and files to the deals. */
async function createRemarks(company: Company, deals: readonly Deal[]): Promise<void> {
  const types = ['call', 'meeting', 'demo', 'email', 'visit'] as const;
  for (const [index, { opportunity, account, contact, closes }] of deals.entries()) {
    const open = closes > 0;
    if (open) {
      await company.add('sales.tasks', {
        ...company.task(
          `${at(['Call', 'Meet', 'Show the machine to'], index)} ${contact.firstName} ${contact.lastName}`,
          index - 15,
          account.ownerId,
        ),
        type: at(types, index),
        accountId: account._id,
        contactId: contact._id,
        opportunityId: opportunity._id,
      });
    } else if (index % 2 === 0) {
      await company.add('sales.notes', {
        title: opportunity.stage === 'won' ? 'Why they chose us' : 'Why we lost',
        content:
          opportunity.stage === 'won'
            ? 'The technician on the same day decided it.'
            : 'Our price was fine, our lead time was not.',
        accountId: account._id,
        opportunityId: opportunity._id,
        ownerId: account.ownerId,
      });
    }
    if (index % 9 === 3) {
      await company.attach('sales.opportunities', opportunity, {
        notes: ['Decision is made by three people; the finance director asks for a reference.'],
        tasks: [['Name two reference customers', open ? 5 : -5]],
        files: ['Requirements.pdf'],
        by: { _id: account.ownerId },
      });
    }
  }
}
