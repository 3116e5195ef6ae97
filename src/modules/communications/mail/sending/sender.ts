import { invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import { defaultSender } from '../transports/default-sender.ts';

const pattern = new RegExp(emailPattern);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters to refuse them.
const control = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Reads `from` of a request. A line break in it would add headers to the mail. */
export function readSenderInput(from: string | undefined): { from: string | null; fromName: string | null } {
  if (from === undefined) return { from: null, fromName: null };
  const { name, address } = defaultSender(from);
  if (control.test(from) || !pattern.test(address) || address.length > 254)
    throw invalid('from', 'invalid_format', 'must be an address such as jane@example.com, or Jane <jane@example.com>');
  return { from: address, fromName: name };
}

const ours: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'return-path',
  'received',
  'dkim-signature',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'in-reply-to',
  'references',
  'x-atrium-mail',
]);
const maxHeaders = 30;

/** Reads headers from a client. Headers that mail servers and readers rely on are set only by the platform. */
export function readHeaders(headers: Readonly<Record<string, string>> | undefined): Record<string, string> | null {
  if (!headers) return null;
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders) throw invalid('headers', 'out_of_range', `must be at most ${maxHeaders} headers`);
  for (const [name, value] of entries) {
    if (!/^[A-Za-z0-9-]{1,76}$/.test(name))
      throw invalid(
        `headers.${name.slice(0, 100)}`,
        'invalid_format',
        'is not the name of a header: use letters, digits and -',
      );
    if (ours.has(name.toLowerCase()) || name.toLowerCase().startsWith('content-'))
      throw invalid(`headers.${name}`, 'read_only', 'is written by the platform; leave it out');
    if (control.test(value) || value.length > 900)
      throw invalid(`headers.${name}`, 'invalid_format', 'must be one line of at most 900 characters');
  }
  return headers;
}

/** Refuses line breaks in text that becomes a header. */
export function requireOneLine(field: string, text: string | undefined): void {
  if (text !== undefined && control.test(text)) throw invalid(field, 'invalid_format', 'must be one line');
}

/** True when a program sends the mail (RFC 3834), for example an acknowledgement of receipt. */
export const isAutomatic = (headers: Readonly<Record<string, string>> | null): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'auto-submitted' && !/^no\b/i.test(value.trim()),
  );
