import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, queryable, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { addToOutbox, notifyOutbox } from '#core/mail/outbox.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { stripHidden } from '#core/query/rows.ts';
import { newId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import { convertedContacts, findContacts, findLeads } from '../../../sales/contract.ts';
import { recountConversations } from '../../conversations/contract.ts';
import { contacts, emails, leads } from '../../model-names.ts';
import { addCampaignRecipients } from '../batches/recipient-counts.ts';
import { type PersonLinks, readCompany, readPerson, readSender } from '../batches/recipient-data.ts';
import { isBlankSubject } from '../content/blank-subject.ts';
import { mailScope } from '../content/mail-scope.ts';
import type { Rendered } from '../content/template/mail-content.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { listOf } from './message-input.ts';
import { contentProblem, type ResolvedContent, resolveContent } from './resolve-content.ts';
import { isAutomatic, readHeaders, readSenderInput } from './sender.ts';

/** The input of the actions that send one mail. */
export interface SingleMail {
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[] | undefined;
  readonly bcc?: string | readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly templateId?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly attachments?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly contactId?: string | undefined;
  readonly leadId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly trackOpens?: boolean | undefined;
  readonly trackClicks?: boolean | undefined;
}

interface Options {
  readonly type: 'single' | 'marketing' | 'scheduled';
  readonly sendAt?: Date;
  /** The field of the mail for `campaignId`, because there are two kinds of campaigns. */
  readonly campaignField?: 'campaignId' | 'communicationsCampaignId';
  /**
   * True when the variables are sample data, which may also replace the contact, the account, the user and the company.
   */
  readonly sample?: boolean;
  /** Text before the rendered subject. */
  readonly subjectPrefix?: string;
}

/** Writes the record of a mail and puts it into the outbox. Returns the record as JSON text. */
export async function sendSingle(context: Context, input: SingleMail, options: Options): Promise<string> {
  const sender = readSenderInput(input.from);
  const headers = readHeaders(input.headers);
  const to = uniqueAddresses(listOf(input.to));
  await requireNotSuppressed(context, to, { bulk: options.type === 'marketing' });
  await requireAttachments(context, input.attachments ?? []);
  const resolved = await resolveContent(context, input);
  const id = newId();
  const links = await linksOf(context, input, to);
  // Render before the transaction, because rendering may wait for a thread.
  const rendered = await render(context, resolved, id, links, input.variables ?? {}, options.sample);
  if (isBlankSubject(rendered.subject)) throw invalid('subject', 'empty', emptySubject(resolved));
  return inTransaction(context, async (within) => {
    const tracks = options.type === 'marketing';
    const values = {
      type: options.type,
      status: options.sendAt ? 'scheduled' : 'queued',
      direction: 'outbound',
      to,
      cc: uniqueAddresses(listOf(input.cc)),
      bcc: uniqueAddresses(listOf(input.bcc)),
      from: sender.from ?? resolved.sender.fromEmail,
      fromName: sender.fromName ?? resolved.sender.fromName,
      replyTo: input.replyTo ?? resolved.sender.replyTo,
      subject: `${options.subjectPrefix ?? ''}${rendered.subject}`,
      html: rendered.html,
      text: rendered.text,
      templateId: resolved.templateId,
      ...links,
      conversationId: input.conversationId ?? null,
      [options.campaignField ?? 'campaignId']: input.campaignId ?? null,
      attachmentIds: input.attachments ?? [],
      headers,
      category: isAutomatic(headers) ? 'automatic' : null,
      variables: input.variables ?? null,
      metadata: input.metadata ?? null,
      trackOpens: input.trackOpens ?? tracks,
      trackClicks: input.trackClicks ?? tracks,
      ...(options.sendAt && { scheduledAt: options.sendAt.toISOString() }),
    };
    await requireReferences(within, input);
    await insertMany(withAllAccess(within), emails(within), [{ id, values: values as never }], { withoutHooks: true });
    await countRecipient(within, input, options);
    await addToOutbox(within.tx, within.caller.tenantId, [{ emailId: id, sendAt: options.sendAt }]);
    await notifyOutbox(within.tx);
    if (input.conversationId !== undefined) await recountConversations(within, [input.conversationId]);
    const { body } = await invoke(withAllAccess(within), operations.get, emails(within), { id, query: {} });
    return visibleTo(within, body);
  });
}

/** Counts a mail of a campaign as a recipient, as a batch does, because statistics count mails. */
async function countRecipient(within: TransactionContext, { campaignId }: SingleMail, { campaignField }: Options) {
  if (campaignId === undefined) return;
  const none = { campaignId: null, communicationsCampaignId: null };
  await addCampaignRecipients(within, { ...none, [campaignField ?? 'campaignId']: campaignId }, 1);
}

/** Removes the fields that the roles of the caller hide. */
export function visibleTo(context: Context, body: string): string {
  const { access } = context.caller;
  const model = emails(context);
  const action = access.reach(model.scopes.write) === undefined ? 'read' : 'write';
  return access.reach(model.scopes[action]) === undefined ? body : stripHidden(body, access.grant(model, action));
}

export const uniqueAddresses = (list: readonly string[]): string[] => [
  ...new Map(list.map((address) => [address.toLowerCase(), address])).values(),
];

export async function requireNotSuppressed(
  context: Context,
  to: readonly string[],
  audience: { readonly bulk: boolean; readonly personal?: boolean },
): Promise<void> {
  const { tenantId } = context.caller;
  const suppressed = await readSuppressed(queryable(context), tenantId, to, { ...audience, emailListId: null });
  const [first] = suppressed;
  if (!first) return;
  const [address, reason] = first;
  throw invalid(
    'to',
    'suppressed',
    `holds ${address}, which gets no mail (${reason}); deactivate it in communications/emailSuppressions if that is wrong`,
  );
}

const maxAttachmentBytes = 25_000_000;

/** Checks that the caller may read each file. */
export async function requireAttachments(context: Context, ids: readonly string[]): Promise<void> {
  const model = context.registry.find('data', 'storedFiles');
  let bytes = 0;
  for (const id of ids) {
    if (!model) throw new Error('the model data.storedFiles is missing');
    try {
      // Callers may attach files that they uploaded, even without permission to read files.
      const { body } = await invoke(withAllAccess(context), operations.get, model, { id, query: {} });
      const { size, ownerId } = JSON.parse(body) as { size: number | null; ownerId: string | null };
      if (ownerId !== context.caller.userId) await invoke(context, operations.get, model, { id, query: {} });
      bytes += size ?? 0;
    } catch (error) {
      if (error instanceof AppError)
        throw invalid('attachments', 'reference_not_found', `holds ${id}, which is not a file that you may read`);
      throw error;
    }
  }
  if (bytes > maxAttachmentBytes)
    throw invalid('attachments', 'too_large', 'must be at most 25 MB together; share a link instead');
}

/** Checks that the caller may see the records that the mail refers to. */
async function requireReferences(context: Context, { conversationId, campaignId }: SingleMail): Promise<void> {
  if (conversationId === undefined && campaignId === undefined) return;
  const conversations = context.registry.find('communications', 'conversations');
  if (conversationId !== undefined && conversations) {
    await invoke(context, operations.get, conversations, { id: conversationId, query: {} }).catch((error) => {
      throw error instanceof AppError
        ? invalid('conversationId', 'reference_not_found', 'is not a conversation that you may read')
        : error;
    });
  }
}

/** The given contact and lead, or those with the address when the mail has one recipient. */
async function linksOf(
  context: Context,
  { contactId, leadId }: SingleMail,
  to: readonly string[],
): Promise<PersonLinks> {
  if (contactId !== undefined) await requirePerson(context, contacts(context), 'contactId', contactId);
  if (leadId !== undefined) await requirePerson(context, leads(context), 'leadId', leadId);
  const { tenantId } = context.caller;
  const db = queryable(context);
  if (contactId !== undefined) return { contactId, leadId: leadId ?? null };
  if (leadId !== undefined)
    return { contactId: (await convertedContacts(db, tenantId, [leadId])).get(leadId) ?? null, leadId };
  const address = to[0]?.toLowerCase();
  if (to.length !== 1 || address === undefined) return { contactId: null, leadId: null };
  const found = (await findContacts(db, tenantId, to)).get(address);
  if (found !== undefined) return { contactId: found, leadId: null };
  return { contactId: null, leadId: (await findLeads(db, tenantId, to)).get(address) ?? null };
}

async function requirePerson(context: Context, model: Model, field: 'contactId' | 'leadId', id: string): Promise<void> {
  await invoke(context, operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError
      ? invalid(field, 'reference_not_found', `is not a ${model.label.toLowerCase()} that you may read`)
      : error;
  });
}

const emptySubject = ({ templateId }: ResolvedContent): string =>
  `is empty once its variables are filled in, and a mail without a subject is not sent: give them values${templateId === null ? '' : ', or another subject'}`;

/** Returns the company of the sample data, used only for values missing in the company's settings. */
export const sampleCompany = ({ company }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  isJsonObject(company) ? company : {};

async function render(
  context: Context,
  { compiled }: ResolvedContent,
  emailId: string,
  person: PersonLinks,
  variables: Readonly<Record<string, unknown>>,
  isSample = false,
): Promise<Rendered> {
  const links = context.services.of(linkSigner).of(context.caller.tenantId, emailId);
  const scope = mailScope({
    ...((await readPerson(context, person, compiled)) ?? { contact: null, account: null }),
    user: await readSender(context, compiled),
    ...(isSample && variables),
    company: { ...(isSample && sampleCompany(variables)), ...(await readCompany(context, compiled)) },
    variables,
    unsubscribeUrl: links.unsubscribeUrl,
    viewInBrowserUrl: links.viewUrl,
  });
  try {
    return await compiled.render(scope);
  } catch (error) {
    throw contentProblem(error);
  }
}
