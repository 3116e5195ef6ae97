import { createHash } from 'node:crypto';

interface KeyedContent {
  readonly messageId: string | null;
  readonly cut: boolean;
  readonly from: string | undefined;
  readonly subject: string;
  readonly date: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** SHA-256 of each attachment. */
  readonly attachments: readonly string[];
  readonly source: Buffer;
}

/**
 * Identifies a message within its tenant by its Message-ID and content. Copies in several mailboxes get the same key,
 * although servers add headers, change encodings and white space, and rewrite HTML. Different messages that share a
 * Message-ID get different keys. The content of a truncated message is left out, because each mailbox truncates it at a
 * different place.
 */
export function contentKey(message: KeyedContent): Buffer {
  const { messageId, from = '', subject, date } = message;
  const hash = createHash('sha256');
  const add = (part: string) => hash.update(part).update('\u0000');
  for (const part of [messageId ?? '', from.toLowerCase(), subject, date]) add(part);
  if (message.cut && messageId !== null) return hash.digest();
  add(letters(message.text ?? ''));
  add(letters(shownText(message.html ?? '')));
  // Without Message-ID and sender, only equal bytes identify the message.
  if (messageId === null && from === '') hash.update(message.source);
  for (const sha256 of [...message.attachments].sort()) add(sha256);
  return hash.digest();
}

const letters = (text: string): string => text.replace(/\s+/g, '');

/** Extracts the text of HTML without its markup, in one pass. */
function shownText(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    const close = html.indexOf('>', open);
    if (close < 0) return pieces.join('');
    at = close + 1;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
}
