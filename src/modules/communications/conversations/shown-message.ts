import { foldQuoted } from '../mailboxes/incoming/html/fold-quoted.ts';
import { sanitizeMailHtml } from '../mailboxes/incoming/html/sanitize-mail-html.ts';
import type { MessageRow } from './sql/list-messages.ts';

type Shown = Readonly<Record<string, unknown>>;

const emailKeys = [
  ...['direction', 'from', 'fromName', 'to', 'cc', 'bcc', 'subject', 'read', 'status', 'category', 'connectionId'],
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
  const [html, text] = [textOf(record.html), textOf(record.text)];
  const options = { remote, cid: imagesOf(record, files) };
  const shown = html === null ? { html: null, hasRemoteContent: false } : await sanitizeMailHtml(html, options);
  const folded = text === null ? undefined : foldQuoted(text);
  return {
    ...common,
    ...picked(record, emailKeys),
    ...shown,
    text: folded?.text ?? null,
    quotedText: folded?.quoted ?? null,
    attachments: files,
  };
}

/** The addresses of the images inside a mail, which are among its attachments. Mails that were written here name their ids. */
function imagesOf({ metadata }: Shown, files: MessageRow['files']): (contentId: string) => string | undefined {
  const { contentIds = {} } = (metadata ?? {}) as { contentIds?: Readonly<Record<string, string>> };
  const fileOf = new Map(Object.entries(contentIds));
  return (contentId) => files.find(({ _id }) => _id === (fileOf.get(contentId) ?? contentId))?.url;
}
