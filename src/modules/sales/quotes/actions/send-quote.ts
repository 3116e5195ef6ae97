import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import { discardFiles, type StagedFile } from '#core/files/staged-file.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { LockedRecord } from '#core/operations/update.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { sendPrepared } from '../../../communications/contract.ts';
import { requireMailScope } from '../../require-mail-scope.ts';
import { renderPdf } from '../document/pdf/render-pdf.ts';
import { pdfName } from '../document/pdf-name.ts';
import type { PrintedDocument } from '../document/printed-document.ts';
import { readDocument } from '../document/read-document.ts';
import { stagePdf, storePdf } from '../document/store-pdf.ts';
import { quoteMail } from '../mail/quote-mail.ts';
import { quotes } from '../model-names.ts';
import { quotePath, shownLink } from '../pages/quote-path.ts';
import { quoteId, quoteRecord } from '../quote-answer.ts';
import { addLink } from '../sql/links.ts';
import { lockQuote, writeQuote } from '../state/change-quote.ts';
import { isPastValidity } from '../state/decide-quote.ts';
import { isDraft, wrongStatus } from '../state/quote-state.ts';

/** A quote whose lines others change all the time is not sent. */
const maxAttempts = 3;

const address = Type.String({ pattern: emailPattern, maxLength: 254 });

export const sendQuote = defineAction({
  name: 'sales.sendQuote',
  summary: 'Mails a quote to the customer, with a link to its page and as a PDF; the quote no longer changes',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/send' }],
  access: 'sales:write',
  takesVersion: true,
  input: Type.Object(
    {
      ...quoteId,
      to: Type.Optional(
        Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 10 })], {
          description: 'Left out: the address of the contact.',
        }),
      ),
      message: Type.Optional(
        Type.String({ maxLength: 10_000, description: 'Plain text, in place of the usual greeting.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: quoteRecord,
  run: async (context, { id, to, message }) => {
    requireMailScope(context, 'the customer');
    const sentAt = new Date().toISOString();
    // The PDF is rendered while nothing is locked, so the quote may have changed meanwhile.
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const document = await inTransaction(
        context,
        async (within) => (await readSendable(within, { id, to, sentAt }, context.ifVersion)).document,
      );
      const pdf = await stagePdf(context, pdfName(document), await renderPdf(context, document));
      try {
        const letter = { document, pdf, message: message?.trim() || null };
        const text = await inTransaction(context, (within) => send(within, { id, to, sentAt }, letter));
        if (text !== undefined) return { text };
      } finally {
        // Discards nothing after the record has taken over the file.
        await discardFiles(context, [pdf]);
      }
    }
    throw new AppError('conflict', `Quote ${id} was changed while it was being sent. Look at it, and send it again.`);
  },
});

interface Sending {
  readonly id: string;
  readonly to: string | string[] | undefined;
  readonly sentAt: string;
}

/** A quote as it is once it is sent. */
interface Sendable {
  readonly quote: LockedRecord;
  readonly sent: RecordObject;
  readonly document: PrintedDocument;
  readonly contact: RecordObject | null;
  readonly recipients: readonly string[];
}

async function readSendable(
  context: TransactionContext,
  { id, to, sentAt }: Sending,
  ifVersion?: readonly number[],
): Promise<Sendable> {
  const quote = await lockQuote(context, id, ifVersion);
  await requireSendable(context, quote.previous);
  const sent = quote.previous.status === 'sent' ? quote.previous : { ...quote.previous, status: 'sent', sentAt };
  const contact = await readContact(context, sent.contactId);
  const recipients = to === undefined ? addressOf(contact) : [to].flat();
  return { quote, sent, contact, recipients, document: await readDocument(context, sent) };
}

interface Letter {
  readonly document: PrintedDocument;
  readonly pdf: StagedFile;
  readonly message: string | null;
}

/** Sends a quote and returns it as JSON text. Does nothing when its document has changed since it was rendered. */
async function send(context: TransactionContext, sending: Sending, letter: Letter): Promise<string | undefined> {
  const sendable = await readSendable(context, sending);
  const { quote, sent } = sendable;
  if (!isDeepStrictEqual(sendable.document, letter.document)) return undefined;
  if (sent !== quote.previous) await writeQuote(context, quote, { status: 'sent', sentAt: sending.sentAt });
  await mail(context, sendable, letter);
  const { body } = await invoke(context, operations.get, quotes(context), { id: sending.id, query: {} });
  return body;
}

/** A sent quote may be mailed again, for example to another address. */
async function requireSendable(context: TransactionContext, quote: RecordObject): Promise<void> {
  if (quote.replacedById) throw wrongStatus(quote, 'cannot be sent, because a newer version replaced it');
  if (!isDraft(quote) && quote.status !== 'sent') throw wrongStatus(quote, 'cannot be sent');
  if (await isPastValidity(context, quote))
    throw invalid('validUntil', 'in_the_past', `is ${String(quote.validUntil)}, which is over; choose a later day`);
}

/** The contact of the quote, who may be out of the caller's reach. */
async function readContact(context: Context, id: unknown): Promise<RecordObject | null> {
  const model = context.registry.named('sales.contacts');
  if (!model || typeof id !== 'string') return null;
  const { body } = await invoke(withAllAccess(context), operations.get, model, { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

function addressOf(contact: RecordObject | null): string[] {
  const email = contact?.email;
  if (typeof email === 'string' && email !== '') return [email];
  throw invalid('to', 'required', 'is required, because the quote has no contact with an email address');
}

async function mail(
  context: TransactionContext,
  { sent: quote, recipients, contact }: Sendable,
  { document, pdf, message }: Letter,
): Promise<void> {
  const { services, caller, tx } = context;
  const company = await companyOf(context);
  const storedFileId = await storePdf(context, String(quote._id), pdf);
  const { token, hash } = newOneTimeToken(caller.tenantId);
  await addLink(tx, caller.tenantId, String(quote._id), hash);
  const link = { shown: shownLink(services), actual: `${services.publicUrl()}${quotePath}/${token}` };
  const isContact = recipients.some((one) => one.toLowerCase() === String(contact?.email ?? '').toLowerCase());
  const recipient = isContact ? nameOf(contact) : null;
  await sendPrepared(context, {
    to: recipients,
    ...quoteMail({ document, company, recipient, message, link: link.shown }),
    fromName: company.name,
    replyTo: caller.email,
    attachmentIds: [storedFileId],
    contactId: textOf(quote.contactId),
    accountId: textOf(quote.accountId),
    opportunityId: textOf(quote.opportunityId),
    secretLink: link,
  });
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const nameOf = (contact: RecordObject | null): string | null =>
  [contact?.firstName, contact?.lastName].filter((part) => typeof part === 'string' && part !== '').join(' ') || null;
