/** Messages for tests: odd ones by name, threads with the expected grouping, and thousands of plain ones. */

export interface MimeParts {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly id?: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly headers?: readonly string[];
  readonly date?: Date;
}

let ids = 0;

export function mime({
  from,
  to,
  subject,
  text,
  id,
  inReplyTo,
  references,
  headers = [],
  date = new Date(),
}: MimeParts): string {
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: ${id ?? `<made-${++ids}-${process.pid}@corpus.example>`}`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references && references.length > 0 ? [`References: ${references.join('\r\n ')}`] : []),
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}\r\n`;
}

const head = (to: string, subject: string, type: string, more: readonly string[] = []): string =>
  [
    `From: odd@odd.example`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <odd-${++ids}@odd.example>`,
    ...more,
    `Content-Type: ${type}`,
    'MIME-Version: 1.0',
    '',
    '',
  ].join('\r\n');

const part = (boundary: string, headers: readonly string[], body: string): string =>
  `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`;

function nested(to: string, depth: number): string {
  let body = `${part('b0', ['Content-Type: text/plain'], 'deep')}--b0--\r\n`;
  for (let n = 1; n <= depth; n += 1)
    body = `${part(`b${n}`, [`Content-Type: multipart/mixed; boundary=b${n - 1}`], body)}--b${n}--\r\n`;
  return head(to, `nested ${depth}`, `multipart/mixed; boundary=b${depth}`) + body;
}

const withPart = (to: string, subject: string, headers: readonly string[], body: string): string =>
  `${head(to, subject, 'multipart/mixed; boundary=x')}${part('x', ['Content-Type: text/plain'], 'see below')}${part('x', headers, body)}--x--\r\n`;

export function oddMessages(to: string): Record<string, string | Buffer> {
  const base64 = (text: string | Buffer) =>
    Buffer.from(text as string)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
  const attached = (type: string, name: string) => [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
  ];
  return {
    attachment: withPart(to, 'attachment', attached('text/plain', 'note.txt'), base64('a personal note')),
    empty: '',
    garbage: Buffer.from([0, 1, 2, 255, 254, 10, 10, 13, 0]),
    noHeaders: 'just a line of text\r\n',
    nested: nested(to, 20),
    'nested too deep': nested(to, 600),
    'broken encodings': `${head(to, '=?utf-8?B?gICA?= =?nothing?Q?=ZZ?=', 'text/plain; charset=x-unknown-charset', ['Content-Transfer-Encoding: base64'])}@@@@ not base64 \u0000`,
    'broken charset': Buffer.concat([
      Buffer.from(head(to, 'latin', 'text/plain; charset=iso-8859-1')),
      Buffer.from([0xe9, 0xe8, 0xff]),
    ]),
    'huge header': `${head(to, 'huge', 'text/plain', [`X-Huge: ${'a'.repeat(3_000_000)}`])}text`,
    'many headers': `${head(
      to,
      'headers',
      'text/plain',
      Array.from({ length: 5000 }, (_, n) => `X-${n}: v`),
    )}text`,
    'no Message-ID': `From: a@odd.example\r\nTo: ${to}\r\nSubject: without id\r\n\r\ntext`,
    'no date': `From: a@odd.example\r\nTo: ${to}\r\nSubject: no date\r\nMessage-ID: <nd@odd.example>\r\nDate: Foo, 99 Bar 20999 99:99\r\n\r\ntext`,
    winmail: withPart(to, 'winmail', attached('application/ms-tnef', 'winmail.dat'), base64('TNEF')),
    rtl: `${head(to, '=?utf-8?B?16nXnNeV150g16LXldec150=?=', 'text/plain; charset=utf-8')}מה שלומך?`,
    large: withPart(to, 'large', attached('application/octet-stream', 'big.bin'), base64(Buffer.alloc(20_000_000, 7))),
    many: `From: a@odd.example\r\nTo: ${Array.from({ length: 2000 }, (_, n) => `P ${n} <p${n}@many.example>`).join(',\r\n ')}\r\nSubject: many\r\nMessage-ID: <many@odd.example>\r\n\r\ntext`,
    invitation: withPart(
      to,
      'invitation',
      ['Content-Type: text/calendar; method=REQUEST'],
      'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
    ),
    signed: `${head(to, 'signed', 'multipart/signed; boundary=x; protocol="application/pgp-signature"')}${part('x', ['Content-Type: text/plain'], 'signed text')}${part('x', ['Content-Type: application/pgp-signature'], '-----BEGIN PGP SIGNATURE-----')}--x--`,
    encrypted: `${head(to, 'encrypted', 'multipart/encrypted; boundary=x; protocol="application/pgp-encrypted"')}${part('x', ['Content-Type: application/pgp-encrypted'], 'Version: 1')}${part('x', ['Content-Type: application/octet-stream'], 'xxxx')}--x--`,
    'no end': `${head(to, 'no end', 'multipart/mixed; boundary=x')}${part('x', ['Content-Type: text/html'], '<p>open')}`,
    forwarded: withPart(
      to,
      'forwarded',
      ['Content-Type: message/rfc822'],
      mime({ from: 'z@z.example', to, subject: 'inner', text: 'inner text' }),
    ),
  };
}

/** A small random number generator with a seed, so that a run can be repeated. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export interface CorpusMessage {
  readonly name: string;
  readonly source: string;
  readonly folder: 'inbox' | 'sent';
}

/**
 * Messages of many threads, with the expected threads by plain union-find over all ids and over replies without
 * references.
 */
export function threadCorpus(
  mailbox: string,
  count: number,
  seed: number,
): { messages: CorpusMessage[]; expected: string[] } {
  const random = numbers(42);
  const parents = Array.from({ length: count }, (_, n) => n);
  const find = (n: number): number => (parents[n] === n ? n : find(parents[n] as number));
  const start = Date.now() - 20 * 86_400_000;
  const made: (CorpusMessage & { other: string; subject: string; n: number })[] = [];
  const idOf = (n: number) => `<t${n}.${seed}.${mailbox}>`;
  for (let n = 0; n < count; n += 1) {
    const name = `m${String(n).padStart(5, '0')}`;
    const answered = n > 0 && random() < 0.7 ? made[Math.floor(random() * n)] : undefined;
    const other = answered?.other ?? `person${n % 7}@threads.example`;
    const folder = answered ? (answered.folder === 'inbox' ? 'sent' : 'inbox') : random() < 0.5 ? 'inbox' : 'sent';
    const [from, to] = folder === 'inbox' ? [other, mailbox] : [mailbox, other];
    const withoutReferences = answered?.subject.startsWith('Only ') && random() < 0.3;
    const subject = answered ? answered.subject : random() < 0.5 ? 'Invoice' : `Only ${n}`;
    const references =
      answered && !withoutReferences
        ? [idOf(answered.n), ...(random() < 0.3 ? [`<unknown${answered.n}@gone.example>`] : [])]
        : [];
    if (answered) parents[find(n)] = find(answered.n);
    const date = new Date(start + n * 60_000);
    const source = mime({
      from,
      to,
      subject: answered ? `${random() < 0.5 ? 'Re' : 'AW'}: ${subject}` : subject,
      text: `text ${n}`,
      id: idOf(n),
      references,
      date,
      headers: [`X-Mailer: ${name}`],
    });
    made.push({ name, source, folder, other, subject, n });
  }
  const groups = Map.groupBy(made, ({ n }) => find(n));
  const expected = Array.from(groups.values(), (group) =>
    group
      .map(({ name }) => name)
      .sort()
      .join(' '),
  ).sort();
  const messages = [...made];
  if (seed > 0) {
    const shuffle = numbers(seed);
    for (let n = messages.length - 1; n > 0; n -= 1) {
      const m = Math.floor(shuffle() * (n + 1));
      [messages[n], messages[m]] = [messages[m] as (typeof made)[number], messages[n] as (typeof made)[number]];
    }
  }
  return { messages, expected };
}

/** Plain and odd messages, all different, in batches. */
export function* corpus(to: string, count: number, batchSize: number): Generator<string[]> {
  for (let n = 0; n < count; n += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - n) }, (_, m) => {
      const k = n + m;
      const from = `Person ${k % 200} <p${k % 200}@corpus.example>`;
      if (k % 50 === 0)
        return withPart(
          to,
          `file ${k}`,
          ['Content-Type: text/plain; name=a.txt', 'Content-Disposition: attachment; filename=a.txt'],
          `content ${k}`,
        );
      if (k % 20 === 0) return nested(to, 3 + (k % 5)).replace('deep', `deep ${k}`);
      return mime({ from, to, subject: `Subject ${k % 300}`, text: `Text ${k}\n${'word '.repeat(50)}` });
    });
  }
}
