import type { Context } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { findRecords } from '../records.ts';
import { addressOf, domainOf } from './new-values.ts';

/** Contacts and accounts that a lead probably already has. They are searched with the permissions of the caller. */

/** Contacts with the address of the lead, those with it as their main address first. */
export async function findContacts(context: Context, lead: RecordObject): Promise<RecordObject[]> {
  const address = addressOf(lead);
  if (address === null) return [];
  const fields = ['name', 'email', 'accountId', 'title', 'phone', 'ownerId'];
  const main = await findRecords(context, 'contacts', { filter: { email: address } }, fields);
  if (main.length > 0) return main;
  return findRecords(context, 'contacts', { filter: { secondaryEmails: address } }, fields);
}

const accountFields = ['name', 'domain', 'website', 'ownerId'];

/** The account of a contact, then those that match the lead. */
export async function findAccountsFor(
  context: Context,
  lead: RecordObject,
  contact: RecordObject | undefined,
): Promise<RecordObject[]> {
  const matching = await findAccounts(context, lead);
  const own = matching.find(({ _id }) => _id === contact?.accountId);
  if (own) return [own, ...matching.filter((account) => account !== own)];
  if (typeof contact?.accountId !== 'string') return matching;
  return [
    ...(await findRecords(context, 'accounts', { filter: { _id: contact.accountId } }, accountFields)),
    ...matching,
  ];
}

/** Accounts with the name of the lead's company, else with its domain. */
export async function findAccounts(context: Context, lead: RecordObject): Promise<RecordObject[]> {
  const company = typeof lead.company === 'string' ? lead.company.trim() : '';
  const named = company === '' ? [] : await accountsNamed(context, company);
  if (named.length > 0) return named;
  const domain = domainOf(lead);
  if (domain === null) return [];
  return findRecords(context, 'accounts', { filter: { domain: { in: [domain, `www.${domain}`] } } }, accountFields);
}

/** Accounts with exactly this name, else those whose name differs only in case, which the search finds. */
async function accountsNamed(context: Context, company: string): Promise<RecordObject[]> {
  const exact = await findRecords(context, 'accounts', { filter: { name: company } }, accountFields);
  if (exact.length > 0) return exact;
  const found = await findRecords(context, 'accounts', { q: company.slice(0, maxSearched) }, accountFields, 50);
  const folded = company.toLowerCase();
  return found.filter(({ name }) => String(name).trim().toLowerCase() === folded);
}

const maxSearched = 200;
