import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { newId } from '#lib/ids.ts';
import { type Mail, paragraphs } from '#lib/mail.ts';
import { StartupError } from '#lib/startup-error.ts';
import { testConfig } from '#test/cluster.ts';
import { CaptureTransport } from '../../modules/communications/mail/transports/capture-transport.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-mail-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: newId(),
  to: 'ada@example.com',
  subject: 'Grüße & more',
  ...paragraphs('First <line> with "marks" & ümlauts.', 'Second line.'),
  ...more,
});

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The unfolded headers and the body of a message or of one of its parts. */
function parse(text: string): Part {
  const end = text.indexOf('\n\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: text.slice(end + 2) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function parts(message: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(message.headers.get('content-type') ?? '')?.[1] as string;
  return message.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((text) => parse(text.replace(/^\n/, '')));
}

describe('mail', () => {
  const outgoing = ({ to, ...rest }: Mail, address = 'no-reply@atrium.example') => ({
    ...rest,
    from: { name: 'Atrium', address },
    to: [to],
    cc: [],
    bcc: [],
    replyTo: null,
    headers: {},
    attachments: [],
    envelopeFrom: null,
  });

  it('is written to a file that any mail program opens, when no SMTP server is configured', async () => {
    const dir = path.join(folder, 'kept');
    const sent = mail();
    assert.equal((await new CaptureTransport(dir).send(outgoing(sent))).kind, 'accepted');
    assert.deepEqual(readdirSync(dir), [`${sent.id}.eml`]);
    const file = path.join(dir, `${sent.id}.eml`);
    assert.equal(statSync(file).mode & 0o077, 0);
    const message = parse(readFileSync(file, 'utf8'));
    assert.equal(message.headers.get('from'), 'Atrium <no-reply@atrium.example>');
    assert.equal(message.headers.get('to'), 'ada@example.com');
    assert.equal(message.headers.get('message-id'), `<${sent.id}@atrium.example>`);
    assert.match(message.headers.get('subject') ?? '', /^=\?UTF-8\?[QB]\?.+\?=$/);
    assert.ok(!Number.isNaN(Date.parse(message.headers.get('date') ?? '')));
    assert.match(message.headers.get('content-type') ?? '', /^multipart\/alternative;/);
    const [text, html] = parts(message) as [Part, Part];
    assert.match(text.headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/);
    assert.match(html.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/);
    assert.equal(decoded(text).trim(), sent.text.trim());
    assert.equal(decoded(html).trim(), sent.html.trim());
  });

  it('is one file when it is sent twice', async () => {
    const dir = path.join(folder, 'twice');
    const capture = new CaptureTransport(dir);
    const sent = mail();
    await capture.send(outgoing(sent));
    await capture.send(outgoing(sent));
    assert.deepEqual(readdirSync(dir), [`${sent.id}.eml`]);
  });

  it('is refused when its subject or address has line breaks', async () => {
    const capture = new CaptureTransport(path.join(folder, 'injected'));
    for (const change of [
      { subject: 'Hello\r\nBcc: eve@example.com' },
      { to: 'ada@example.com\r\nCc: eve@example.com' },
    ])
      assert.equal((await capture.send(outgoing(mail(change)))).kind, 'refused');
  });

  it('has a plain text and an HTML form, and the HTML form escapes special characters', () => {
    assert.deepEqual(paragraphs('a <b> & "c"', 'd'), {
      text: 'a <b> & "c"\n\nd\n',
      html: '<!doctype html><html><body><p>a &lt;b&gt; &amp; &quot;c&quot;</p><p>d</p></body></html>',
    });
  });

  it('needs a valid SMTP_URL or none', () => {
    for (const url of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp:mail',
      'smtp://',
      'smtp://:hush@',
      'smtp://a:hush@b:port',
    ]) {
      assert.throws(
        () => testConfig({ SMTP_URL: url }),
        (error) => error instanceof StartupError && /^SMTP_URL /.test(error.message) && !error.message.includes('hush'),
        url,
      );
    }
    assert.equal(testConfig({ SMTP_URL: '' }).mail.smtpUrl, undefined);
    const { mail: settings } = testConfig({
      SMTP_URL: 'smtps://user:hush@mail.example.com:465',
      EMAIL_FROM: 'a@b.example',
    });
    assert.deepEqual([settings.smtpUrl, settings.from], ['smtps://user:hush@mail.example.com:465', 'a@b.example']);
  });
});
