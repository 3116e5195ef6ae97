import { type Context, inTransaction, queryable, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { addToOutbox, notifyOutbox } from '#core/mail/outbox.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { stripHidden } from '#core/query/rows.ts';
import { newId } from '#lib/ids.ts';
import { asPlatform } from '../as-platform.ts';
import { readContacts, readSender } from '../batches/recipient-data.ts';
import { findContacts } from '../batches/sql/recipients.ts';
import type { Rendered } from '../content/compile.ts';
import { mailScope } from '../content/mail-scope.ts';
import { recountConversations } from '../conversations/recount.ts';
import { emails } from '../model-names.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { linkSignerOf } from '../tracking/link-signer-of.ts';
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
  readonly conversationId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly trackOpens?: boolean | undefined;
  readonly trackClicks?: boolean | undefined;
}

interface Options {
  readonly type: 'single' | 'marketing' | 'scheduled';
  readonly sendAt?: Date;
  /** Which of the two kinds of campaigns `campaignId` names. */
  readonly campaignField?: 'campaignId' | 'communicationsCampaignId';
  /** The variables are sample data, which may stand for the contact, the account and the user too. */
  readonly sample?: boolean;
}

/** Writes the record of a mail and puts it into the outbox. Returns the record as JSON text. */
export async function sendSingle(context: Context, input: SingleMail, options: Options): Promise<string> {
  const sender = readSenderInput(input.from);
  const headers = readHeaders(input.headers);
  const to = uniqueAddresses(listOf(input.to));
  await requireNotSuppressed(context, to, { bulk: options.type === 'marketing' });
  await requireAttachments(context, input.attachments ?? []);
  const resolved = await resolveContent(context, input);
  return inTransaction(context, async (within) => {
    const id = newId();
    const contactId = await contactOf(within, input, to);
    const rendered = await render(within, resolved, id, contactId, input.variables ?? {}, options.sample);
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
      subject: rendered.subject,
      html: rendered.html,
      text: rendered.text,
      templateId: resolved.templateId,
      contactId,
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
    await insertMany(asPlatform(within), emails(within), [{ id, values: values as never }]);
    await addToOutbox(within.tx, within.caller.tenantId, [{ emailId: id, sendAt: options.sendAt }]);
    await notifyOutbox(within.tx);
    if (input.conversationId !== undefined) await recountConversations(within, [input.conversationId]);
    const { body } = await invoke(asPlatform(within), operations.get, emails(within), { id, query: {} });
    return visibleTo(within, body);
  });
}

/** Without the fields that the roles of the caller hide. */
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

/** The caller must be able to read each file. */
export async function requireAttachments(context: Context, ids: readonly string[]): Promise<void> {
  const model = context.registry.find('data', 'storedFiles');
  let bytes = 0;
  for (const id of ids) {
    if (!model) throw new Error('the model data.storedFiles is missing');
    try {
      // A file that the caller uploaded is theirs, whatever they may read otherwise.
      const { body } = await invoke(asPlatform(context), operations.get, model, { id, query: {} });
      const { size, ownerId } = JSON.parse(body) as { size: number | null; ownerId: string | null };
      if (ownerId !== context.caller.userId) await invoke(context, operations.get, model, { id, query: {} });
      bytes += size ?? 0;
    } catch (error) {
      if (error instanceof AppError)
        throw invalid('attachments', 'not_found', `holds ${id}, which is not a file that you may read`);
      throw error;
    }
  }
  if (bytes > maxAttachmentBytes)
    throw invalid('attachments', 'too_large', 'must be at most 25 MB together; share a link instead');
}

/** Records that the mail belongs to must be ones that the caller may see. */
async function requireReferences(context: Context, { conversationId, campaignId }: SingleMail): Promise<void> {
  if (conversationId === undefined && campaignId === undefined) return;
  const conversations = context.registry.find('communications', 'conversations');
  if (conversationId !== undefined && conversations) {
    await invoke(context, operations.get, conversations, { id: conversationId, query: {} }).catch((error) => {
      throw error instanceof AppError
        ? invalid('conversationId', 'not_found', 'is not a conversation that you may read')
        : error;
    });
  }
}

/** The given contact, or the one with the address when the mail goes to one person. */
async function contactOf(
  context: TransactionContext,
  { contactId }: SingleMail,
  to: readonly string[],
): Promise<string | null> {
  const model = context.registry.find('sales', 'contacts');
  if (contactId !== undefined && model) {
    await invoke(context, operations.get, model, { id: contactId, query: {} }).catch((error) => {
      throw error instanceof AppError ? invalid('contactId', 'not_found', 'is not a contact that you may read') : error;
    });
    return contactId;
  }
  const [address] = to;
  if (to.length !== 1 || address === undefined) return null;
  return (await findContacts(context.tx, context.caller.tenantId, to)).get(address.toLowerCase()) ?? null;
}

async function render(
  context: TransactionContext,
  { compiled }: ResolvedContent,
  emailId: string,
  contactId: string | null,
  variables: Readonly<Record<string, unknown>>,
  isSample = false,
): Promise<Rendered> {
  const links = linkSignerOf(context.services).of(context.caller.tenantId, emailId);
  const known = contactId === null ? undefined : (await readContacts(context, [contactId], compiled)).get(contactId);
  const scope = mailScope({
    contact: known?.contact ?? null,
    account: known?.account ?? null,
    user: await readSender(context, compiled),
    ...(isSample && variables),
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
