import { withAllAccess } from '#core/access/platform.ts';
import { companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';

type RecordValues = Readonly<Record<string, unknown>>;

/** The data of a person that the templates of a batch read. It is frozen with the recipient, to keep a record of who got what. */
export interface RecipientData {
  readonly contact: RecordValues | null;
  readonly account: RecordValues | null;
  /** Set for a lead, whose values are also those of `contact`. */
  readonly lead?: RecordValues;
  readonly user: RecordValues | null;
  readonly company: RecordValues | null;
}

export type PersonData = Pick<RecipientData, 'contact' | 'account' | 'lead'>;

/** The records to which a mail refers. A lead that was converted has both. */
export interface PersonLinks {
  readonly contactId: string | null;
  readonly leadId: string | null;
}

/**
 * Reads the contacts and their accounts as the sender may see them, only the fields that the templates mention. `email` and
 * `accountId` of contacts are always read. Contacts that are not within the reach of the sender are left out.
 */
export async function readContacts(
  context: Context,
  ids: readonly string[],
  compiled: CompiledContent,
): Promise<Map<string, PersonData>> {
  const needsAccount = fieldsOf(compiled, 'account').length > 0;
  const fields = ['email', 'name', ...(needsAccount ? ['accountId'] : []), ...fieldsOf(compiled, 'contact')];
  const model = context.registry.find('sales', 'contacts');
  const mayRead = model !== undefined && context.caller.access.reach(model.scopes.read) !== undefined;
  // A sender without permission to read contacts may still mail them, but templates get only address and name.
  const contacts = mayRead
    ? await readRecords(context, 'sales', 'contacts', ids, fields)
    : await readRecords(withAllAccess(context), 'sales', 'contacts', ids, ['email', 'name']);
  const accountIds = [...contacts.values()].flatMap(({ accountId }) => (accountId ? [String(accountId)] : []));
  const accounts = needsAccount
    ? await readRecords(context, 'sales', 'accounts', [...new Set(accountIds)], fieldsOf(compiled, 'account'))
    : new Map<string, RecordValues>();
  return new Map(
    [...contacts].map(([id, contact]) => [id, { contact, account: accounts.get(String(contact.accountId)) ?? null }]),
  );
}

/**
 * Reads leads as `readContacts` reads contacts. Templates find the values of a lead under `lead` and under `contact`, and its
 * company as the name of the account.
 */
export async function readLeads(
  context: Context,
  ids: readonly string[],
  compiled: CompiledContent,
): Promise<Map<string, PersonData>> {
  const needsAccount = fieldsOf(compiled, 'account').length > 0;
  const own = [...fieldsOf(compiled, 'lead'), ...fieldsOf(compiled, 'contact')];
  const fields = ['email', 'name', ...(needsAccount ? ['company'] : []), ...own];
  const model = context.registry.find('sales', 'leads');
  const mayRead = model !== undefined && context.caller.access.reach(model.scopes.read) !== undefined;
  const leads = mayRead
    ? await readRecords(context, 'sales', 'leads', ids, fields)
    : await readRecords(withAllAccess(context), 'sales', 'leads', ids, ['email', 'name']);
  return new Map(
    [...leads].map(([id, lead]) => [
      id,
      { contact: lead, account: lead.company ? { name: lead.company } : null, lead },
    ]),
  );
}

/** What templates read of a contact, else of a lead; undefined when the sender may not see it. */
export async function readPerson(
  context: Context,
  { contactId, leadId }: PersonLinks,
  compiled: CompiledContent,
): Promise<PersonData | undefined> {
  if (contactId !== null) return (await readContacts(context, [contactId], compiled)).get(contactId);
  return leadId === null ? undefined : (await readLeads(context, [leadId], compiled)).get(leadId);
}

/** The sending user, as templates read it. */
export async function readSender(context: Context, compiled: CompiledContent): Promise<RecordValues | null> {
  const { userId } = context.caller;
  const fields = fieldsOf(compiled, 'user');
  if (userId === null || fields.length === 0) return null;
  return (await readRecords(context, 'identity', 'users', [userId], fields)).get(userId) ?? null;
}

/** The sending company, with only the values that the templates mention. */
export async function readCompany(context: Context, compiled: CompiledContent): Promise<RecordValues | null> {
  const fields = new Set(fieldsOf(compiled, 'company'));
  if (fields.size === 0) return null;
  const company = Object.entries(await companyOf(context));
  return Object.fromEntries(company.filter(([key, value]) => fields.has(key) && value !== null));
}

const fieldsOf = ({ variables }: CompiledContent, name: string): string[] =>
  variables.flatMap(([first, field]) => (first === name && field !== undefined ? [field] : []));

const pageSize = 200;

async function readRecords(
  context: Context,
  moduleKey: string,
  slug: string,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<Map<string, RecordValues>> {
  const model = context.registry.find(moduleKey, slug);
  const found = new Map<string, RecordValues>();
  const { access } = context.caller;
  if (!model || ids.length === 0 || access.reach(model.scopes.read) === undefined) return found;
  const { hidden } = access.grant(model, 'read');
  const fields = ['_id', ...new Set(wanted.filter((key) => model.fields.has(key) && !hidden.has(key)))];
  for (let n = 0; n < ids.length; n += pageSize) {
    const filter = { _id: { in: ids.slice(n, n + pageSize) } };
    const query = { filter, fields, limit: pageSize, count: 'none' };
    const { body } = await invoke(context, operations.list, model, { query: () => query });
    for (const record of (JSON.parse(body) as { data: RecordValues[] }).data) found.set(String(record._id), record);
  }
  return found;
}
