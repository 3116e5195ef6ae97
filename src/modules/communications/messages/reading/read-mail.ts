import { createHash } from 'node:crypto';
import { storable, storableLine } from '../storable.ts';
import { peopleIn } from './addresses.ts';
import { type CalendarReply, readCalendarReplies } from './calendar-replies.ts';
import { categoryOf } from './category.ts';
import { contentKey } from './content-key.ts';
import { keptHeaders } from './kept-headers.ts';
import { sentDate } from './mail-dates.ts';
import type { Category, Person } from './message.ts';
import { type ParsedMail, parseHeaders, parseMail } from './parse-mail.ts';
import { previewOf } from './preview.ts';
import { messageIdsIn, rawHeader, rawHeaders } from './raw-headers.ts';

/** Limit of entries in a field of addresses. */
const maxPeople = 1000;
const maxBody = 900_000;
const maxSubject = 998;

/** A message to read. */
export interface RawMail {
  /** The reading thread may take its memory away. */
  readonly source: Buffer;
  /** True when the message was cut off at the limit. */
  readonly cut: boolean;
  /** The time when the server received it. */
  readonly receivedAt: Date | undefined;
  /** Larger files are not stored. */
  readonly maxFileBytes: number;
  /** The indexes of further files that are not stored. The key of a message covers only its stored files. */
  readonly leftOut?: readonly number[];
}

export interface MailFile {
  readonly name: string | undefined;
  readonly contentType: string;
  readonly contentId: string | undefined;
  readonly content: Buffer;
  readonly sha256: string;
}

export interface People {
  readonly from: Person | null;
  readonly replyTo: string | null;
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
}

/** The reading of a message, independent of its mailbox. It is plain data, because it comes from another thread. */
export interface MailReading {
  /** The bytes of a bounce or of a message with files, for another reading. Empty for other messages. */
  readonly source: Buffer;
  readonly key: Buffer;
  readonly messageId: string | null;
  /** The ids in the headers References and In-Reply-To, each once. */
  readonly referredIds: readonly string[];
  readonly repliedId: string | undefined;
  readonly people: People;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly preview: string;
  readonly category: Category;
  readonly sentAt: Date;
  readonly receivedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly files: readonly MailFile[];
  /** The answers to invitations in the message. */
  readonly calendarReplies: readonly CalendarReply[];
}

export type ReadMail = (mail: RawMail) => Promise<MailReading>;

/** Reads a message in this thread. Its content cannot make it throw. */
export async function readMail(mail: RawMail): Promise<MailReading> {
  const files: MailFile[] = [];
  const parsed = await parseMail(mail.source, async ({ name, contentType, contentId, content }) => {
    const bytes = await collect(content);
    files.push({ name, contentType, contentId, content: bytes, sha256: sha256Of(bytes) });
  });
  const calendarReplies = await readCalendarReplies(files);
  const found = reading(mail, parsed, files);
  // A calendar program writes the answer, so it does not count as a reply of a person.
  return calendarReplies.length === 0 ? found : { ...found, calendarReplies, category: 'automatic' };
}

/** Limit of headers. Ordinary ones have about 10 KB. */
const maxHeadBytes = 65_536;

/**
 * Reads the headers of a message that cannot be parsed. The key excludes its content, as for a truncated message. It
 * runs in the main thread, so it reads only the first bytes of a hostile message.
 */
export function readHeaders(mail: RawMail, problem: string): MailReading {
  const start = mail.source.subarray(0, maxHeadBytes);
  const ends = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((at) => at >= 0);
  const source = start.subarray(0, Math.min(...ends, maxHeadBytes));
  return reading({ ...mail, source, cut: true }, parseHeaders(source, problem), [], mail.cut);
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const isStored = ({ maxFileBytes, leftOut = [] }: RawMail, { content }: MailFile, place: number): boolean =>
  content.length <= maxFileBytes && !leftOut.includes(place);

function reading(mail: RawMail, parsed: ParsedMail, files: readonly MailFile[], wasCut = mail.cut): MailReading {
  const { lines } = parsed;
  const notes: string[] = [];
  if (wasCut) notes.push('The message is larger than the limit. Its end was left out.');
  if (parsed.problem !== undefined) notes.push(storableLine(`It could be read in part only: ${parsed.problem}`, 500));
  const people = readPeople(parsed, notes);
  const date = rawHeader(lines, 'date');
  const receivedAt = validDate(mail.receivedAt) ?? sentDate(date, new Date()) ?? new Date();
  const subject = storableLine(parsed.subject, maxSubject);
  const text = body(parsed.text, 'text', notes);
  const html = body(parsed.html, 'HTML', notes);
  const messageId = messageIdsIn(rawHeader(lines, 'message-id'))[0] ?? null;
  const replied = messageIdsIn(rawHeader(lines, 'in-reply-to'));
  return {
    source: mail.source,
    key: contentKey({
      messageId,
      cut: mail.cut,
      from: people.from?.address,
      subject,
      date: date ?? '',
      text: parsed.text,
      html: parsed.html,
      attachments: files.filter((file, place) => isStored(mail, file, place)).map(({ sha256 }) => sha256),
      source: mail.source,
    }),
    messageId,
    referredIds: [...new Set([...rawHeaders(lines, 'references').flatMap(messageIdsIn), ...replied])],
    repliedId: replied[0],
    people,
    subject,
    text,
    html,
    preview: previewOf(text, html),
    category: categoryOf(lines, { contentType: parsed.contentType, from: people.from?.address, subject }),
    sentAt: sentDate(date, receivedAt) ?? receivedAt,
    receivedAt,
    headers: keptHeaders(lines),
    notes,
    files,
    calendarReplies: [],
  };
}

const validDate = (date: Date | undefined): Date | undefined => (date && date.getTime() > 0 ? date : undefined);

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

function body(given: string | undefined, kind: string, notes: string[]): string | null {
  if (given === undefined || given.trim() === '') return null;
  if (given.length > maxBody) notes.push(`The ${kind} has ${given.length} characters. Its end was left out.`);
  return storable(given, maxBody);
}
