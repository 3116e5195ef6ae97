import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { activeUser } from '../../../identity/contract.ts';
import { createRecord, lockRecord, readRecord, updateRecord } from '../records.ts';
import type { Change, Conversion, RecordName } from './conversion.ts';
import { findAccounts, findContacts } from './find-matches.ts';
import { moveLinks } from './links.ts';
import { accountValues, addressOf, contactValues, domainOf, opportunityValues } from './new-values.ts';
import { lockNames, storeConversion } from './sql/conversions.ts';

export interface ConvertInput {
  readonly leadId: string;
  readonly accountId?: string | null;
  readonly contactId?: string | null;
  readonly createOpportunity?: boolean;
  readonly opportunity?: RecordObject;
}

/** The records that a conversion makes or changes, collected while it runs. */
interface Work {
  readonly lead: RecordObject;
  /** The user who owns new records; undefined for the caller. */
  readonly ownerId: string | undefined;
  readonly created: RecordName[];
  readonly changed: Change[];
}

/**
 * Makes a contact, an account and an opportunity of a lead. The lock on the lead puts two conversions of it in order.
 * Everything is one transaction of the caller, so each record is written with the permissions of the caller.
 */
export async function convert(context: TransactionContext, input: ConvertInput): Promise<Conversion> {
  const lead = await lockRecord(context, 'leads', input.leadId);
  requireUnconverted(lead);
  const work: Work = { lead, ownerId: await ownerOf(context, lead), created: [], changed: [] };
  await lockNames(context.tx, context.caller.tenantId, namesOf(lead));
  const known = await knownContact(context, work, input.contactId);
  const accountId = await accountOf(context, work, input.accountId, known);
  const contactId = known
    ? await completeContact(context, work, known, accountId)
    : await create(context, work, 'contacts', contactValues(context, lead, accountId));
  const opportunityId = await opportunityOf(context, work, input, { contactId, accountId });
  const links = await moveLinks(context, input.leadId, { contactId, accountId });
  const before = await markConverted(context, lead, { contactId, accountId, opportunityId });
  const conversion: Conversion = {
    leadId: input.leadId,
    contactId,
    accountId,
    opportunityId,
    requestId: context.requestId,
    lead: before,
    created: work.created.toReversed(),
    changed: work.changed,
    ...links,
  };
  await storeConversion(context.tx, context.caller.tenantId, conversion);
  return conversion;
}

export function requireUnconverted({ _id, convertedAt }: RecordObject): void {
  if (convertedAt === null || convertedAt === undefined) return;
  throw new AppError(
    'already_converted',
    `The lead ${String(_id)} is already converted. Undo that with POST /api/sales/lead-management/unconvert to convert it again.`,
  );
}

/** Conversions that might make the same contact or account wait for each other. */
function namesOf(lead: RecordObject): string[] {
  const company = typeof lead.company === 'string' ? lead.company.trim().toLowerCase() : null;
  return [addressOf(lead), company, domainOf(lead)].filter((name) => name !== null);
}

/** New records belong to the owner of the lead. They belong to the caller when the lead has none, or an inactive one. */
async function ownerOf({ tx, caller }: TransactionContext, { ownerId }: RecordObject): Promise<string | undefined> {
  if (typeof ownerId !== 'string') return undefined;
  return (await activeUser(tx, caller.tenantId, ownerId)) ? ownerId : undefined;
}

async function create(
  context: TransactionContext,
  { ownerId, created }: Work,
  slug: 'contacts' | 'accounts' | 'opportunities',
  values: RecordObject,
): Promise<string> {
  const record = await createRecord(context, slug, { ...(ownerId !== undefined && { ownerId }), ...values });
  const id = String(record._id);
  created.push({ model: `sales.${slug}`, id });
  return id;
}

/** The contact to use: the given one, or the oldest one with the address of the lead. */
async function knownContact(
  context: TransactionContext,
  { lead }: Work,
  contactId: string | null | undefined,
): Promise<RecordObject | undefined> {
  if (typeof contactId === 'string') return readGiven(context, 'contacts', 'contactId', contactId);
  const [found] = contactId === null ? [] : await findContacts(context, lead);
  if (found || addressOf(lead) !== null || lead.firstName || lead.lastName) return found;
  throw invalid(
    'leadId',
    'required',
    'names a lead without a name and an address, from which no contact can be made. Set lastName, firstName or email of the lead, or give contactId',
  );
}

async function readGiven(
  context: TransactionContext,
  slug: 'contacts' | 'accounts',
  field: string,
  id: string,
): Promise<RecordObject> {
  try {
    return await readRecord(context, slug, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw invalid(field, 'reference_not_found', 'names a record that does not exist');
    throw error;
  }
}

/** The account to use: the given one, that of the contact, a known one, or a new one. Null for a lead without a company. */
async function accountOf(
  context: TransactionContext,
  work: Work,
  accountId: string | null | undefined,
  contact: RecordObject | undefined,
): Promise<string | null> {
  if (typeof accountId === 'string') return String((await readGiven(context, 'accounts', 'accountId', accountId))._id);
  if (accountId === undefined) {
    if (typeof contact?.accountId === 'string') return contact.accountId;
    const [found] = await findAccounts(context, work.lead);
    if (found) return String(found._id);
  }
  const { company } = work.lead;
  if (typeof company !== 'string' || company.trim() === '') return null;
  return create(context, work, 'accounts', accountValues(context, work.lead, company.trim()));
}

/** Fields in which a person refused contact. They hold for the existing contact too. */
const refusals = ['doNotEmail', 'doNotCall', 'unsubscribedAt'] as const;

/** Sets what an existing contact lacks. Values that it has are kept. */
async function completeContact(
  context: TransactionContext,
  { lead, changed }: Work,
  contact: RecordObject,
  accountId: string | null,
): Promise<string> {
  const id = String(contact._id);
  const current = await readRecord(context, 'contacts', id);
  const after: Record<string, RecordObject[string]> = {};
  if (accountId !== null && current.accountId === null) after.accountId = accountId;
  for (const key of refusals) if (lead[key] && current[key] !== undefined && !current[key]) after[key] = lead[key];
  if (Object.keys(after).length === 0) return id;
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, current[key] ?? null]));
  await updateRecord(context, 'contacts', id, after);
  changed.push({ model: 'sales.contacts', id, before, after });
  return id;
}

async function opportunityOf(
  context: TransactionContext,
  work: Work,
  { createOpportunity = true, opportunity = {} }: ConvertInput,
  links: { readonly contactId: string; readonly accountId: string | null },
): Promise<string | null> {
  if (!createOpportunity) {
    if (Object.keys(opportunity).length === 0) return null;
    throw invalid('opportunity', 'not_an_option', 'has values, but createOpportunity is false');
  }
  const values = { ...opportunityValues(context, work.lead, links), ...opportunity };
  try {
    return await create(context, work, 'opportunities', values);
  } catch (error) {
    throw inField(error, 'opportunity');
  }
}

/** The same error with fields such as `opportunity.value`. */
function inField(error: unknown, field: string): unknown {
  if (!(error instanceof AppError) || error.status !== 422) return error;
  const details = error.details.map((detail) => ({ ...detail, field: `${field}.${detail.field ?? ''}` }));
  return new AppError(error.code, error.message, details);
}

/**
 * Writes the result to the lead, with all access: the caller may write the lead, and roles may make these fields
 * read-only for everybody. Returns the values before.
 */
async function markConverted(
  context: TransactionContext,
  lead: RecordObject,
  { contactId, accountId, opportunityId }: Pick<Conversion, 'contactId' | 'accountId' | 'opportunityId'>,
): Promise<RecordObject> {
  const within = withAllAccess(context);
  const id = String(lead._id);
  const { status = null } = await readRecord(within, 'leads', id);
  await updateRecord(within, 'leads', id, {
    status: 'converted',
    convertedAt: new Date().toISOString(),
    convertedContactId: contactId,
    convertedAccountId: accountId,
    convertedOpportunityId: opportunityId,
  });
  return { status };
}
