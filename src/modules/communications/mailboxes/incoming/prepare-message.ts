import type { Services } from '#core/context.ts';
import { readMessage } from '../../returns/messages/read-message.ts';
import { readVerp } from '../../returns/verp.ts';
import { tenantContext } from '../../tenant-context.ts';
import { StagedAttachments } from './attachments.ts';
import { isBlocked } from './blocklist.ts';
import type { FetchedMessage, Mailbox, Person, PreparedMessage, ReturnReading } from './message.ts';
import { peopleIn } from './reading/addresses.ts';
import { categoryOf } from './reading/category.ts';
import { contentKey } from './reading/content-key.ts';
import { keptHeaders } from './reading/kept-headers.ts';
import { sentDate } from './reading/mail-dates.ts';
import { type ParsedMail, parseMail } from './reading/parse-mail.ts';
import { previewOf } from './reading/preview.ts';
import { messageIdsIn, rawHeader, rawHeaders } from './reading/raw-headers.ts';
import { storable, storableLine } from './reading/storable.ts';

/** A field of addresses has this many entries. */
const maxPeople = 1000;
const maxReferences = 500;
const maxBody = 900_000;
const maxSubject = 998;

/** Reads a message, and stages its attachments. It does not throw because of what is in the message. No transaction is open. */
export async function prepareMessage(
  services: Services,
  mailbox: Mailbox,
  message: FetchedMessage,
): Promise<PreparedMessage> {
  const context = await tenantContext(services, mailbox.tenantId, mailbox.accountKey);
  const attachments = new StagedAttachments(context);
  try {
    const parsed = await parseMail(message.source, (attachment) => attachments.add(attachment));
    const prepared = assemble(services, mailbox, message, parsed, attachments);
    if (prepared.blocked) await attachments.discard();
    return prepared;
  } catch (error) {
    await attachments.discard();
    throw error;
  }
}

function assemble(
  services: Services,
  mailbox: Mailbox,
  message: FetchedMessage,
  parsed: ParsedMail,
  staged: StagedAttachments,
): PreparedMessage {
  const { lines } = parsed;
  const notes = [...staged.notes];
  if (message.cut) notes.push('The message is larger than the limit. Its end was left out.');
  if (parsed.problem !== undefined) notes.push(storableLine(`It could be read in part only: ${parsed.problem}`, 500));
  const people = readPeople(parsed, notes);
  const receivedAt = validDate(message.receivedAt) ?? sentDate(rawHeader(lines, 'date'), new Date()) ?? new Date();
  const subject = storableLine(parsed.subject, maxSubject);
  const category = categoryOf(lines, { contentType: parsed.contentType, from: people.from?.address, subject });
  const text = body(parsed.text, 'text', notes);
  const html = body(parsed.html, 'HTML', notes);
  const messageId = messageIdsIn(rawHeader(lines, 'message-id'))[0] ?? null;
  const direction = directionOf(mailbox, message, people);
  const bounce = category === 'bounce' ? readBounce(services, mailbox, message.source) : undefined;
  return {
    blocked: isLeftOut(mailbox, people, direction),
    key: contentKey({
      messageId,
      cut: message.cut,
      from: people.from?.address,
      subject,
      date: rawHeader(lines, 'date') ?? '',
      text: parsed.text,
      html: parsed.html,
      attachments: staged.all.map(({ file }) => file.sha256),
      source: message.source,
    }),
    messageId,
    ...readReferences(parsed, bounce?.messageIds ?? []),
    threadId: message.threadId,
    ...people,
    subject,
    text,
    html,
    preview: previewOf(text, html),
    direction,
    category,
    seen: message.seen,
    sentAt: sentDate(rawHeader(lines, 'date'), receivedAt) ?? receivedAt,
    receivedAt,
    headers: keptHeaders(lines),
    notes,
    attachments: staged.all,
    returned: bounce?.returned,
  };
}

const validDate = (date: Date | undefined): Date | undefined => (date && date.getTime() > 0 ? date : undefined);

interface People {
  readonly from: Person | null;
  readonly replyTo: string | null;
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
}

function readPeople(parsed: ParsedMail, notes: string[]): People {
  const read = (header: 'to' | 'cc' | 'bcc') => {
    const { people, leftOut } = peopleIn(parsed.addresses(header), maxPeople);
    if (leftOut > 0) notes.push(`${leftOut} of the addresses in ${header} were left out.`);
    return people;
  };
  const first = (header: 'from' | 'sender' | 'reply-to') => peopleIn(parsed.addresses(header), 1).people[0];
  return {
    from: first('from') ?? first('sender') ?? null,
    replyTo: first('reply-to')?.address ?? null,
    to: read('to'),
    cc: read('cc'),
    bcc: read('bcc'),
  };
}

/** All ids that lead to the thread. Of very long lists, the beginning of the thread and the newest messages. */
function readReferences(
  { lines }: ParsedMail,
  returnedIds: readonly string[],
): Pick<PreparedMessage, 'references' | 'inReplyTo'> {
  const replied = messageIdsIn(rawHeader(lines, 'in-reply-to'));
  const all = [...new Set([...rawHeaders(lines, 'references').flatMap(messageIdsIn), ...replied, ...returnedIds])];
  const references = all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)];
  return { references, inReplyTo: replied[0] ?? references.at(-1) ?? null };
}

function body(given: string | undefined, kind: string, notes: string[]): string | null {
  if (given === undefined || given.trim() === '') return null;
  if (given.length > maxBody) notes.push(`The ${kind} has ${given.length} characters. Its end was left out.`);
  return storable(given, maxBody);
}

/** A mail that a program of ours sends to the mailbox itself, such as a contact form, has been received. */
function directionOf(mailbox: Mailbox, { folder }: FetchedMessage, { from, to, cc }: People): 'inbound' | 'outbound' {
  if (folder === 'sent') return 'outbound';
  const isOwn = ({ address }: Person) => address.toLowerCase() === mailbox.email.toLowerCase();
  if (!from || !isOwn(from)) return 'inbound';
  return folder === 'inbox' && [...to, ...cc].some(isOwn) ? 'inbound' : 'outbound';
}

/** The blocklist is about those who write to the mailbox, and those whom its user writes to. */
function isLeftOut({ blocklist }: Mailbox, people: People, direction: 'inbound' | 'outbound'): boolean {
  if (blocklist.length === 0) return false;
  const { from, to, cc, bcc } = people;
  const others = direction === 'inbound' ? (from ? [from] : []) : [...to, ...cc, ...bcc];
  return others.some(({ address }) => isBlocked(address, blocklist));
}

/** A bounce belongs to the thread of the mail that it returns, also when it does not refer to it in its header. */
interface Bounce {
  readonly returned: ReturnReading | undefined;
  readonly messageIds: readonly string[];
}

function readBounce(services: Services, mailbox: Mailbox, source: Buffer): Bounce {
  const { mail, reports, returnedMessageId } = readMessage(source, (address) => readVerp(services, address));
  const messageIds = messageIdsIn(returnedMessageId);
  const isOurs = mail !== undefined && (mail.tenantId === undefined || mail.tenantId === mailbox.tenantId);
  return { returned: isOurs && reports.length > 0 ? { emailId: mail.emailId, reports } : undefined, messageIds };
}
