import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { after, beforeEach, describe, it } from 'node:test';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import { enqueueMail, mailChannel } from '#core/mail/outbox.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { freePort, until } from '#test/process.ts';
import { accountLink, resetMail } from '../../../identity/mail/mails.ts';

interface Arrival {
  readonly to: readonly string[];
  readonly from: string;
  readonly message: string;
}

/** The reaction of the server to a mail. */
type Outcome =
  | 'accepted'
  | 'refused at MAIL'
  | 'refused at RCPT'
  | 'refused after DATA'
  | 'dropped in DATA'
  | 'answer lost'
  | 'dropped after';

const temporaryError = () => Object.assign(new Error('come back in a while'), { responseCode: 451 });

/** A real SMTP server. `outcomeFor` decides what happens to each mail; `accepted` lists the accepted ones. */
class MailServer {
  readonly accepted: Arrival[] = [];
  /** Number of mails that were offered, accepted or not. */
  offered = 0;
  outcomeFor: (to: string) => Outcome = () => 'accepted';
  readonly #port: number;
  #server: SMTPServer | undefined;
  readonly #sockets = new Map<number, Socket>();

  constructor(port: number) {
    this.#port = port;
  }

  async listen(): Promise<void> {
    const options: SMTPServerOptions = {
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onMailFrom: (_address, _session, callback) => {
        this.offered += 1;
        callback(this.outcomeFor('') === 'refused at MAIL' ? temporaryError() : null);
      },
      onRcptTo: ({ address }, _session, callback) =>
        callback(this.outcomeFor(address) === 'refused at RCPT' ? temporaryError() : null),
      onData: (stream, { envelope, remotePort }, callback) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        this.#data(stream, { to, from }, this.#sockets.get(remotePort) as Socket, callback);
      },
    };
    const server = new SMTPServer(options);
    // The server reports an error for each connection that the test cuts.
    server.on('error', () => {});
    server.server.on('connection', (socket: Socket) => {
      const port = socket.remotePort as number;
      this.#sockets.set(
        port,
        socket.once('close', () => this.#sockets.delete(port)),
      );
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
  }

  #data(
    stream: SMTPServerDataStream,
    { to, from }: Omit<Arrival, 'message'>,
    socket: Socket,
    callback: (error?: Error | null) => void,
  ): void {
    const outcome = this.outcomeFor(to[0] as string);
    if (outcome === 'dropped in DATA') return void stream.once('data', () => socket.destroy());
    readAll(stream).then(
      (message) => {
        if (outcome === 'refused after DATA') return callback(temporaryError());
        this.accepted.push({ to, from, message });
        if (outcome === 'answer lost') return void socket.destroy();
        callback();
        // The answer is already sent, so the server closes without waiting for QUIT.
        if (outcome === 'dropped after') setImmediate(() => socket.end());
      },
      () => {},
    );
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}

const port = await freePort();
const mails = new MailServer(port);
after(() => mails.close());
const { app, sql } = await appForFile({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  EMAIL_FROM: 'Atrium <no-reply@atrium.example>',
});
const { services } = app;
const tenants = await sql(`select id from tenants where account_key = 'default'`);
/** The context in which the platform sends a mail without a user. */
const context: Context = {
  services,
  caller: systemCaller(tenants[0].id, 'default'),
  registry: services.directory.base,
  requestId: 'a test',
};

const link = accountLink('https://atrium.example', 'reset-password', 'dG9rZW4tb2YtdGhlLW1haWw');
const mail = resetMail({ link, accountKey: 'Grüße & Söhne', minutes: 60 });

let addresses = 0;
const address = (): string => {
  addresses += 1;
  return `ada-${addresses}@example.com`;
};

/** Enqueues a mail and returns its id. */
async function send(to: string): Promise<string> {
  await enqueueMail(context, to, mail);
  const rows = await sql(`select email_id as id from mail_outbox where envelope ->> 'to' = $1`, [to]);
  // The mail may have been sent already.
  return rows[0]?.id ?? 'sent';
}

/** Waits until the mail was sent, or waits for another attempt after this number of attempts. */
const untilSent = (to: string): Promise<true> =>
  until('the mail to be sent', async () => (await waiting(to)) === undefined || undefined, 20_000);

const untilRetrying = (to: string, tries: number): Promise<Json> =>
  until(
    `the mail to wait after ${tries} attempts`,
    async () => {
      const row = await waiting(to);
      return row !== undefined && row.claim === null && row.tries === tries && row;
    },
    20_000,
  );

const waiting = async (to: string): Promise<Json> =>
  (await sql(`select *, to_jsonb(o)::text as text from mail_outbox o where envelope ->> 'to' = $1`, [to]))[0];

/** Makes waiting mails due now. */
async function makeDue(): Promise<void> {
  await sql('update mail_outbox set next_at = now()');
  await sql('select pg_notify($1, $2)', [mailChannel, '']);
}

const acceptedFor = (to: string): Arrival[] => mails.accepted.filter((arrival) => arrival.to.includes(to));

/** Checks that a later mail is sent, and this one is not sent again. */
async function assertSentOnce(to: string): Promise<void> {
  await makeDue();
  const later = address();
  await send(later);
  await untilSent(later);
  assert.equal(acceptedFor(to).length, 1);
}

const headerOf = (message: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(message)?.[1]?.replaceAll(/\r\n[ \t]+/g, ' ');

/** The bodies of a multipart message, by content type. */
function bodiesOf(message: string): Map<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(headerOf(message, 'content-type') ?? '')?.[1];
  assert.ok(boundary, message);
  const parts = message.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4);
      const encoding = headerOf(part, 'content-transfer-encoding');
      assert.ok(encoding === 'quoted-printable' || encoding === 'base64', encoding);
      const bytes =
        encoding === 'base64'
          ? Buffer.from(body, 'base64')
          : Buffer.from(
              body
                .replaceAll('=\r\n', '')
                .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            );
      return [headerOf(part, 'content-type') ?? '', bytes.toString('utf8').replaceAll('\r\n', '\n').trim()];
    }),
  );
}

describe('a mail by SMTP', () => {
  beforeEach(async () => {
    mails.outcomeFor = () => 'accepted';
    mails.offered = 0;
    await mails.close();
    await mails.listen();
  });

  it('arrives unchanged, as plain text and as HTML', async () => {
    const to = address();
    await send(to);
    await untilSent(to);
    const [arrival] = acceptedFor(to) as [Arrival];
    assert.deepEqual([arrival.from, arrival.to], ['no-reply@atrium.example', [to]]);
    assert.equal(headerOf(arrival.message, 'from'), 'Atrium <no-reply@atrium.example>');
    assert.equal(headerOf(arrival.message, 'to'), to);
    assert.match(headerOf(arrival.message, 'message-id') ?? '', /^<[0-9a-f-]{36}@atrium\.example>$/);
    assert.match(headerOf(arrival.message, 'content-type') ?? '', /^multipart\/alternative;/);
    assert.deepEqual(Object.fromEntries(bodiesOf(arrival.message)), {
      'text/plain; charset=utf-8': mail.text.trim(),
      'text/html; charset=utf-8': mail.html.trim(),
    });
    await assertSentOnce(to);
  });

  it('is encrypted while it waits, so that nobody who reads the database can use its link', async () => {
    await mails.close();
    const to = address();
    await send(to);
    const { text, error } = await untilRetrying(to, 1);
    for (const shown of [text, error]) assert.doesNotMatch(shown, /dG9rZW4|account\/reset/);
    assert.ok(text.includes(to));
    await mails.listen();
    await makeDue();
    await untilSent(to);
    assert.ok([...bodiesOf(acceptedFor(to)[0]?.message ?? '').values()].every((body) => body.includes(link)));
  });

  it('is retried while the server is down, and arrives once', async () => {
    await mails.close();
    const to = address();
    await send(to);
    assert.match((await untilRetrying(to, 1)).error, /refused the connection/);
    await makeDue();
    const { next_at: nextAt } = await untilRetrying(to, 2);
    assert.ok(Date.parse(nextAt) > Date.now() + 20_000, 'retries of a server that is down are delayed');
    await mails.listen();
    await makeDue();
    await untilSent(to);
    await assertSentOnce(to);
  });

  for (const outcome of ['refused at MAIL', 'refused at RCPT', 'refused after DATA', 'dropped in DATA'] as const) {
    it(`is retried and arrives once when it is ${outcome}`, async () => {
      mails.outcomeFor = () => outcome;
      const to = address();
      await send(to);
      const { error } = await untilRetrying(to, 1);
      assert.match(error, outcome === 'dropped in DATA' ? /closed|reset/i : /451.*come back in a while/);
      await makeDue();
      await untilRetrying(to, 2);
      assert.deepEqual([mails.offered, acceptedFor(to).length], [2, 0]);
      mails.outcomeFor = () => 'accepted';
      await makeDue();
      await untilSent(to);
      await assertSentOnce(to);
    });
  }

  it('is done once the server accepted it, even when the connection closes before QUIT', async () => {
    mails.outcomeFor = () => 'dropped after';
    const to = address();
    await send(to);
    await untilSent(to);
    mails.outcomeFor = () => 'accepted';
    await assertSentOnce(to);
  });

  it('is sent again with the same Message-ID when the answer was lost, so that receivers can drop the copy', async () => {
    mails.outcomeFor = () => 'answer lost';
    const to = address();
    await send(to);
    await untilRetrying(to, 1);
    mails.outcomeFor = () => 'accepted';
    await makeDue();
    await untilSent(to);
    const messageIds = acceptedFor(to).map(({ message }) => headerOf(message, 'message-id'));
    assert.equal(messageIds.length, 2);
    assert.ok(messageIds[0] !== undefined && messageIds[0] === messageIds[1]);
  });

  it('arrives once, even when 20 mails fail in different ways at the same time', async () => {
    const kinds: Outcome[] = ['accepted', 'refused at RCPT', 'refused after DATA', 'dropped in DATA', 'dropped after'];
    const outcomes = new Map(Array.from({ length: 20 }, (_, n) => [address(), kinds[n % kinds.length] as Outcome]));
    mails.outcomeFor = (to) => outcomes.get(to) ?? 'accepted';
    const all = [...outcomes.keys()];
    await Promise.all(all.map(send));
    for (const to of all.filter((_to, n) => ![0, 4].includes(n % kinds.length))) await untilRetrying(to, 1);
    mails.outcomeFor = () => 'accepted';
    await makeDue();
    for (const to of all) await untilSent(to);
    for (const to of all) assert.equal(acceptedFor(to).length, 1, `${to}, ${outcomes.get(to)}`);
    const messageIds = all.map((to) => headerOf(acceptedFor(to)[0]?.message ?? '', 'message-id'));
    assert.equal(new Set(messageIds).size, outcomes.size);
  });
});
