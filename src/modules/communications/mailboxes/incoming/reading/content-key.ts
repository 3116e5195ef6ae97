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
 * Names a message in its tenant: by its Message-ID and what it says. Copies in several mailboxes have the same key, although servers
 * add headers, change encodings and white space, and rewrite the markup of HTML. Two messages that share a Message-ID differ. Of a
 * message that was cut off, the end is at another place in every mailbox, so its content is not part of the key.
 */
export function contentKey(message: KeyedContent): Buffer {
  const { messageId, from = '', subject, date } = message;
  const hash = createHash('sha256');
  const add = (part: string) => hash.update(part).update('\u0000');
  for (const part of [messageId ?? '', from.toLowerCase(), subject, date]) add(part);
  if (message.cut && messageId !== null) return hash.digest();
  add(letters(message.text ?? ''));
  add(letters(shownText(message.html ?? '')));
  // Nothing says what it is, so only the same bytes are the same message.
  if (messageId === null && from === '') hash.update(message.source);
  for (const sha256 of [...message.attachments].sort()) add(sha256);
  return hash.digest();
}

const letters = (text: string): string => text.replace(/\s+/g, '');

/** The text of HTML without its markup, in one pass. */
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
