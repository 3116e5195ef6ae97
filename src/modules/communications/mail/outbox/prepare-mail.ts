import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { openLink } from '#core/mail/outbox.ts';
import { openDownload } from '#core/operations/download.ts';
import { escapeHtml } from '#lib/html.ts';
import { LruMap } from '#lib/lru.ts';
import { verpAddress } from '../../messages/verp.ts';
import { BatchRenderer } from '../batches/batch-renderer.ts';
import type { MailMemory } from '../batches/mail-memory.ts';
import { BatchStopped } from '../batches/pause-batch.ts';
import { blankSubject, isBlankSubject } from '../content/blank-subject.ts';
import { mailScope } from '../content/mail-scope.ts';
import type { Rendered } from '../content/template/mail-content.ts';
import type { ContentCache } from '../content/thread/content-cache.ts';
import { providerHeaders } from '../delivery-reports/providers/provider-headers.ts';
import type { LinkSigner, MailLinks } from '../tracking/mail-links.ts';
import { trackHtml } from '../tracking/track-html.ts';
import { defaultSender } from '../transports/default-sender.ts';
import type { Attachment, OutgoingMail } from '../transports/transport.ts';
import { type ClaimedMail, isBulk } from './claimed-mail.ts';
import { readMails, type StoredMail } from './sql/read-mails.ts';
import { withUnsubscribeLink } from './unsubscribe-footer.ts';

type Texts = Pick<OutgoingMail, 'subject' | 'html' | 'text'>;

const maxBatches = 100;

/** Turns claimed mails into messages: renders those of batches, adds tracking and the way to unsubscribe. */
export class MailPreparer {
  readonly #services: Services;
  readonly #links: LinkSigner;
  readonly #contents: ContentCache;
  readonly #memory: MailMemory;
  /** The renderer of each batch: hashing the content for each mail would cost as much as rendering it. */
  readonly #batches = new LruMap<string, BatchRenderer>(maxBatches);

  constructor(services: Services, links: LinkSigner, contents: ContentCache, memory: MailMemory) {
    this.#memory = memory;
    this.#services = services;
    this.#contents = contents;
    this.#links = links;
  }

  /**
   * Throws when the content cannot be rendered or an attachment is missing, and `BatchStopped` when the batch has to be
   * paused.
   */
  async prepare(context: Context, claimed: ClaimedMail): Promise<OutgoingMail> {
    const { content, emailId, settings } = claimed;
    const fallback = defaultSender(this.#services.mail.from);
    if ('sealed' in content) {
      const texts = JSON.parse(this.#services.vault.decrypt(content.sealed)) as { text: string; html: string };
      const { to, subject } = content.envelope;
      return {
        ...texts,
        id: emailId,
        from: fallback,
        to: [to],
        subject,
        cc: [],
        bcc: [],
        replyTo: null,
        headers: {},
        attachments: [],
        envelopeFrom: null,
      };
    }
    const { stored } = content;
    const { tenantId } = context.caller;
    const links = this.#links.of(tenantId, emailId);
    const message = this.#withLink(content.sealedLink, await this.#message(tenantId, stored, links));
    // A personal mail of a mailbox may have no subject: its writer saw that before sending it.
    if (stored.type !== 'mailbox' && isBlankSubject(message.subject)) throw new Error(blankSubject);
    const from = stored.from ?? settings?.fromEmail ?? fallback.address;
    return {
      id: emailId,
      from: {
        address: from,
        name: stored.fromName ?? settings?.fromName ?? (from === fallback.address ? fallback.name : null),
      },
      to: stored.to,
      cc: stored.cc,
      bcc: stored.bcc,
      replyTo: stored.replyTo,
      ...message,
      headers: headersOf(stored, links, settings?.provider ?? null),
      attachments: await Promise.all(stored.attachmentIds.map((id) => attachmentOf(context, id, message.html))),
      ...(stored.calendar && { calendar: stored.calendar }),
      envelopeFrom: settings?.returnPathDomain
        ? verpAddress(this.#services, tenantId, emailId, settings.returnPathDomain)
        : null,
    };
  }

  /** Renders a mail for a browser, without tracking. Undefined when it was deleted. */
  async renderForBrowser(tenantId: string, emailId: string): Promise<string | undefined> {
    const [stored] = await this.#services.db.transaction(tenantId, (tx) => readMails(tx, tenantId, [emailId]));
    if (!stored) return undefined;
    const untracked = { ...stored, trackOpens: false, trackClicks: false };
    const message = this.#message(tenantId, untracked, this.#links.of(tenantId, emailId));
    const { subject, html, text } = await message.catch((error: unknown) => {
      throw error instanceof BatchStopped ? new AppError('unavailable', 'This mail cannot be shown.') : error;
    });
    return html ?? plainTextPage(subject, text ?? '');
  }

  async #message(tenantId: string, stored: StoredMail, links: MailLinks): Promise<Texts> {
    const rendered =
      stored.batchId === null
        ? { ...stored, subject: stored.subject ?? '' }
        : await this.#render(tenantId, stored.batchId, stored, links);
    const { subject, html, text } = isBulk(stored.type)
      ? withUnsubscribeLink(rendered, links.unsubscribeUrl)
      : rendered;
    const tracked = html !== null && (stored.trackOpens || stored.trackClicks);
    const options = { opens: stored.trackOpens, clicks: stored.trackClicks };
    return { subject, html: tracked ? trackHtml(html, links, options) : html, text };
  }

  /** Writes a link that the record does not contain into the texts. */
  #withLink(sealed: string | null, message: Texts): Texts {
    if (sealed === null) return message;
    const { shown, actual } = openLink(this.#services, sealed);
    const fill = (text: string | null) => text?.replaceAll(shown, actual) ?? null;
    return { ...message, html: fill(message.html), text: fill(message.text) };
  }

  #render(tenantId: string, batchId: string, { variables }: StoredMail, links: MailLinks): Promise<Rendered> {
    const scope = mailScope({ ...variables, unsubscribeUrl: links.unsubscribeUrl, viewInBrowserUrl: links.viewUrl });
    const known = this.#batches.get(batchId);
    const parts = {
      db: this.#services.db,
      contents: this.#contents,
      memory: this.#memory.of(tenantId),
      tenantId,
      batchId,
    };
    const renderer = known ?? new BatchRenderer(parts);
    if (!known) this.#batches.set(batchId, renderer);
    return renderer.render(scope);
  }
}

function headersOf(
  { type, headers, inReplyTo, references, emailId }: StoredMail,
  { unsubscribeUrl }: MailLinks,
  provider: string | null,
): Record<string, string> {
  return {
    ...headers,
    ...providerHeaders(provider, emailId),
    ...(inReplyTo && { 'In-Reply-To': inReplyTo, References: references.join(' ') || inReplyTo }),
    ...(isBulk(type) && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

async function attachmentOf(context: Context, id: string, html: string | null): Promise<Attachment> {
  const model = context.registry.find('data', 'storedFiles');
  if (!model) throw new Error('the model data.storedFiles is missing');
  const { name, mimeType, read } = await openDownload(context, model, id);
  const isShown = html?.includes(`cid:${id}`) ?? false;
  return { name, mimeType, ...(isShown && { contentId: id }), open: () => read() };
}

const plainTextPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title || 'A mail without a subject')}</title></head>
<body><pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre></body></html>`;
