import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { after, beforeEach, describe, it } from 'node:test';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { jobChannel } from '#core/jobs/store.ts';
import { accountLink, resetMail } from '../src/modules/identity/mail/mails.ts';
import { appForFile, type Json } from './harness.ts';
import { freePort, until } from './process.ts';

interface Arrival {
  readonly to: readonly string[];
  readonly from: string;
  readonly message: string;
}

/** What is to become of the next mail that is brought. */
type Fate =
  | 'taken'
  | 'refused at MAIL'
  | 'refused at RCPT'
  | 'refused after DATA'
  | 'dropped in DATA'
  | 'answer lost'
  | 'dropped after';

const later = () => Object.assign(new Error('come back in a while'), { responseCode: 451 });

/** A real server of SMTP that treats each mail as it is told to, and remembers those that it has taken. */
class MailServer {
  readonly taken: Arrival[] = [];
  /** Mails that were brought, taken or not. */
  brought = 0;
  fateOf: (to: string) => Fate = () => 'taken';
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
        this.brought += 1;
        callback(this.fateOf('') === 'refused at MAIL' ? later() : null);
      },
      onRcptTo: ({ address }, _session, callback) =>
        callback(this.fateOf(address) === 'refused at RCPT' ? later() : null),
      onData: (stream, { envelope, remotePort }, callback) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        this.#data(stream, { to, from }, this.#sockets.get(remotePort) as Socket, callback);
      },
    };
    const server = new SMTPServer(options);
    // A connection that the test cuts is an error to the server.
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
    const fate = this.fateOf(to[0] as string);
    if (fate === 'dropped in DATA') return void stream.once('data', () => socket.destroy());
    readAll(stream).then(
      (message) => {
        if (fate === 'refused after DATA') return callback(later());
        this.taken.push({ to, from, message });
        if (fate === 'answer lost') return void socket.destroy();
        callback();
        // The answer is on its way; nobody waits for the sender to say goodbye.
        if (fate === 'dropped after') setImmediate(() => socket.end());
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
const { app, admin, sql } = await appForFile({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  EMAIL_FROM: 'Atrium <no-reply@atrium.example>',
});
const { services } = app;
const tenants = await sql(`select id from tenants where account_key = 'default'`);
/** As the platform sends a mail by itself. */
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

/** Has a mail sent; returns the id of its job. */
async function send(to: string): Promise<string> {
  await mailTo(context, to, mail);
  const rows = await sql(`select id from jobs where name = 'mail.send' and input ->> 'to' = $1`, [to]);
  assert.equal(rows.length, 1);
  return rows[0].id;
}

const reaches = (id: string, state: string, attempts?: number): Promise<Json> =>
  until(
    `the mail to be ${state}`,
    async () => {
      const { body } = await admin.get(`/api/data/jobs/${id}`);
      return body.state === state && (attempts === undefined || body.attempts === attempts) && body;
    },
    20_000,
  );

/** The time that a mail waits for its next try has passed. Those that have ended are asked for once more as well. */
async function timePasses(...ids: string[]): Promise<void> {
  await sql(`update jobs set run_at = now() where name = 'mail.send' and id = any($1)`, [ids]);
  await sql('select pg_notify($1, $2)', [jobChannel, '']);
}

const takenFor = (to: string): Arrival[] => mails.taken.filter((arrival) => arrival.to.includes(to));

/** No node takes a mail up again that has been taken: another one that is sent now passes it by. */
async function staysOnce(to: string, id: string): Promise<void> {
  await timePasses(id);
  await reaches(await send(address()), 'completed');
  await reaches(id, 'completed');
  assert.equal(takenFor(to).length, 1);
}

const headerOf = (message: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(message)?.[1]?.replaceAll(/\r\n[ \t]+/g, ' ');

/** The bodies of a message with several, by type. */
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
    mails.fateOf = () => 'taken';
    mails.brought = 0;
    await mails.close();
    await mails.listen();
  });

  it('arrives as it was written, in both forms', async () => {
    const to = address();
    const id = await send(to);
    const job = await reaches(id, 'completed');
    assert.equal(job.attempts, 1);
    const [arrival] = takenFor(to) as [Arrival];
    assert.deepEqual([arrival.from, arrival.to], ['no-reply@atrium.example', [to]]);
    assert.equal(headerOf(arrival.message, 'from'), 'Atrium <no-reply@atrium.example>');
    assert.equal(headerOf(arrival.message, 'to'), to);
    assert.match(headerOf(arrival.message, 'message-id') ?? '', /^<[0-9a-f-]{36}@atrium\.example>$/);
    assert.match(headerOf(arrival.message, 'content-type') ?? '', /^multipart\/alternative;/);
    assert.deepEqual(Object.fromEntries(bodiesOf(arrival.message)), {
      'text/plain; charset=utf-8': mail.text.trim(),
      'text/html; charset=utf-8': mail.html.trim(),
    });
    await staysOnce(to, id);
  });

  it('is kept so that nobody who reads the database can use its link', async () => {
    await mails.close();
    const to = address();
    const id = await send(to);
    const { lastError } = await reaches(id, 'retrying', 1);
    const [order] = await sql('select to_jsonb(j)::text as text from jobs j where id = $1', [id]);
    for (const text of [order.text, lastError]) assert.doesNotMatch(text, /dG9rZW4|account\/reset/);
    assert.ok(order.text.includes(to));
    await mails.listen();
    await timePasses(id);
    await reaches(id, 'completed');
    assert.ok([...bodiesOf(takenFor(to)[0]?.message ?? '').values()].every((body) => body.includes(link)));
  });

  it('waits for a server that is down at first, and arrives once', async () => {
    await mails.close();
    const to = address();
    const id = await send(to);
    assert.match((await reaches(id, 'retrying', 1)).lastError, /ECONNREFUSED/);
    await timePasses(id);
    const { runAt } = await reaches(id, 'retrying', 2);
    assert.ok(Date.parse(runAt) > Date.now() + 20_000, 'it does not press a server that is down');
    await mails.listen();
    await timePasses(id);
    assert.equal((await reaches(id, 'completed')).attempts, 3);
    await staysOnce(to, id);
  });

  for (const fate of ['refused at MAIL', 'refused at RCPT', 'refused after DATA', 'dropped in DATA'] as const) {
    it(`that is ${fate} is not lost, and arrives once`, async () => {
      mails.fateOf = () => fate;
      const to = address();
      const id = await send(to);
      const { lastError } = await reaches(id, 'retrying', 1);
      assert.match(lastError, fate === 'dropped in DATA' ? /closed|reset/i : /451.*come back in a while/);
      await timePasses(id);
      await reaches(id, 'retrying', 2);
      assert.deepEqual([mails.brought, takenFor(to).length], [2, 0]);
      mails.fateOf = () => 'taken';
      await timePasses(id);
      assert.equal((await reaches(id, 'completed')).attempts, 3);
      await staysOnce(to, id);
    });
  }

  it('that was taken is done with, even when the connection goes before goodbye', async () => {
    mails.fateOf = () => 'dropped after';
    const to = address();
    const id = await send(to);
    assert.equal((await reaches(id, 'completed')).attempts, 1);
    mails.fateOf = () => 'taken';
    await staysOnce(to, id);
  });

  it('whose answer was lost comes again under the same Message-ID, by which receivers tell', async () => {
    mails.fateOf = () => 'answer lost';
    const to = address();
    const id = await send(to);
    await reaches(id, 'retrying', 1);
    mails.fateOf = () => 'taken';
    await timePasses(id);
    await reaches(id, 'completed');
    const messageIds = takenFor(to).map(({ message }) => headerOf(message, 'message-id'));
    assert.equal(messageIds.length, 2);
    assert.ok(messageIds[0] !== undefined && messageIds[0] === messageIds[1]);
  });

  it('is one of many, each of which arrives once, whatever happened to it before', async () => {
    const troubles: Fate[] = ['taken', 'refused at RCPT', 'refused after DATA', 'dropped in DATA', 'dropped after'];
    const fates = new Map(Array.from({ length: 20 }, (_, n) => [address(), troubles[n % troubles.length] as Fate]));
    mails.fateOf = (to) => fates.get(to) ?? 'taken';
    const ids = await Promise.all([...fates.keys()].map(send));
    const refusedOnes = ids.filter((_id, n) => ![0, 4].includes(n % troubles.length));
    for (const id of refusedOnes) await reaches(id, 'retrying', 1);
    mails.fateOf = () => 'taken';
    await timePasses(...ids);
    for (const id of ids) await reaches(id, 'completed');
    for (const to of fates.keys()) assert.equal(takenFor(to).length, 1, `${to}, ${fates.get(to)}`);
    const messageIds = [...fates.keys()].map((to) => headerOf(takenFor(to)[0]?.message ?? '', 'message-id'));
    assert.equal(new Set(messageIds).size, fates.size);
  });
});
