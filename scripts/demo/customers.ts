import { accountLines, jobTitles } from './account-data.ts';
import type { Lists } from './catalogue.ts';
import { type Company, currency, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { addressOf, cities, mailName, nameOf, phoneOf } from './people.ts';
import { at } from './random.ts';

export interface Account extends Saved {
  readonly name: string;
  readonly domain: string;
  readonly status: string;
  readonly ownerId: string;
  readonly regionId: string | undefined;
  readonly industry: string;
}

export interface Contact extends Saved {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly accountId: string;
  readonly ownerId: string;
}

/** An account with its people. */
export interface Customer {
  readonly account: Account;
  readonly contacts: readonly Contact[];
}

const domainOf = (name: string): string => `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`;

export async function createCustomers(company: Company, staff: Staff, lists: Lists): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const index of accountLines.keys()) {
    const account = await createAccount(company, staff, lists, index);
    customers.push({ account, contacts: await createContacts(company, account, index) });
    await company.add('sales.accountOwnerships', {
      accountId: account._id,
      userId: account.ownerId,
      teamId: staff.teams.get(
        /Hospitality|Professional/.test(account.industry) ? 'Offices & Hotels' : 'Health & Education',
      )?._id,
      role: 'accountManager',
      percent: 100,
      isPrimary: true,
      startDate: company.day(-180),
    });
  }
  await createRemarks(company, customers);
  return customers;
}

async function createAccount(company: Company, staff: Staff, lists: Lists, index: number): Promise<Account> {
  const { random } = company;
  const [name, industry, cityIndex, employees, status] = at(accountLines, index);
  const where = at(cities, cityIndex);
  const domain = domainOf(name);
  const owner = at(staff.sales, index);
  const regionId = lists.regions.get(where.region);
  const record = {
    name,
    domain,
    status,
    regionId,
    ownerId: owner._id,
    website: `https://www.${domain}`,
    email: `info@${domain}`,
    phone: phoneOf(random),
    industryId: lists.industries.get(industry),
    typeId: lists.accountTypes.get(employees > 800 ? 'Key account' : 'Direct customer'),
    sourceId: lists.accountSources.get(random.pick([...lists.accountSources.keys()])),
    slaTypeId: lists.slaTypes.get(employees > 800 ? 'Platinum' : employees > 200 ? 'Gold' : 'Standard'),
    rating: status === 'churned' ? 'cold' : random.pick(['hot', 'warm', 'warm']),
    ownership: industry === 'Education' ? 'nonProfit' : 'private',
    employees,
    annualRevenue: employees * random.int(90, 180) * 1000,
    currency,
    foundedYear: random.int(1921, 2018),
    paymentTerms: employees > 800 ? 'net60' : 'net30',
    timeZone: where.timeZone,
    score: random.int(20, 95),
    ...addressOf(random, 'billing', where),
    ...addressOf(random, 'shipping', where),
    ...(status === 'customer' && { customerSince: company.day(-random.int(120, 1500)) }),
    lastActivityAt: company.time(-random.int(1, 60), 14),
    tags: [industry.toLowerCase()],
  };
  return { ...(await company.add('sales.accounts', record)), industry };
}

async function createContacts(company: Company, account: Account, index: number): Promise<Contact[]> {
  const { random } = company;
  const contacts: Contact[] = [];
  for (let n = 0; n < 3; n += 1) {
    const person = nameOf(index * 3 + n);
    const [title, department] = at(jobTitles, index + n);
    const customer = account.status === 'customer' || account.status === 'active';
    const contact = await company.add('sales.contacts', {
      ...person,
      email: `${mailName(person)}@${account.domain}`,
      accountId: account._id,
      ownerId: account.ownerId,
      phone: phoneOf(random),
      mobilePhone: phoneOf(random),
      title,
      department,
      reportsToId: n === 2 ? contacts[0]?._id : null,
      status: customer ? 'customer' : account.status === 'churned' ? 'former' : 'prospect',
      lifecycleStage: customer ? 'customer' : random.pick(['lead', 'marketingQualified', 'salesQualified']),
      source: random.pick(['website', 'referral', 'event', 'advertising', 'coldCall']),
      score: random.int(5, 98),
      emailOptIn: random.chance(70),
      consentGivenAt: company.time(-random.int(30, 400)),
      consentSource: random.pick(['webForm', 'event', 'contract']),
      language: 'en',
      lastActivityAt: company.time(-random.int(1, 90), 11),
    });
    contacts.push(contact);
  }
  return contacts;
}

const contactNotes = [
  'Prefers a call before ten; after that the dining room is full.',
  'Wants every quote split by site, because each site has its own budget.',
  'Tasted the single origin at the fair and asked for samples.',
  'Is on parental leave until spring; the deputy signs meanwhile.',
  'Complained about the noise of the old grinder. Show the new one.',
];

async function createRemarks(company: Company, customers: readonly Customer[]): Promise<void> {
  for (const [index, { account, contacts }] of customers.entries()) {
    const by = { _id: account.ownerId };
    if (index % 2 === 0)
      await company.attach('sales.contacts', at(contacts, 0), { notes: [at(contactNotes, index / 2)], by });
    if (index % 5 === 0) {
      const person = at(contacts, 1);
      await company.attach('sales.contacts', person, {
        tasks: [[`Call ${person.firstName} about the next order`, index - 8]],
        by,
      });
      await company.attach('sales.accounts', account, {
        notes: [`${account.name} compares us with a leasing offer. Total cost over five years is our argument.`],
        tasks: [['Plan the site visit for the coming quarter', 6 + index]],
        by,
      });
    }
    if (index % 10 === 0) {
      await company.attach('sales.accounts', account, { files: ['Framework agreement.pdf'], by });
      await company.attach('sales.contacts', at(contacts, 0), { files: ['Business card.png'], by });
    }
  }
}
