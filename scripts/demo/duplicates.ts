import type { Company } from './company.ts';
import type { Customer } from './customers.ts';
import { at } from './random.ts';

/** People and a company that were entered twice, as colleagues do who do not know of each other. */
export async function createDuplicates(company: Company, customers: readonly Customer[]): Promise<void> {
  const [first, second, third] = [at(customers, 0), at(customers, 1), at(customers, 2)];
  const [known, other] = [at(first.contacts, 0), at(second.contacts, 1)];
  const again = await company.add('sales.contacts', {
    firstName: known.firstName.charAt(0),
    lastName: known.lastName,
    email: known.email.toUpperCase(),
    accountId: first.account._id,
    ownerId: at(customers, 3).account.ownerId,
    title: 'Head of procurement',
    source: 'event',
    tags: ['trade fair'],
  });
  await company.add('sales.contactNotes', {
    contactId: again._id,
    content: 'Met at the trade fair; asked for a second machine for the canteen.',
  });
  await company.add('sales.contacts', {
    firstName: other.firstName,
    lastName: other.lastName,
    email: other.email,
    ownerId: second.account.ownerId,
    source: 'website',
    lifecycleStage: 'lead',
  });
  await company.add('sales.contacts', {
    firstName: at(third.contacts, 0).lastName,
    lastName: at(third.contacts, 0).firstName,
    ownerId: third.account.ownerId,
    source: 'coldCall',
  });
  await company.add('sales.accounts', {
    name: `${third.account.name} Ltd.`,
    domain: third.account.domain,
    website: `http://${third.account.domain}`,
    status: 'prospect',
    ownerId: first.account.ownerId,
  });
  await company.add('data.duplicateRules', {
    model: 'sales.contacts',
    match: ['firstName', 'lastName'],
    method: 'similar',
    onCreate: 'warn',
  });
}
