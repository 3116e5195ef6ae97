import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { LockedRecord } from '#core/operations/update.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { sendPrepared } from '../../../communications/contract.ts';
import { requireMailScope } from '../../require-mail-scope.ts';
import { renderPdf } from '../document/pdf/render-pdf.ts';
import { pdfName } from '../document/pdf-name.ts';
import { readDocument } from '../document/read-document.ts';
import { storePdf } from '../document/store-pdf.ts';
import { quoteMail } from '../mail/quote-mail.ts';
import { quotes } from '../model-names.ts';
import { quotePath, shownLink } from '../pages/quote-path.ts';
import { quoteId, quoteRecord } from '../quote-answer.ts';
import { addLink } from '../sql/links.ts';
import { lockQuote, writeQuote } from '../state/change-quote.ts';
import { isPastValidity } from '../state/decide-quote.ts';
import { isDraft, wrongStatus } from '../state/quote-state.ts';

const address = Type.String({ pattern: emailPattern, maxLength: 254 });

export const sendQuote = defineAction({
  name: 'sales.sendQuote',
  summary: 'Mails a quote to the customer, with a link to its page and as a PDF; the quote no longer changes',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/send' }],
  access: 'sales:write',
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
  run: (context, { id, to, message }) =>
    inTransaction(context, async (within) => {
      requireMailScope(within, 'the customer');
      const quote = await lockQuote(within, id);
      await requireSendable(within, quote.previous);
      const contact = await readContact(within, quote.previous.contactId);
      const recipients = to === undefined ? addressOf(contact) : [to].flat();
      const text = message?.trim() ? message.trim() : null;
      const saved = quote.previous.status === 'sent' ? quote : await markSent(within, quote, id);
      await mail(within, saved.previous, { recipients, contact, message: text });
      const { body } = await invoke(within, operations.get, quotes(within), {
        id,
        query: {},
      });
      return { text: body };
    }),
});

/** A sent quote may be mailed again, for example to another address. */
async function requireSendable(context: TransactionContext, quote: RecordObject): Promise<void> {
  if (quote.replacedById) throw wrongStatus(quote, 'cannot be sent, because a newer version replaced it');
  if (!isDraft(quote) && quote.status !== 'sent') throw wrongStatus(quote, 'cannot be sent');
  if (await isPastValidity(context, quote))
    throw invalid('validUntil', 'in_the_past', `is ${String(quote.validUntil)}, which is over; choose a later day`);
}

async function markSent(context: TransactionContext, quote: LockedRecord, id: string): Promise<LockedRecord> {
  await writeQuote(context, quote, { status: 'sent' });
  return lockQuote(withAllAccess(context), id);
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

interface Addressed {
  readonly recipients: readonly string[];
  readonly contact: RecordObject | null;
  readonly message: string | null;
}

async function mail(context: TransactionContext, quote: RecordObject, { recipients, contact, message }: Addressed) {
  const { services, caller, tx } = context;
  const company = await companyOf(context);
  const document = await readDocument(context, quote);
  const name = pdfName(document);
  const storedFileId = await storePdf(context, String(quote._id), name, await renderPdf(context, document));
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
