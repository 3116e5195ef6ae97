import type { Lists } from './catalogue.ts';
import { type Company, currency, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import { addressOf, cities } from './people.ts';
import { at } from './random.ts';

/** The accounts with external data, and their kind of organization. */
const watched = [
  [0, 'Hotel group'],
  [8, 'Hospital trust'],
  [14, 'University'],
  [24, 'Office operator'],
  [1, 'Hotel group'],
] as const;

/** Creates external data: organizations, their boards and news, and linked profiles. */
export async function createResearch(company: Company, customers: readonly Customer[], lists: Lists): Promise<Saved[]> {
  const organizations: Saved[] = [];
  for (const [position, type] of watched) {
    const customer = at(customers, position);
    const organization = await company.add('sales.organizations', {
      name: customer.account.name,
      legalName: `${customer.account.name}, Inc.`,
      domain: customer.account.domain,
      website: `https://www.${customer.account.domain}`,
      typeId: lists.organizationTypes.get(type),
      industryId: lists.industries.get(customer.account.industry),
      regionId: customer.account.regionId,
      accountId: customer.account._id,
      status: 'active',
      annualBudget: company.random.int(2, 40) * 1_000_000,
      currency,
      registrationNumber: `R-${company.random.int(100_000, 999_999)}`,
      ...addressOf(company.random, 'headquarters', at(cities, position)),
      source: 'publicRegister',
      externalId: `reg-${position + 7000}`,
      lastSyncedAt: company.time(-2, 3),
    });
    organizations.push(organization);
    await createOrganizationDetails(company, customer, organization, position);
  }
  await createProfiles(company, customers, organizations);
  return organizations;
}

async function createOrganizationDetails(company: Company, customer: Customer, organization: Saved, position: number) {
  const organizationId = organization._id;
  const { account, contacts } = customer;
  for (const [n, contact] of contacts.slice(0, 2).entries()) {
    await company.add('sales.organizationContacts', {
      organizationId,
      contactId: contact._id,
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.email,
      role: n === 0 ? 'decisionMaker' : 'influencer',
      isPrimary: n === 0,
      source: 'website',
    });
  }
  await company.add('sales.organizationNews', {
    organizationId,
    title: `${account.name} opens a second site`,
    summary: 'The new building has four floors and a canteen for two hundred people.',
    url: `https://news.example/articles/${position + 310}`,
    publisher: 'Regional Business Journal',
    publishedAt: company.time(-20 - position, 7),
    category: 'financial',
    sentiment: 'positive',
    language: 'en',
  });
  await company.add('sales.organizationBoardMeetings', {
    organizationId,
    title: 'Budget meeting',
    type: 'regular',
    status: 'scheduled',
    startsAt: company.time(25 + position, 15),
    endsAt: company.time(25 + position, 17),
    location: 'Head office',
    topics: ['Budget', 'Facilities'],
    agenda: 'Budget of the coming year; refurbishment of the canteen.',
  });
}

async function createProfiles(company: Company, customers: readonly Customer[], organizations: readonly Saved[]) {
  const bistro = at(customers, 5);
  await company.add('sales.businessListingProfiles', {
    name: bistro.account.name,
    provider: 'Town Guide',
    externalId: 'tg-48213',
    accountId: bistro.account._id,
    url: 'https://townguide.example/bluebird-brasserie',
    categories: ['Restaurant', 'Breakfast'],
    status: 'open',
    claimed: true,
    verified: true,
    rating: 4.6,
    reviewCount: 318,
    priceLevel: 2,
    openingHours: { monday: '07:00-22:00', sunday: '09:00-21:00' },
  });
  for (const [index, organization] of organizations.slice(0, 3).entries()) {
    const { account, contacts } = at(customers, at(watched, index)[0]);
    const contact = at(contacts, 0);
    await company.add('sales.professionalNetworkProfiles', {
      name: `${contact.firstName} ${contact.lastName}`,
      type: 'person',
      provider: 'Professional network',
      externalId: `pn-${5100 + index}`,
      contactId: contact._id,
      accountId: account._id,
      organizationId: organization._id,
      url: `https://network.example/in/${contact.firstName}-${contact.lastName}`.toLowerCase(),
      headline: `Makes people feel at home at ${account.name}`,
      company: account.name,
      skills: ['Purchasing', 'Hospitality'],
      connectionStatus: index === 0 ? 'connected' : 'none',
    });
  }
  const { contacts } = at(customers, 14);
  await company.add('sales.studentHistories', {
    contactId: at(contacts, 1)._id,
    organizationId: at(organizations, 2)._id,
    institution: 'Whitfield University',
    program: 'Hospitality Management',
    fieldOfStudy: 'Catering',
    degree: 'bachelor',
    status: 'graduated',
    startDate: company.day(-4400),
    endDate: company.day(-3100),
    gradeAverage: 3.6,
  });
}
