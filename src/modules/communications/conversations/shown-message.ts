import { plainText } from '../content/markup/plain-text.ts';
import { foldQuoted, foldQuotedHtml } from '../mailboxes/incoming/html/fold-quoted.ts';
import { type SanitizeOptions, sanitizeMailHtml } from '../mailboxes/incoming/html/sanitize-mail-html.ts';
import type { MessageRow } from './sql/list-messages.ts';

type Shown = Readonly<Record<string, unknown>>;

const emailKeys = [
  ...[
    'direction',
    'from',
    'fromName',
    'replyTo',
    'to',
    'cc',
    'bcc',
    'subject',
    'read',
    'status',
    'category',
    'connectionId',
  ],
  ...['scheduledAt', 'undoUntil', 'unconfirmed', 'error', 'repliedAt'],
];

const picked = (record: Shown, keys: readonly string[]): Shown =>
  Object.fromEntries(keys.map((key) => [key, record[key] ?? null]));

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A mail or a comment as the thread of a conversation shows it. */
export async function shownMessage(
  { kind, id, at, record, author, files }: MessageRow,
  remote: boolean,
): Promise<Shown> {
  const common = { kind, _id: id, at: new Date(at).toISOString() };
  if (kind === 'comment') {
    const { createdBy: authorId = null } = record;
    const keys = ['content', 'mentionedUserIds', 'pinned', 'resolvedAt'];
    return { ...common, ...picked(record, keys), authorId, author: authorId && { _id: authorId, name: author } };
  }
  const html = textOf(record.html);
  const shown = await shownHtml(html, { remote, cid: imagesOf(record, files) });
  const text = textOf(record.text);
  const folded = text === null ? undefined : foldQuoted(text);
  return {
    ...common,
    ...picked(record, emailKeys),
    ...shown,
    text: folded?.text ?? (await textOfHtml(shown.html)),
    quotedText: folded ? folded.quoted : await textOfHtml(shown.quotedHtml),
    attachments: files,
  };
}

interface ShownHtml {
  readonly html: string | null;
  /** The text of earlier messages; null when there is none. */
  readonly quotedHtml: string | null;
  readonly hasRemoteContent: boolean;
}

async function shownHtml(html: string | null, options: SanitizeOptions): Promise<ShownHtml> {
  if (html === null) return { html, quotedHtml: null, hasRemoteContent: false };
  const folded = foldQuotedHtml(html);
  const written = await sanitizeMailHtml(folded.html, options);
  if (folded.quoted === null) return { ...written, quotedHtml: null };
  const quoted = await sanitizeMailHtml(folded.quoted, options);
  return {
    html: written.html,
    quotedHtml: quoted.html,
    hasRemoteContent: written.hasRemoteContent || quoted.hasRemoteContent,
  };
}

/** Of a longer mail the beginning is enough: it is shown while the mail is folded, and forwarded. */
const maxTextSource = 200_000;
/** A word that no mail contains: a mail is no template. */
const noTemplate = 'zqnotemplatezq';

/** The text of a mail that has none of its own, of HTML that is sanitised: the conversion is slow on hostile markup. */
const textOfHtml = async (html: string | null): Promise<string | null> =>
  html === null ? null : plainText(html.slice(0, maxTextSource), noTemplate);

/** The addresses of the images inside a mail, which are among its attachments. Mails that were written here name their ids. */
function imagesOf({ metadata }: Shown, files: MessageRow['files']): (contentId: string) => string | undefined {
  const { contentIds = {} } = (metadata ?? {}) as { contentIds?: Readonly<Record<string, string>> };
  const fileOf = new Map(Object.entries(contentIds));
  return (contentId) => files.find(({ _id }) => _id === (fileOf.get(contentId) ?? contentId))?.url;
}
