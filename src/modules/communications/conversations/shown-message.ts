import { fillImages } from '../messages/html/fill-images.ts';
import type { ShownMail } from '../messages/html/show-mail.ts';
import type { MessageRow } from './sql/list-messages.ts';

export type Shown = Readonly<Record<string, unknown>>;

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

/** A message, with its rendering when it is a mail. */
interface ReadyMessage extends MessageRow {
  readonly shown: ShownMail;
}

export interface MessageOptions {
  /** Fields that the caller may not see. */
  readonly hidden: ReadonlySet<string>;
  /** True when images of other servers are shown. */
  readonly remote: boolean;
}

/** A comment as the thread of a conversation shows it. */
export function shownComment({ kind, id, at, record, author }: MessageRow): Shown {
  const { createdBy: authorId = null } = record;
  const keys = ['content', 'mentionedUserIds', 'pinned', 'resolvedAt'];
  const common = { kind, _id: id, at: new Date(at).toISOString() };
  return { ...common, ...picked(record, keys), authorId, author: authorId && { _id: authorId, name: author } };
}

/** A mail as the thread of a conversation shows it. It parses nothing: it only fills in the addresses of images. */
export function shownMail(
  { kind, id, at, record, files, shown }: ReadyMessage,
  { hidden, remote }: MessageOptions,
): Shown {
  const images = { remote, cid: imagesOf(record, files) };
  const fill = (html: string | null) => (html === null || hidden.has('html') ? null : fillImages(html, images));
  const ownText = hidden.has('text') ? null : shown.text;
  const ofHtml = hidden.has('html') ? null : shown;
  return {
    kind,
    _id: id,
    at: new Date(at).toISOString(),
    ...picked(record, emailKeys),
    html: fill(shown.html),
    quotedHtml: fill(shown.quotedHtml),
    hasRemoteContent: ofHtml?.hasRemoteContent ?? false,
    simplified: ofHtml?.simplified ?? false,
    text: ownText ?? ofHtml?.htmlText ?? null,
    quotedText: ownText === null ? (ofHtml?.quotedHtmlText ?? null) : shown.quotedText,
    attachments: files,
  };
}

/**
 * Maps Content-IDs to the addresses of the images inside a mail, which are among its attachments. Mails written here
 * name their ids.
 */
function imagesOf({ metadata }: Shown, files: MessageRow['files']): (contentId: string) => string | undefined {
  const { contentIds = {} } = (metadata ?? {}) as { contentIds?: Readonly<Record<string, string>> };
  const fileOf = new Map(Object.entries(contentIds));
  const urls = new Map(files.map(({ _id, url }) => [_id, url]));
  return (contentId) => urls.get(fileOf.get(contentId) ?? contentId);
}
