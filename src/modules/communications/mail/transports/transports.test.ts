import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { type ParsedMail, simpleParser } from 'mailparser';
import { appForFile } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { freePort } from '#test/process.ts';
import { type Arrival, type Reaction, SmtpSink } from '#test/smtp-sink.ts';
import { timeLimit } from '#test/time-limit.ts';
import type { SendResult } from '../../smtp/send-result.ts';
import type { OutgoingMail } from './transport.ts';
import { type TransportSettings, Transports } from './transports.ts';

const mailbox = new Mailbox();
const { app, sql, tenant } = await appForFile({ ...mailbox.env, EMAIL_FROM: 'Atrium <no-reply@atrium.example>' });
const { services } = app;
const [operator] = await sql(`select id from tenants where account_key = 'default'`);
const sink = await SmtpSink.forFile({ hideSMTPUTF8: false } as never);

const transports = new Transports(services, { smtpTimeoutMs: 600, sendDeadlineMs: 3000 });
after(() => transports.close());

let count = 0;
const next = (): number => {
  count += 1;
  return count;
};

const settingsFor = (url: string, more: Partial<TransportSettings> = {}): TransportSettings => ({
  id: `00000000-0000-7000-8000-${String(next()).padStart(12, '0')}`,
  url,
  fromEmail: 'ada@sender.example',
  fromName: null,
  maxConnections: 2,
  dkimDomain: null,
  returnPathDomain: null,
  ...more,
});

const toSink = settingsFor(`smtp://127.0.0.1:${sink.port}`);

const mailTo = (to: string, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: `mail-${next()}`,
  from: { name: 'Ada', address: 'ada@sender.example' },
  to: [to],
  cc: [],
  bcc: [],
  replyTo: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: {},
  attachments: [],
  envelopeFrom: null,
  ...more,
});

const send = (mail: OutgoingMail, settings = toSink): Promise<SendResult> =>
  transports.open(operator.id, settings).send(mail);

/** Sends to a new recipient with this reaction of the server. */
function sendWith(reaction: Reaction, more: Partial<OutgoingMail> = {}, settings = toSink): Promise<SendResult> {
  const to = `r${next()}@example.org`;
  sink.reactions.set(to, reaction);
  return send(mailTo(to, more), settings);
}

const parsed = async (to: string): Promise<{ arrival: Arrival; mail: ParsedMail }> => {
  const [arrival] = sink.arrived(to);
  assert.ok(arrival, `no mail to ${to}`);
  return { arrival, mail: await simpleParser(arrival.message) };
};

/** Larger than the buffers of the sockets, so that the end of the message is not sent before the server reads. */
const large = (): Partial<OutgoingMail> => ({
  attachments: [
    {
      name: 'large.bin',
      mimeType: 'application/octet-stream',
      open: async () => Readable.from(Array.from({ length: 800 }, () => randomBytes(65_536))),
    },
  ],
});

describe('a mail that the server accepts', () => {
  it('arrives with its sender, subject, bodies, headers and message id', async () => {
    const mail = mailTo('plain@example.org', {
      cc: ['copy@example.org'],
      bcc: ['hidden@example.org'],
      replyTo: 'answers@sender.example',
      headers: { 'List-Unsubscribe': `<https://crm.example/m/u/${'x'.repeat(300)}>`, 'X-Reason': 'test' },
      envelopeFrom: 'bounce+1@returns.example',
    });
    const result = await send(mail);
    assert.equal(result.kind, 'accepted');
    const { arrival, mail: got } = await parsed('plain@example.org');
    assert.deepEqual(arrival.to, ['plain@example.org', 'copy@example.org', 'hidden@example.org']);
    assert.equal(arrival.from, 'bounce+1@returns.example');
    assert.doesNotMatch(arrival.message, /hidden@/);
    assert.equal(got.messageId, `<${mail.id}@sender.example>`);
    assert.deepEqual(got.from?.value, [{ name: 'Ada', address: 'ada@sender.example' }]);
    assert.equal(got.replyTo?.text, 'answers@sender.example');
    assert.equal(got.subject, 'Hello');
    assert.equal(got.text?.trim(), 'Hello');
    assert.equal(got.html, '<p>Hello</p>');
    assert.equal(got.headers.get('x-reason'), 'test');
    assert.match(arrival.message, /^List-Unsubscribe:\s+<https:\/\/crm\.example\/m\/u\/x{300}>\r$/m);
  });

  it('keeps letters of all languages in names, subjects, addresses and bodies', async () => {
    const result = await send(
      mailTo('grüße@bücher.example', {
        from: { name: 'Zoë “Quotes”, Ünal 日本', address: 'ada@sender.example' },
        subject: 'Grüße aus Köln — 日本語 🎉'.repeat(4),
        text: 'Ein Gruß: 日本語 🎉\n.\n..\nEnde',
      }),
    );
    assert.equal(result.kind, 'accepted');
    const [arrival] = sink.arrivals.slice(-1) as [Arrival];
    assert.match(arrival.to[0] as string, /^grüße@(bücher|xn--bcher-kva)\.example$/);
    const got = await simpleParser(arrival.message);
    assert.equal(got.from?.value[0]?.name, 'Zoë “Quotes”, Ünal 日本');
    assert.equal(got.subject, 'Grüße aus Köln — 日本語 🎉'.repeat(4));
    assert.equal(got.text?.trim(), 'Ein Gruß: 日本語 🎉\n.\n..\nEnde');
  });

  it('carries attachments, which are opened when it is sent', async () => {
    const content = randomBytes(300_000);
    let opened = 0;
    const attachment = {
      name: 'Übersicht 1.pdf',
      mimeType: 'application/pdf',
      open: async () => {
        opened += 1;
        return Readable.from([content.subarray(0, 1000), content.subarray(1000)]);
      },
    };
    const result = await send(mailTo('files@example.org', { attachments: [attachment, attachment] }));
    assert.equal(result.kind, 'accepted');
    assert.equal(opened, 2);
    const { mail } = await parsed('files@example.org');
    assert.deepEqual(
      mail.attachments.map(({ filename, contentType }) => [filename, contentType]),
      [
        ['Übersicht 1.pdf', 'application/pdf'],
        ['Übersicht 1.pdf', 'application/pdf'],
      ],
    );
    for (const { content: got } of mail.attachments) assert.ok(content.equals(got));
  });

  it('is accepted though some of its recipients are refused, and they are named', async () => {
    sink.reactions.set('gone@example.org', { rcpt: 550, text: 'no such user' });
    const result = await send(mailTo('stays@example.org', { cc: ['gone@example.org'] }));
    assert.equal(result.kind, 'accepted');
    assert.ok(result.kind === 'accepted');
    assert.deepEqual(result.rejected, [{ address: 'gone@example.org', message: '550 no such user' }]);
    assert.match(result.response, /gone@example\.org: 550 no such user/);
    assert.deepEqual(sink.arrived('stays@example.org')[0]?.to, ['stays@example.org']);
  });

  it('goes over connections that are kept open, at most as many as allowed', async () => {
    const settings = settingsFor(toSink.url, { maxConnections: 3 });
    const before = sink.connections;
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send(mailTo(`kept-${n}@example.org`), settings)),
    );
    assert.ok(results.every(({ kind }) => kind === 'accepted'));
    assert.equal(sink.connections - before, 3);
  });
});

describe('a mail that the server does not accept', () => {
  it('is deferred by 4xx, at each step', async () => {
    for (const reaction of [{ rcpt: 451 }, { end: 451 }, { rcpt: 421 }] as const) {
      const result = await sendWith(reaction);
      assert.equal(result.kind, 'deferred', JSON.stringify(result));
      assert.match(result.kind === 'deferred' ? result.message : '', /^4\d1 not today/);
    }
    sink.reactions.set('slow@sender.example', { mail: 451 });
    const from = { name: null, address: 'slow@sender.example' };
    assert.equal((await sendWith({}, { from })).kind, 'deferred');
  });

  it('is refused by 5xx for the recipient or the message, and the connection stays usable', async () => {
    const settings = settingsFor(toSink.url, { maxConnections: 1 });
    await sendWith({}, {}, settings);
    const before = sink.connections;
    for (const reaction of [{ rcpt: 550 }, { end: 554 }] as const) {
      const result = await sendWith(reaction, {}, settings);
      assert.deepEqual(result, { kind: 'refused', message: `${reaction.rcpt ?? reaction.end} not today` });
    }
    assert.equal((await sendWith({}, {}, settings)).kind, 'accepted');
    assert.equal(sink.connections, before);
  });

  it('stops the transport when its own sender is refused, and not for a sender of the mail', async () => {
    sink.reactions.set('other@sender.example', { mail: 553, text: 'sender not allowed' });
    const from = { name: null, address: 'other@sender.example' };
    const message = '553 sender not allowed';
    assert.deepEqual(await sendWith({}, { from }), { kind: 'transport', stop: false, onlyThisMail: true, message });
    const settings = settingsFor(toSink.url, { fromEmail: 'Other@sender.example' });
    assert.deepEqual(await sendWith({}, { from }, settings), { kind: 'transport', stop: true, message });
  });

  it('is no bounce when the server refuses the sender at RCPT TO', async () => {
    for (const [rcpt, text] of [
      [553, '5.7.1 <ada@sender.example>: Sender address rejected: not owned by user ada'],
      [554, '5.7.1 <x@example.org>: Relay access denied'],
      [530, '5.7.0 Authentication required'],
    ] as const) {
      assert.deepEqual(await sendWith({ rcpt, text }), { kind: 'transport', stop: true, message: `${rcpt} ${text}` });
    }
  });

  it('is refused before it is sent when an address, a name, the subject or a header holds a control character', async () => {
    const { offered } = sink;
    const bad: Partial<OutgoingMail>[] = [
      { to: ['a@example.org\r\nRCPT TO:<b@example.org>'] },
      { cc: ['a@example.org\n'] },
      { bcc: ['a@example.org\u0000'] },
      { from: { name: 'Ada\r\nBcc: b@example.org', address: 'ada@sender.example' } },
      { from: { name: null, address: 'ada@sender.example>\r\n' } },
      { subject: 'Hello\r\nBcc: b@example.org' },
      { replyTo: 'a@example.org\r\nX: y' },
      { headers: { 'X-One': 'a\r\nBcc: b@example.org' } },
      { headers: { 'X-One: a\r\nBcc': 'b@example.org' } },
      { envelopeFrom: 'a@example.org>\r\nDATA' },
      { to: ['a@example.org, b@example.org'] },
      { to: ['A <a@example.org>'] },
      { to: [] },
    ];
    for (const more of bad) {
      const result = await send(mailTo('safe@example.org', more));
      assert.equal(result.kind, 'refused', JSON.stringify(more));
      assert.match(result.kind === 'refused' ? result.message : '', /^The mail was not sent: /);
    }
    assert.equal(sink.offered, offered);
  });

  it('is deferred when an attachment cannot be read, and the server never gets its end', async () => {
    const attachment = {
      name: 'lost.txt',
      mimeType: 'text/plain',
      open: async (): Promise<Readable> => {
        throw new Error('it is gone');
      },
    };
    const result = await send(mailTo('lost@example.org', { attachments: [attachment] }));
    assert.deepEqual(result, { kind: 'deferred', message: 'The attachment lost.txt could not be read: it is gone' });
    assert.equal(sink.arrived('lost@example.org').length, 0);
    assert.equal((await send(mailTo('after-lost@example.org'))).kind, 'accepted');
  });
});

/** A server with arbitrary behaviour. */
async function rawServer(react: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => react(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that speaks SMTP up to the message, and then runs `react`. */
const scripted = (react: (socket: net.Socket, text: string) => void): Promise<string> =>
  rawServer((socket) => {
    let inMessage = false;
    socket.write('220 hello\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (inMessage) return react(socket, text);
      inMessage = text.startsWith('DATA');
      socket.write(inMessage ? '354 go on\r\n' : '250 fine\r\n');
    });
  });

describe('a connection that breaks', () => {
  it('before the end of the message was sent defers the mail, which is not sent again by itself', async () => {
    const { offered } = sink;
    const result = await sendWith({ data: 'cut' }, large());
    assert.equal(result.kind, 'deferred', JSON.stringify(result));
    assert.equal(sink.offered, offered + 1);
  });

  it('after the end of the message was sent leaves the result unknown', async () => {
    const { offered } = sink;
    const small = { name: 'a.txt', mimeType: 'text/plain', open: async () => Readable.from(['short']) };
    for (const more of [{}, { attachments: [small] }]) {
      const result = await sendWith({ end: 'cut' }, more);
      assert.equal(result.kind, 'unknown', JSON.stringify(result));
    }
    assert.equal(sink.offered, offered + 2);
  });

  it('by a timeout after the end of the message leaves the result unknown', async () => {
    const startedAt = Date.now();
    const result = await sendWith({ end: 'silent' });
    assert.equal(result.kind, 'unknown', JSON.stringify(result));
    assert.ok(Date.now() - startedAt < timeLimit(3000));
  });

  it('by a server that answers without end leaves the result unknown, after the time limit of a mail', async () => {
    const url = await scripted((socket) => {
      const timer = setInterval(() => socket.write('250-wait\r\n'), 100);
      socket.once('close', () => clearInterval(timer));
    });
    const result = await send(mailTo('endless@example.org'), settingsFor(url));
    assert.deepEqual(result, { kind: 'unknown', message: 'The mail could not be sent in time.' });
  });

  it('because the server refuses the message before its end gets no further command', async () => {
    let received = '';
    const url = await scripted((socket, text) => {
      if (received === '') socket.write('552 too large\r\n');
      received += text;
    });
    const result = await send(mailTo('large@example.org', large()), settingsFor(url));
    assert.deepEqual(result, { kind: 'refused', message: '552 too large' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.doesNotMatch(received, /^RSET|^\.\r\n/m);
  });

  it('while it is idle is replaced by a new one', async () => {
    const settings = settingsFor(toSink.url);
    assert.equal((await sendWith({}, {}, settings)).kind, 'accepted');
    sink.cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await sendWith({}, {}, settings)).kind, 'accepted');
  });
});

const transportFailure = async (url: string): Promise<{ stop: boolean; message: string }> => {
  const result = await send(mailTo('never@example.org'), settingsFor(url));
  assert.ok(result.kind === 'transport', JSON.stringify(result));
  return { stop: result.stop, message: result.message };
};

describe('a transport that does not work', () => {
  it('is reported when nothing listens, when the server is silent, full or closes, and may work later', async () => {
    const urls = [
      [`smtp://127.0.0.1:${await freePort()}`, /refused the connection/],
      [await rawServer(() => {}), /Greeting never received|did not answer in time/],
      [await rawServer((socket) => socket.end()), /closed/],
      [await rawServer((socket) => socket.end('421 too many connections\r\n')), /421 too many connections/],
      [await rawServer((socket) => socket.end('554 no service here\r\n')), /554 no service here/],
      ['smtp://nowhere.invalid', /host of the mail server/],
    ] as const;
    for (const [url, expected] of urls) {
      const { stop, message } = await transportFailure(url);
      assert.equal(stop, false, url);
      assert.match(message, expected, url);
    }
  });

  it('is stopped when the login is refused or not offered', async () => {
    const secured = await SmtpSink.forFile({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
    });
    const refused = await transportFailure(`smtp://ada:wrong@127.0.0.1:${secured.port}`);
    assert.deepEqual(refused, { stop: true, message: 'The login failed: 535 wrong password' });
    assert.equal((await transportFailure(`smtp://ada:right@127.0.0.1:${sink.port}`)).stop, true);
    // The server demands a login, but the URL has none.
    assert.equal((await transportFailure(`smtp://127.0.0.1:${secured.port}`)).stop, true);
    const right = await send(mailTo('in@example.org'), settingsFor(`smtp://ada:right@127.0.0.1:${secured.port}`));
    assert.equal(right.kind, 'accepted');
    assert.equal(secured.arrivals[0]?.user, 'ada');
  });

  it('uses STARTTLS when it is offered, and checks the certificate', async () => {
    const secured = await SmtpSink.forFile({ disabledCommands: ['AUTH'] });
    const url = `smtp://localhost:${secured.port}`;
    assert.match((await transportFailure(url)).message, /self-signed|certificate/i);
    const accepted = await send(mailTo('tls@example.org'), settingsFor(`${url}?tls.rejectUnauthorized=false`));
    assert.equal(accepted.kind, 'accepted', JSON.stringify(accepted));
    assert.equal(secured.arrivals[0]?.secure, true);
    assert.match((await transportFailure(`smtp://127.0.0.1:${sink.port}?requireTLS=true`)).message, /STARTTLS|TLS/);
    const direct = await SmtpSink.forFile({ secure: true, disabledCommands: ['AUTH'] });
    const smtps = settingsFor(`smtps://localhost:${direct.port}?tls.rejectUnauthorized=false`);
    assert.equal((await send(mailTo('smtps@example.org'), smtps)).kind, 'accepted');
  });

  it('for addresses outside ASCII is only not used for that mail', async () => {
    const old = await SmtpSink.forFile({ hideSMTPUTF8: true } as never);
    const settings = settingsFor(`smtp://127.0.0.1:${old.port}`);
    const result = await send(mailTo('grüße@example.org'), settings);
    assert.ok(result.kind === 'transport' && result.onlyThisMail, JSON.stringify(result));
    assert.equal((await send(mailTo('ascii@bücher.example'), settings)).kind, 'accepted');
  });
});

describe('a transport of a tenant', () => {
  it('does not reach private addresses, by address or by name', async () => {
    const other = await tenant();
    const [row] = await sql('select id from tenants where account_key = $1', [other.accountKey]);
    const { offered } = sink;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']) {
      const transport = transports.open(row.id, settingsFor(`smtp://${host}:${sink.port}`));
      const result = await transport.send(mailTo('inside@example.org'));
      assert.ok(result.kind === 'transport' && result.stop, `${host}: ${JSON.stringify(result)}`);
      assert.match(result.message, /public address/);
    }
    assert.equal(sink.offered, offered);
  });

  it('is opened again when its settings change', async () => {
    const first = transports.open(operator.id, toSink);
    assert.equal(transports.open(operator.id, { ...toSink }), first);
    const changed = transports.open(operator.id, { ...toSink, maxConnections: 9 });
    assert.notEqual(changed, first);
    assert.equal(changed.maxConnections, 9);
  });
});

describe('the transport of the platform', () => {
  it('writes complete files where no mail server is configured', async () => {
    const transport = transports.platform();
    assert.equal(transport.id, null);
    const mail = mailTo('captured@example.org', { subject: 'Captured' });
    assert.deepEqual(await transport.send(mail), { kind: 'accepted', response: `written to ${mail.id}.eml` });
    const folder = path.join(mailbox.env.DATA_DIR, 'mail');
    assert.ok(readdirSync(folder).every((name) => name.endsWith('.eml')));
    const got = await simpleParser(readFileSync(path.join(folder, `${mail.id}.eml`)));
    assert.equal(got.subject, 'Captured');
    assert.equal(got.messageId, `<${mail.id}@sender.example>`);
  });
});
