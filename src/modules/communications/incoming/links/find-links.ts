import type { TransactionContext } from '#core/context.ts';
import { isFreeMail } from '#lib/free-mail.ts';
import { accountsByDomain, contactsByAddress, leadsByAddress, onlyOpenDeals } from '../../../sales/contract.ts';
import { domainOf } from '../../messages/reading/addresses.ts';
import type { Mailbox, NewMessage, PreparedMessage } from '../../messages/reading/message.ts';
import { createContacts } from './new-contacts.ts';
import { ownAddresses } from './sql/find-people.ts';

/** The records that a mail is about. */
export interface Links {
  readonly contactId: string | null;
  readonly leadId: string | null;
  readonly accountId: string | null;
  readonly opportunityId: string | null;
  /** Addresses outside the tenant; empty when a contact has one of them. */
  readonly unknown: readonly string[];
}

/** Limits how many people of a mail are looked up. The author comes first. */
const maxPeople = 20;

/** The addresses to look up: author and recipients of a received mail, recipients of a sent one. */
function correspondents({ direction, from, to, cc, bcc }: PreparedMessage): string[] {
  const others = direction === 'inbound' ? [...(from ? [from] : []), ...to, ...cc] : [...to, ...cc, ...bcc];
  return [...new Set(others.slice(0, maxPeople).map(({ address }) => address))];
}

/** Finds contact, lead, account and open deal of each message by the addresses of people outside the tenant. */
export async function findLinks(
  context: TransactionContext,
  mailbox: Mailbox,
  messages: readonly NewMessage[],
): Promise<Map<string, Links>> {
  const { tx } = context;
  const { tenantId } = mailbox;
  const written = [...new Set(messages.flatMap(({ message }) => correspondents(message)))];
  const lower = [...new Set(written.map((address) => address.toLowerCase()))];
  const own = await ownAddresses(tx, tenantId, lower);
  own.add(mailbox.email.toLowerCase());
  const outside = lower.filter((address) => !own.has(address));
  const contacts = await contactsByAddress(tx, tenantId, outside, written);
  const leads = await leadsByAddress(tx, tenantId, outside);
  const unknownDomains = outside.filter((address) => !contacts.get(address)?.accountId).map(domainOf);
  const domains = [...new Set(unknownDomains)].filter((domain) => !isFreeMail(domain));
  const accounts = await accountsByDomain(tx, tenantId, domains);
  if (mailbox.createsContacts) {
    const isKnown = (address: string) => own.has(address) || contacts.has(address) || leads.has(address);
    for (const made of await createContacts(context, mailbox, messages, { isKnown, accounts }))
      contacts.set(made.address, made);
  }
  const found = new Map(
    messages.map(({ emailId, message }) => [emailId, linksOf(message, { own, contacts, leads, accounts })]),
  );
  return withDeals(context, mailbox, found);
}

interface Known {
  readonly own: ReadonlySet<string>;
  readonly contacts: ReadonlyMap<string, { readonly id: string; readonly accountId: string | null }>;
  readonly leads: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

/** The first known person decides. */
function linksOf(message: PreparedMessage, { own, contacts, leads, accounts }: Known): Links {
  const outside = correspondents(message)
    .map((address) => address.toLowerCase())
    .filter((address) => !own.has(address));
  const firstOf = <T>(find: (address: string) => T | undefined): T | undefined => {
    for (const address of outside) {
      const one = find(address);
      if (one !== undefined) return one;
    }
    return undefined;
  };
  const contact = firstOf((address) => contacts.get(address));
  return {
    contactId: contact?.id ?? null,
    leadId: firstOf((address) => leads.get(address)) ?? null,
    accountId: contact?.accountId ?? firstOf((address) => accounts.get(domainOf(address))) ?? null,
    opportunityId: null,
    unknown: contact || message.category === 'newsletter' ? [] : outside,
  };
}

/** The deal of the contact comes before that of the account. */
async function withDeals(
  { tx }: TransactionContext,
  { tenantId }: Mailbox,
  found: ReadonlyMap<string, Links>,
): Promise<Map<string, Links>> {
  const idsOf = (key: 'contactId' | 'accountId') => [
    ...new Set([...found.values()].flatMap((links) => links[key] ?? [])),
  ];
  const [contactIds, accountIds] = [idsOf('contactId'), idsOf('accountId')];
  if (contactIds.length + accountIds.length === 0) return new Map(found);
  const deals = await onlyOpenDeals(tx, tenantId, contactIds, accountIds);
  const dealOf = (id: string | null) => (id === null ? undefined : deals.get(id));
  return new Map(
    Array.from(found, ([emailId, links]) => [
      emailId,
      { ...links, opportunityId: dealOf(links.contactId) ?? dealOf(links.accountId) ?? null },
    ]),
  );
}
