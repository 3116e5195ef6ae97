import assert from 'node:assert/strict';
import net, { type AddressInfo, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { Dovecot, dovecotMissing } from '#test/dovecot.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { FakeProvider } from '#test/mail-provider.ts';
import { until } from '#test/process.ts';
import { ScriptedImap } from '#test/scripted-imap.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const route = '/api/communications/mailbox-connection';
const missing = dovecotMissing();
if (missing !== undefined)
  process.stderr.write(`\nSKIPPED: access tokens are NOT tested with a real mail server. ${missing}\n\n`);

/** Forwards connections, and cuts them on demand, as a provider does when a token ends. */
class Cutter {
  readonly #sockets = new Set<Socket>();
  readonly #server: net.Server;

  constructor(port: number) {
    this.#server = net.createServer((from) => {
      const to = net.connect(port, '127.0.0.1');
      for (const socket of [from, to]) {
        this.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      }
      from.pipe(to).pipe(from);
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

const google = await new FakeProvider().start();
const microsoft = await new FakeProvider('microsoft').start();
microsoft.email = 'bob@organisation.example';
microsoft.refreshToken = 'first-of-microsoft';
const dovecot = missing === undefined ? await Dovecot.start(`${google.url}/introspect`) : undefined;
const cutter = new Cutter(dovecot?.port ?? 0);
const imap = await ScriptedImap.start();
imap.acceptsToken = (token) => microsoft.tokens.has(token);
const smtp = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'], authMethods: ['XOAUTH2'] });
smtp.acceptsToken = (token) => microsoft.tokens.has(token) || google.tokens.has(token);
// The issuer of Microsoft is the real one, because the library treats its one document for all organisations in a
// special way.
const realFetch = globalThis.fetch;
const isMicrosoft = (url: string) => url.startsWith('https://login.microsoftonline.com/');
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return realFetch(isMicrosoft(url) ? url.replace('https://login.microsoftonline.com', microsoft.url) : input, init);
};
after(async () => {
  globalThis.fetch = realFetch;
  for (const one of [google, microsoft, imap, cutter]) one.close();
  await dovecot?.remove();
});
const env = (name: string, port: number) => ({
  [`MAILBOX_${name}_CLIENT_ID`]: 'client',
  [`MAILBOX_${name}_CLIENT_SECRET`]: 'client-secret',
  [`MAILBOX_${name}_IMAP_HOST`]: `127.0.0.1:${port}`,
  [`MAILBOX_${name}_SMTP_HOST`]: `127.0.0.1:${smtp.port}`,
});
const { admin, anonymous, app, sql } = await appForFile({
  ...env('GOOGLE', await cutter.start()),
  ...env('MICROSOFT', imap.port),
  MAILBOX_GOOGLE_ISSUER: google.url,
});

const connect = async (provider: string): Promise<Json> => {
  const begun = await admin.get(`${route}/connect?provider=${provider}`, { accept: 'application/json' });
  assert.equal(begun.status, 200, begun.text);
  const back = new URL(
    (await fetch(begun.body.authorizationUrl, { redirect: 'manual' })).headers.get('location') ?? '',
  );
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const reply = await anonymous.get(`${back.pathname}${back.search}`, { accept: 'application/json', cookie });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const state = async (id: string): Promise<Json> =>
  (await admin.get(route)).body.data.find(({ _id }: Json) => _id === id);
const mailsOf = async (domain: string): Promise<number> =>
  (await sql(`select count(*)::int from communications_emails where message_id like $1`, [`%@${domain}>`]))[0].count;

describe('a mailbox at a real server with access tokens', { skip: missing ?? false }, () => {
  it('is read to its end, although the token ends in the middle', async () => {
    const total = 60;
    const message = (n: number) =>
      `From: x@y.example\r\nSubject: ${n}\r\nMessage-ID: <${n}@tokens.example>\r\n\r\n${'text '.repeat(60_000)}\r\n`;
    await dovecot?.deliver(google.email, ...Array.from({ length: total }, (_, n) => message(n)));
    const { _id, email } = await connect('google');
    assert.equal(email, 'ann@provider.example');
    await until('some mails', async () => (await mailsOf('tokens.example')) > 0, 30_000);
    google.tokens.clear();
    cutter.cut();
    assert.ok((await mailsOf('tokens.example')) < total, 'the token ended too late');
    await until('all mails', async () => (await mailsOf('tokens.example')) === total, 60_000);
    await until('an active mailbox', async () => (await state(_id)).status === 'active');
    assert.ok(google.renewals >= 1 && google.introspected >= 2, `${google.renewals} ${google.introspected}`);
    const failures = await sql(`select record from events where type = 'sync.failed' and record_id = $1`, [_id]);
    assert.deepEqual(failures, []);
    const [{ locations }] = await sql(
      'select count(*)::int as locations from mailbox_locations where connection_id = $1',
      [_id],
    );
    assert.equal(locations, total);
  });
});

describe('a mailbox of Microsoft', () => {
  it('is connected at the issuer of all organisations, with its scopes, and by the name of an account without an address', async () => {
    imap.deliver(microsoft.email, 'Subject: Hello\r\nMessage-ID: <one@ms.example>\r\n\r\nText');
    const { _id, email, provider } = await connect('microsoft');
    assert.deepEqual([email, provider], ['bob@organisation.example', 'microsoft']);
    assert.deepEqual(microsoft.asked.get('scope')?.split(' '), [
      'openid',
      'email',
      'offline_access',
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
    ]);
    await until('the mail', async () => (await mailsOf('ms.example')) === 1, 20_000);
    await until('an active mailbox', async () => (await state(_id)).status === 'active', 20_000);
  });

  it('keeps the newest refresh token, because the one before it ends', async () => {
    for (const n of [1, 2]) {
      await until('a connection that waits for news', async () => imap.isIdle(microsoft.email), 30_000);
      microsoft.tokens.clear();
      imap.cut();
      imap.deliver(microsoft.email, `Subject: Again\r\nMessage-ID: <again-${n}@ms.example>\r\n\r\nText`);
      await until('the next mail', async () => (await mailsOf('ms.example')) === n + 1, 30_000);
    }
    assert.ok(microsoft.renewals >= 2);
    const [row] = await sql(
      `select refresh_token as token from communications_mailbox_connections where email = 'bob@organisation.example'`,
    );
    assert.equal(app.services.vault.decrypt(row.token), microsoft.refreshToken);
  });

  it('renews a token that ends while the mailbox is read, although it was renewed just before', async () => {
    await until('a connection that waits for news', async () => imap.isIdle(microsoft.email), 30_000);
    const renewals = microsoft.renewals;
    microsoft.tokens.clear();
    imap.cut();
    imap.acceptsToken = (token) => {
      const accepted = microsoft.tokens.delete(token);
      if (accepted) {
        imap.acceptsToken = (next) => microsoft.tokens.has(next);
        imap.cutAt = 2;
      }
      return accepted;
    };
    imap.deliver(microsoft.email, 'Subject: Again\r\nMessage-ID: <again-3@ms.example>\r\n\r\nText');
    await until('the next mail', async () => (await mailsOf('ms.example')) === 4, 30_000);
    assert.equal(microsoft.renewals - renewals, 2);
  });

  it('sends by the server of Microsoft, which keeps the sent mail itself', async () => {
    const [{ id }] = await sql(`select id from communications_mailbox_connections where provider = 'microsoft'`);
    const written = { connectionId: id, to: 'to@client.example', subject: 'Hi', body: 'Text', undoSeconds: 0 };
    const { body } = await admin.post('/api/communications/mailbox-send', written);
    await eventually(async () => {
      const { status, error } = (await admin.get(`/api/communications/emails/${body._id}`)).body;
      assert.deepEqual([status, error], ['sent', null]);
    });
    assert.equal(smtp.arrived('to@client.example')[0]?.user, 'bob@organisation.example');
    assert.deepEqual(await sql('select kind from mailbox_changes where email_id = $1', [body._id]), []);
  });

  it('is disconnected, although Microsoft cannot revoke a consent', async () => {
    const [{ id }] = await sql(`select id from communications_mailbox_connections where provider = 'microsoft'`);
    assert.equal((await admin.delete(`${route}/${id}`)).status, 204);
    assert.deepEqual(microsoft.revoked, []);
    assert.equal(await state(id), undefined);
  });
});
