import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { readContactAddresses } from '../../../sales/contract.ts';
import type { Rejection, Subscriber } from './subscriber.ts';

/**
 * The addresses of contacts. Contacts without an address, and those that the caller may not read, are rejected by their
 * ids.
 */
export async function subscribersOfContacts(
  context: Context,
  contactIds: readonly string[],
): Promise<{ subscribers: Subscriber[]; rejected: Rejection[] }> {
  if (contactIds.length === 0) return { subscribers: [], rejected: [] };
  const model = context.registry.find('sales', 'contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  const grant = context.caller.access.grant(model, 'read');
  if (grant.hidden.has('email'))
    throw new AppError('forbidden', 'Your role hides the email of contacts; give the addresses as emails.');
  const showsName = !grant.hidden.has('firstName') && !grant.hidden.has('lastName');
  const ids = [...new Set(contactIds.map((id) => id.toLowerCase()))];
  const found = new Map((await readContactAddresses(context, grant, ids)).map((contact) => [contact.id, contact]));
  const subscribers: Subscriber[] = [];
  const rejected: Rejection[] = [];
  for (const id of ids) {
    const { email, name } = found.get(id) ?? {};
    if (email) subscribers.push({ email, contactId: id, ...(name && showsName && { name }) });
    else rejected.push({ email: id, reason: 'noAddress' });
  }
  return { subscribers, rejected };
}
