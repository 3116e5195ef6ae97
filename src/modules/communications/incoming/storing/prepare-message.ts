import { tenantContext } from '#core/access/platform.ts';
import type { Services } from '#core/context.ts';
import type { MailTexts, ShownMail } from '../../messages/html/show-mail.ts';
import type {
  FetchedMessage,
  Mailbox,
  Person,
  PreparedMessage,
  ReportReading,
} from '../../messages/reading/message.ts';
import { freeBytes } from '../../messages/reading/own-bytes.ts';
import { messageIdsIn } from '../../messages/reading/raw-headers.ts';
import type { MailReading, People, RawMail, ReadMail } from '../../messages/reading/read-mail.ts';
import { readMessage } from '../../messages/returned/read-message.ts';
import { readVerp } from '../../messages/verp.ts';
import { StagedAttachments } from './attachments.ts';
import { isBlocked } from './blocklist.ts';

const maxReferences = 500;

/** Renders a mail for display. */
type ShowMail = (mail: MailTexts) => Promise<ShownMail>;

/**
 * Reads a message with `read`, and stages its attachments. Malformed messages do not throw. No transaction is open. Without `show`, the
 * message is rendered when it is first opened.
 */
export async function prepareMessage(
  services: Services,
  mailbox: Mailbox,
  message: FetchedMessage,
  read: ReadMail,
  show?: ShowMail,
): Promise<PreparedMessage> {
  const context = await tenantContext(services, mailbox);
  const attachments = new StagedAttachments(context);
  const mail = { ...message, maxFileBytes: services.settings.files.maxSize };
  const reading = await read(rawMail(mail));
  const direction = directionOf(mailbox, message, reading.people);
  const blocked = isExcluded(mailbox, reading.people, direction);
  try {
    const key = blocked ? reading.key : await stage(mail, reading, attachments, read);
    const bounce = reading.category === 'bounce' ? readBounce(services, mailbox, reading.source) : undefined;
    const shown = blocked ? undefined : await show?.({ html: reading.html, text: reading.text });
    const parts = { ...assemble(message, reading, attachments), ...referencesOf(reading, bounce) };
    return { ...parts, blocked, key, direction, shown };
  } catch (error) {
    await attachments.discard();
    throw error;
  } finally {
    for (const { content } of reading.files) freeBytes(content);
    if (reading.source !== message.source) freeBytes(reading.source);
  }
}

const rawMail = ({ source, cut, receivedAt, maxFileBytes, leftOut = [] }: RawMail): RawMail => ({
  source,
  cut,
  receivedAt,
  maxFileBytes,
  leftOut,
});

/**
 * Stages attachments and returns the key of the message. The key changes when a file is left out because the quota was
 * reached.
 */
async function stage(
  mail: RawMail,
  { source, key, files }: MailReading,
  attachments: StagedAttachments,
  read: ReadMail,
): Promise<Buffer> {
  const leftOut: number[] = [];
  for (const [place, file] of files.entries()) {
    const kept = await attachments.add(file);
    if (!kept && file.content.length <= mail.maxFileBytes) leftOut.push(place);
  }
  return leftOut.length === 0 ? key : (await read(rawMail({ ...mail, source, leftOut }))).key;
}

function assemble(message: FetchedMessage, reading: MailReading, staged: StagedAttachments) {
  const { people, messageId, subject, text, html, preview, category, sentAt, receivedAt, headers, notes } = reading;
  return {
    messageId,
    threadId: message.threadId,
    ...people,
    subject,
    text,
    html,
    preview,
    category,
    seen: message.seen,
    sentAt,
    receivedAt,
    headers,
    notes: [...staged.notes, ...notes],
    attachments: staged.all,
    calendarReplies: reading.calendarReplies,
  };
}

/**
 * All ids that lead to the thread. A very long list is shortened to the beginning of the thread and the newest
 * messages.
 */
function referencesOf(
  { referredIds, repliedId }: MailReading,
  bounce: Bounce | undefined,
): Pick<PreparedMessage, 'references' | 'inReplyTo' | 'returned'> {
  const all = [...new Set([...referredIds, ...(bounce?.messageIds ?? [])])];
  const references = all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)];
  return { references, inReplyTo: repliedId ?? references.at(-1) ?? null, returned: bounce?.returned };
}

/** A mail from the mailbox to itself, such as one of a contact form, counts as received. */
function directionOf(mailbox: Mailbox, { folder }: FetchedMessage, { from, to, cc }: People): 'inbound' | 'outbound' {
  if (folder === 'sent') return 'outbound';
  const isOwn = ({ address }: Person) => address.toLowerCase() === mailbox.email.toLowerCase();
  if (!from || !isOwn(from)) return 'inbound';
  return folder === 'inbox' && [...to, ...cc].some(isOwn) ? 'inbound' : 'outbound';
}

/** The blocklist applies to senders of received mail, and to recipients of sent mail. */
function isExcluded({ blocklist }: Mailbox, people: People, direction: 'inbound' | 'outbound'): boolean {
  if (blocklist.length === 0) return false;
  const { from, to, cc, bcc } = people;
  const others = direction === 'inbound' ? (from ? [from] : []) : [...to, ...cc, ...bcc];
  return others.some(({ address }) => isBlocked(address, blocklist));
}

/** A bounce belongs to the thread of the mail that it returns, also when it does not refer to it in its header. */
interface Bounce {
  readonly returned: ReportReading | undefined;
  readonly messageIds: readonly string[];
}

/** Bytes of a bounce that are read. The report precedes the returned mail. */
const maxBounceBytes = 262_144;

function readBounce(services: Services, mailbox: Mailbox, source: Buffer): Bounce {
  const start = source.subarray(0, maxBounceBytes);
  const { mail, reports, returnedMessageId } = readMessage(start, (address) => readVerp(services, address));
  const messageIds = messageIdsIn(returnedMessageId);
  const isOurs = mail !== undefined && (mail.tenantId === undefined || mail.tenantId === mailbox.tenantId);
  return { returned: isOurs && reports.length > 0 ? { emailId: mail.emailId, reports } : undefined, messageIds };
}
