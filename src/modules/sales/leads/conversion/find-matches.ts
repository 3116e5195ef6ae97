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
  const main = await findRecords(context, 'contacts', { email: address }, fields);
  if (main.length > 0) return main;
  return findRecords(context, 'contacts', { secondaryEmails: address }, fields);
}

/** Accounts with the name of the lead's company, else with its domain. */
export async function findAccounts(context: Context, lead: RecordObject): Promise<RecordObject[]> {
  const fields = ['name', 'domain', 'website', 'ownerId'];
  const company = typeof lead.company === 'string' ? lead.company.trim() : '';
  const named = company === '' ? [] : await findRecords(context, 'accounts', { name: company }, fields);
  if (named.length > 0) return named;
  const domain = domainOf(lead);
  if (domain === null) return [];
  return findRecords(context, 'accounts', { domain: { in: [domain, `www.${domain}`] } }, fields);
}
