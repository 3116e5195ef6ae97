import { foldQuote, shownHtml } from './shown-html.ts';
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
  const shown = html === null ? { html: null, hasRemoteContent: false } : await shownHtml(html, remote);
  const folded = text === null ? { text: null, quotedText: null } : foldQuote(text);
  return { ...common, ...picked(record, emailKeys), ...shown, ...folded, attachments: files };
}
