import { invitation, newsletter, notification } from './mail-folder/bulk.ts';
import { transportHeaders } from './mail-folder/headers.ts';
import { type FileContent, headerText, type Part } from './mail-folder/mime.ts';
import { type Author, logoOf, personMail, plainMail, someFile, type Written, write } from './mail-folder/people.ts';
import { Random } from './mail-folder/random.ts';
import { type Language, phrase } from './mail-folder/text.ts';

/**
 * The inbox of somebody in a business, the same in every run. Of a thousand messages:
 *
 * - 580 of 120 people in 60 companies. A third of all messages are replies, which quote up to three messages before them and refer to them; the
 *   answers in between are in the folder of sent mail, so not here. 80 of the 580 are plain text, the others text and HTML, of Outlook (60 %) or
 *   a web mailer. The signature has seven lines and, for a third of the people, an image of 4 to 16 KB.
 * - 180 newsletters of 30 to 90 KB HTML with the headers of lists.
 * - 200 notifications of programs, 8 to 30 KB HTML.
 * - 40 invitations of a calendar.
 * - 100, all of people, have a file of 20 to 400 KB; a third of these a second one.
 *
 * Every message has 3 to 6 KB of headers of transport: four hops, DKIM, ARC, results of checks, and those of a large provider. Two thirds of texts
 * are quoted-printable, the others base64. A fifth of the people write in ISO-8859-1 or windows-1252, a third in German. The median is about
 * 30 KB, the mean 75 KB.
 *
 * Shares and sizes were set before the backfill was measured with them. They are not to be tuned to a result.
 */
const people = 120;
const mailbox = 'real@example.com';
const day = 86_400_000;
const longestThread = 4;

interface Conversation {
  readonly subject: string;
  readonly author: Author;
  readonly written: Written[];
  readonly ids: string[];
}

function author(random: Random, n: number): Author {
  const domain = `company-${n % 60}.example`;
  const language: Language = random.chance(0.34) ? 'de' : 'en';
  const charset = random.chance(0.8) ? 'utf-8' : random.pick(['iso-8859-1', 'windows-1252'] as const);
  return {
    name: `${random.pick(['Anna', 'Björn', 'Clara', 'David', 'Élise', 'Jörg'])} ${random.pick(['Müller', 'Smith', 'Weber', 'Martin', 'Novak'])}`,
    address: `person.${n}@${domain}`,
    domain,
    language,
    charset,
    encoding: random.chance(0.66) ? 'quoted-printable' : 'base64',
    outlook: random.chance(0.6),
    logo: random.chance(0.33) ? logoOf(random) : undefined,
  };
}

interface Envelope {
  readonly from: string;
  readonly domain: string;
  readonly subject: string;
  readonly id: string;
  readonly references: readonly string[];
  readonly date: Date;
}

function message(random: Random, envelope: Envelope, { headers, body }: Part): string {
  const { from, domain, subject, id, references, date } = envelope;
  const last = references.at(-1);
  return `${[
    ...transportHeaders(random, domain, date),
    `From: ${from}`,
    `To: ${random.chance(0.7) ? mailbox : `"Doe, Jane" <${mailbox}>,\r\n\tcolleague@example.com`}`,
    ...(random.chance(0.25) ? ['Cc: "Team, Sales" <sales@example.com>,\r\n\toffice@example.com'] : []),
    `Subject: ${headerText(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${id}`,
    ...(last ? [`In-Reply-To: ${last}`, `References: ${references.join('\r\n ')}`] : []),
    'MIME-Version: 1.0',
    ...headers,
  ].join('\r\n')}\r\n\r\n${body}\r\n`;
}

const nameAndAddress = ({ name, address }: Author): string => `${headerText(name)} <${address}>`;

class Folder {
  readonly #random = new Random(20_261_118);
  readonly #authors = Array.from({ length: people }, (_, n) => author(this.#random, n));
  readonly #open: Conversation[] = [];
  readonly #start: number;
  readonly #step: number;
  #made = 0;

  constructor(count: number) {
    this.#start = Date.now() - 20 * day;
    this.#step = (20 * day) / count;
  }

  next(): string {
    this.#made += 1;
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.58) return this.#ofPerson(kind < 0.08);
    const date = this.#now();
    const domain = random.pick(['news.example', 'updates.example', 'shop.example', 'saas.example', 'bank.example']);
    const id = `<${random.hex(32)}@${domain}>`;
    const subject = phrase(random, 'en', random.between(4, 9));
    const envelope = { domain, id, subject, references: [], date };
    if (kind < 0.76) return message(random, { ...envelope, from: `News <news@${domain}>` }, newsletter(random, domain));
    if (kind < 0.96)
      return message(random, { ...envelope, from: `App <no-reply@${domain}>` }, notification(random, domain));
    const host = random.pick(this.#authors);
    const invited = { ...envelope, from: nameAndAddress(host), domain: host.domain };
    return message(random, invited, invitation(random, host.address, date));
  }

  #now(): Date {
    return new Date(Math.round(this.#start + this.#made * this.#step));
  }

  #ofPerson(plain: boolean): string {
    const random = this.#random;
    // 0.575 of 0.58 is a third of all messages.
    const conversation = (random.chance(0.575) && this.#continued()) || this.#begun();
    const { author, written, ids } = conversation;
    const isReply = written.length > 0;
    written.unshift(write(random, author, this.#now()));
    const id = `<${random.hex(20)}.${this.#made}@${author.domain}>`;
    const subject = isReply
      ? `${author.language === 'de' ? 'AW' : 'Re'}: ${conversation.subject}`
      : conversation.subject;
    const envelope = {
      from: nameAndAddress(author),
      domain: author.domain,
      subject,
      id,
      references: [...ids],
      date: this.#now(),
    };
    ids.push(id);
    const made = (plain ? plainMail : personMail)(random, written.slice(0, longestThread), this.#files());
    return message(random, envelope, made);
  }

  #files(): FileContent[] {
    const random = this.#random;
    if (!random.chance(0.1 / 0.58)) return [];
    return Array.from({ length: random.chance(0.33) ? 2 : 1 }, () => someFile(random));
  }

  #begun(): Conversation {
    const random = this.#random;
    const writer = random.pick(this.#authors);
    const subject = phrase(random, writer.language, random.between(2, 7));
    const conversation = { subject, author: writer, written: [], ids: [] };
    this.#open.push(conversation);
    if (this.#open.length > 150) this.#open.shift();
    return conversation;
  }

  /** Continues a thread: the user of the mailbox answered, and the author replies to that answer. */
  #continued(): Conversation | undefined {
    const random = this.#random;
    if (this.#open.length === 0) return undefined;
    const conversation = random.pick(this.#open);
    const { author: other, written, ids } = conversation;
    const own = { ...other, name: 'Jane Doe', address: mailbox, domain: 'example.com', logo: undefined };
    written.unshift(write(random, own, this.#now()));
    ids.push(`<${random.hex(24)}@example.com>`);
    return conversation;
  }
}

/** The messages of the folder, in batches. */
export function* mailFolder(count: number, batchSize: number): Generator<string[]> {
  const folder = new Folder(count);
  for (let made = 0; made < count; made += batchSize)
    yield Array.from({ length: Math.min(batchSize, count - made) }, () => folder.next());
}
