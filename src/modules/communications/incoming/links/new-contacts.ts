import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { contactsByAddress, type FoundContact } from '../../../sales/contract.ts';
import { domainOf } from '../../messages/reading/addresses.ts';
import type { Mailbox, NewMessage, Person } from '../../messages/reading/message.ts';

const maxName = 100;
/** Addresses that belong to programs, not to people. */
const programs =
  /^(?:no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|newsletter|news|alerts?)(?:[+._-]|@)/i;

interface Known {
  /** Takes an address in lower case. */
  isKnown(address: string): boolean;
  readonly accounts: ReadonlyMap<string, string>;
}

/** Creates contacts for people outside the tenant who wrote a personal mail. */
export async function createContacts(
  context: TransactionContext,
  mailbox: Mailbox,
  messages: readonly NewMessage[],
  { isKnown, accounts }: Known,
): Promise<FoundContact[]> {
  const authors = new Map<string, Person>();
  for (const { message } of messages) {
    const { from, direction, category } = message;
    if (!from || direction !== 'inbound' || category !== 'personal' || programs.test(from.address)) continue;
    const address = from.address.toLowerCase();
    if (!isKnown(address) && !authors.has(address)) authors.set(address, from);
  }
  if (authors.size === 0) return [];
  const addresses = [...authors.keys()].sort();
  await lockAddresses(context, addresses);
  // Another node may have created a contact while this one waited for the lock.
  const known = await contactsByAddress(context.tx, mailbox.tenantId, addresses, []);
  const model = context.registry.find('sales', 'contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  const made = [...known.values()];
  for (const address of addresses) {
    if (known.has(address)) continue;
    const accountId = accounts.get(domainOf(address)) ?? null;
    const person = authors.get(address) as Person;
    const record = { ...nameOf(person), email: person.address, source: 'email', accountId, ownerId: mailbox.ownerId };
    const { body } = await invoke(context, operations.create, model, { record });
    made.push({ id: (JSON.parse(body) as { _id: string })._id, address, accountId });
  }
  return made;
}

const lockAddresses = ({ tx, caller }: TransactionContext, addresses: readonly string[]) =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended(a, $1::bigint)) from (select unnest($2::text[]) as a order by 1) a`,
    [caller.tenantId, addresses],
  );

/** Splits `Doe, Jane` and `Jane Doe`. A name that is an address does not count as a name. */
export function nameOf({ name }: Person): { firstName?: string; lastName?: string } {
  const text = name.replace(/^["']+|["']+$/g, '').trim();
  if (text === '' || text.includes('@')) return {};
  const [last = '', first, ...more] = text.split(/\s*,\s*/);
  if (first && more.length === 0) return { firstName: cut(first), lastName: cut(last) };
  const at = text.lastIndexOf(' ');
  if (at < 0) return { firstName: cut(text) };
  return { firstName: cut(text.slice(0, at)), lastName: cut(text.slice(at + 1)) };
}

const cut = (text: string): string => text.slice(0, maxName).toWellFormed().trim();
