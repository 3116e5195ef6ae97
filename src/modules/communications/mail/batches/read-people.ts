import type { TransactionContext } from '#core/context.ts';
import { convertedContacts, findContacts, findLeads } from '../../../sales/contract.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import type { BatchContent, Recipient } from '../queue/batch.ts';
import {
  type PersonData,
  type PersonLinks,
  type RecipientData,
  readCompany,
  readContacts,
  readLeads,
  readSender,
} from './recipient-data.ts';
import type { PersonOnly } from './sources.ts';

/** A recipient of a batch with an address, and the data that is frozen with it. */
export interface Person extends PersonLinks {
  readonly email: string;
  readonly name: string | null;
  readonly data: RecipientData & { readonly variables: Readonly<Record<string, unknown>> };
}

type Given = Recipient | PersonOnly;

/** Finds contacts and leads by address and addresses by contact and lead, and reads what the templates need. */
export async function readPeople(
  context: TransactionContext,
  given: readonly Given[],
  content: BatchContent,
  compiled: CompiledContent,
): Promise<Person[]> {
  const linksOf = await findLinks(context, given);
  const links = given.map(linksOf);
  const idsOf = (key: keyof PersonLinks) => [...new Set(links.flatMap((one) => one[key] ?? []))];
  const leadIds = idsOf('leadId');
  const contacts = await readContacts(context, idsOf('contactId'), compiled);
  const leads = await readLeads(context, leadIds, compiled);
  const converted = await convertedContacts(context.tx, context.caller.tenantId, leadIds);
  const user = await readSender(context, compiled);
  const company = await readCompany(context, compiled);
  return given.flatMap((one, n): Person[] => {
    const { contactId, leadId } = links[n] as PersonLinks;
    const found = contactId !== null ? contacts.get(contactId) : leadId !== null ? leads.get(leadId) : undefined;
    // A record that the request names must be one that the sender may see.
    const mayLink = found !== undefined || !(one.contactId || one.leadId);
    const email = 'email' in one ? one.email : found?.contact?.email;
    // The person has no address, or the sender may not see it.
    if (typeof email !== 'string') return [];
    const { name = null, variables = null } = 'email' in one ? one : {};
    const known: PersonData = found ?? { contact: null, account: null };
    return [
      {
        email,
        name: name ?? nameOf(found),
        contactId: mayLink ? (contactId ?? converted.get(leadId ?? '') ?? null) : null,
        leadId: mayLink ? leadId : null,
        data: { ...known, user, company, variables: { ...content.variables, ...variables } },
      },
    ];
  });
}

const nameOf = (person: PersonData | undefined): string | null =>
  typeof person?.contact?.name === 'string' ? person.contact.name : null;

/** The records of recipients: those that are named, else the contact with the address, else the lead with it. */
async function findLinks(
  { tx, caller: { tenantId } }: TransactionContext,
  given: readonly Given[],
): Promise<(one: Given) => PersonLinks> {
  const unlinked = given.flatMap((one) =>
    'email' in one && !one.contactId && !one.leadId ? [one.email.toLowerCase()] : [],
  );
  const contacts = await findContacts(tx, tenantId, unlinked);
  const others = unlinked.filter((address) => !contacts.has(address));
  const leads = await findLeads(tx, tenantId, others);
  return (one) => {
    if (one.contactId) return { contactId: one.contactId, leadId: null };
    if (one.leadId) return { contactId: null, leadId: one.leadId };
    const address = 'email' in one ? one.email.toLowerCase() : '';
    return { contactId: contacts.get(address) ?? null, leadId: leads.get(address) ?? null };
  };
}
