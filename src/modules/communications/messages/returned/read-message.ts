import { asMailId, idOfMessageId, mailIdHeader } from '../mail-id.ts';
import type { VerpMail } from '../verp.ts';
import { readDeliveryStatus } from './delivery-status.ts';
import { readFeedbackReport } from './feedback-report.ts';
import {
  allParts,
  decodedText,
  type HeaderFields,
  headerOf,
  headersOf,
  type MimePart,
  parseMessage,
  splitHeaders,
} from './mime.ts';
import { readPlainBounce } from './plain-bounce.ts';
import type { Report } from './report.ts';

/** Identifies the mail that a message is about. A Message-ID does not tell the tenant. */
interface MailReference {
  readonly emailId: string;
  readonly tenantId?: string;
}

export interface MessageReading {
  /** Undefined when the message is not about one of our mails. */
  readonly mail: MailReference | undefined;
  /** Reports in the message. Other messages, such as automatic answers, have none. */
  readonly reports: readonly Report[];
  /** The Message-ID of the returned mail, as the message quotes it. */
  readonly returnedMessageId?: string | undefined;
}

/** Decodes a return address. */
type ReadVerp = (address: string) => VerpMail | undefined;

const recipientHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'apparently-to'];
const originalTypes = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
];

/** Reads a message of the mailbox for bounces: a delivery status, a complaint, a plain bounce or a reply. */
export function readMessage(bytes: Buffer, verp: ReadVerp): MessageReading {
  const message = parseMessage(bytes);
  const { headers } = message;
  const addresses = headersOf(headers, recipientHeaders);
  const returned = returnedHeaders(message);
  const returnedMessageId = headerOf(returned, 'message-id');
  const status = readDeliveryStatus(message);
  if (status) return { mail: findMail(verp, addresses, returned, headers), reports: status, returnedMessageId };
  const feedback = readFeedbackReport(message);
  if (feedback) {
    const senders = headersOf(feedback.fields, ['original-mail-from']);
    return { mail: findMail(verp, [...senders, ...addresses], returned, []), reports: feedback.reports };
  }
  // A disposition notification says that a mail was displayed or deleted.
  if (message.parameters.get('report-type')?.toLowerCase() === 'disposition-notification')
    return { mail: findMail(verp, addresses, returned, headers), reports: [] };
  const bounce = readPlainBounce(message);
  if (bounce) {
    const original = returned.length > 0 ? returned : bounce.original;
    const mail = findMail(verp, addresses, original, headers);
    return { mail, reports: bounce.reports, returnedMessageId: headerOf(original, 'message-id') };
  }
  return { mail: findMail(verp, addresses, [], headers), reports: isAutomatic(headers) ? [] : [{ kind: 'replied' }] };
}

/** The headers of the returned mail; empty when the message does not contain them. */
function returnedHeaders(message: MimePart): HeaderFields {
  const part = allParts(message)
    .slice(1)
    .find(({ type }) => originalTypes.includes(type));
  return part ? splitHeaders(decodedText(part).trimStart()).headers : [];
}

/** Finds the mail by the return address, then by the headers of the returned mail, then by the mail that the message answers. */
function findMail(
  verp: ReadVerp,
  addresses: readonly string[],
  returned: HeaderFields,
  headers: HeaderFields,
): MailReference | undefined {
  const all = [...addresses, ...headersOf(returned, ['return-path'])].join(' ').slice(0, 20_000);
  for (const [address] of all.matchAll(/b\+[a-z2-7]{40,56}@[\w.-]+/gi)) {
    const mail = verp(address);
    if (mail) return mail;
  }
  const ids = [
    asMailId(headerOf(returned, mailIdHeader.toLowerCase())),
    idOfMessageId(headerOf(returned, 'message-id')),
    ...headersOf(headers, ['in-reply-to', 'references', 'x-failed-message-id']).flatMap(messageIdsIn),
  ];
  const emailId = ids.find((id) => id !== undefined);
  return emailId === undefined ? undefined : { emailId };
}

/** Message-IDs from the last to the first, because the last one names the answered mail. */
const messageIdsIn = (text: string): (string | undefined)[] =>
  [...text.slice(0, 20_000).matchAll(/<[^\s<>]{1,600}>/g)].map(([id]) => idOfMessageId(id)).reverse();

/** True for an answer that a program wrote (RFC 3834), and for mail of a list. */
function isAutomatic(headers: HeaderFields): boolean {
  const submitted = headerOf(headers, 'auto-submitted')?.toLowerCase();
  if (submitted !== undefined && !submitted.startsWith('no')) return true;
  if (headersOf(headers, ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'list-id']).length > 0) return true;
  return /^(?:bulk|junk|list|auto[_-]reply)\b/i.test(headerOf(headers, 'precedence') ?? '');
}
