import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { FakeProvider } from '#test/mail-provider.ts';
import { Mailbox } from '#test/mailbox.ts';
import { freePort, until } from '#test/process.ts';
import { ScriptedImap } from '#test/scripted-imap.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const route = '/api/communications/mailbox-connection';

const provider = await new FakeProvider().start();
const imap = await ScriptedImap.start();
imap.acceptsToken = (token) => provider.tokens.has(token);
const smtp = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'], authMethods: ['PLAIN', 'XOAUTH2'] });
smtp.acceptsToken = imap.acceptsToken;
const mails = new Mailbox();
after(() => {
  provider.close();
  imap.close();
});
const { admin, user, tenant, anonymous, sql, url } = await appForFile({
  ...mails.env,
  MAILBOX_GOOGLE_CLIENT_ID: 'client',
  MAILBOX_GOOGLE_CLIENT_SECRET: 'client-secret',
  MAILBOX_GOOGLE_ISSUER: provider.url,
  MAILBOX_GOOGLE_IMAP_HOST: `127.0.0.1:${imap.port}`,
  MAILBOX_GOOGLE_SMTP_HOST: `127.0.0.1:${smtp.port}`,
});

const input = (name: string, changes: { imap?: Json; smtp?: Json } = {}): Json => ({
  provider: 'imap',
  email: `${name}@example.com`,
  imap: { host: '127.0.0.1', port: imap.port, secure: false, username: name, password: 'right', ...changes.imap },
  smtp: { host: '127.0.0.1', port: smtp.port, secure: false, username: name, password: 'right', ...changes.smtp },
});

/** Sends a mail from a mailbox and waits until the server has it. */
async function sendBy(connectionId: string, to: string): Promise<void> {
  const mail = { connectionId, to, subject: 'Hello', body: 'Good day', undoSeconds: 0 };
  const reply = await admin.post('/api/communications/mailbox-send', mail);
  assert.equal(reply.status, 202, reply.text);
  await eventually(async () => {
    const { status, error } = (await admin.get(`/api/communications/emails/${reply.body._id}`)).body;
    assert.deepEqual([status, error], ['sent', null]);
  });
}

describe('connecting a mailbox with a password', () => {
  it('signs in at both servers and names the field that is wrong', async () => {
    const closed = await freePort();
    for (const [field, changes] of [
      ['imap.password', { imap: { password: 'wrong' } }],
      ['imap.port', { imap: { port: closed } }],
      ['smtp.password', { smtp: { password: 'wrong' } }],
      ['smtp.host', { smtp: { port: closed } }],
    ] as const) {
      const reply = await admin.post(route, input('wrong', changes));
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.details[0].field, field, reply.text);
    }
  });

  it('refuses hosts in the private network, unless the operator allows them', async () => {
    const other = await tenant();
    const reply = await other.post(route, input('private'));
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.error.details[0].field, 'imap.host');
  });

  it('answers with the connection without its secrets, and refuses the same mailbox twice', async () => {
    const reply = await admin.post(route, input('twice'));
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.status, 'syncing');
    assert.ok(!reply.text.includes('right'));
    assert.equal((await admin.post(route, input('twice'))).status, 409);
    const listed = await admin.get(route);
    assert.equal(listed.body.connected, true);
    assert.ok(!listed.text.includes('right') && !listed.text.includes('Password'));
    const folders = await admin.get(`${route}/${reply.body._id}/folders`);
    assert.deepEqual(
      folders.body.data.map(({ path, role, synced }: Json) => [path, role, synced]),
      [
        ['INBOX', 'inbox', true],
        ['Sent', 'sent', true],
      ],
    );
  });

  it('sends by the server as it was tried: without TLS when that was accepted', async () => {
    const { _id } = (await admin.post(route, input('plain'))).body;
    await sendBy(_id, 'plain@client.example');
    const [{ user, secure, from } = {}] = smtp.arrived('plain@client.example');
    assert.deepEqual([user, secure, from], ['plain', false, 'plain@example.com']);
  });

  it('is the business of its user: others get 404, and 409 without a mailbox of their own', async () => {
    const { _id } = (await admin.post(route, input('mine'))).body;
    const other = await user({ permissions: ['communications:read', 'communications:write'] });
    const sync = (connectionId: string) => other.post('/api/communications/mailbox-sync/sync', { connectionId });
    assert.deepEqual((await other.get(route)).body, { connected: false, data: [], providers: ['google'] });
    assert.equal((await sync(_id)).body.error.code, 'mailbox_not_connected');
    // Only administrators of the platform may name a server in the private network.
    refused(await other.post(route, input('theirs')), 422, 'validation_failed', 'imap.host');
    const path = `/api/identity/users/${other.userId}`;
    const { roles } = (await admin.get(path)).body;
    await admin.patch(path, { roles: [...roles, 'admin'] });
    assert.equal((await other.post(route, input('theirs'))).status, 201);
    await admin.patch(path, { roles });
    assert.equal((await sync(_id)).status, 404);
    assert.equal((await other.delete(`${route}/${_id}`)).status, 404);
    assert.equal((await other.patch(`${route}/${_id}`, { sharing: 'everything' })).status, 404);
    const changed = await admin.patch(`${route}/${_id}`, { sharing: 'nothing', blocklist: ['spam.example'] });
    assert.deepEqual([changed.body.sharing, changed.body.blocklist], ['nothing', ['spam.example']]);
  });
});

describe('connecting a mailbox by consent', () => {
  const begin = async (by = admin, more = '') => {
    const reply = await by.get(`${route}/connect?provider=google${more}`, { accept: 'application/json' });
    assert.equal(reply.status, 200, reply.text);
    const atProvider = await fetch(reply.body.authorizationUrl, { redirect: 'manual' });
    const back = new URL(atProvider.headers.get('location') ?? '');
    return { callback: `${back.pathname}${back.search}`, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const finish = (callback: string, cookie: string) =>
    anonymous.get(callback, { accept: 'application/json', ...(cookie !== '' && { cookie }) });

  it('sends a browser to the provider', async () => {
    const reply = await admin.get(`${route}/connect?provider=google`, { accept: 'text/html' });
    assert.equal(reply.status, 302);
    assert.ok(reply.headers.get('location')?.startsWith(`${provider.url}/authorize?`));
    const missing = await admin.get(`${route}/connect?provider=microsoft`);
    assert.equal(missing.status, 409);
    assert.equal(missing.body.error.code, 'not_configured');
    assert.match(missing.body.error.message, /MAILBOX_MICROSOFT_CLIENT_ID/);
    assert.ok(url);
  });

  it('finishes only in the browser that began', async () => {
    const { callback } = await begin();
    assert.equal((await finish(callback, '')).status, 401);
    const other = await begin();
    assert.equal((await finish(callback, other.cookie)).status, 401);
  });

  it('leads a browser to the page of mailboxes, or where it came from', async () => {
    provider.email = 'browser@provider.example';
    for (const [asked, expected] of [
      ['', '/app/settings/mailboxes'],
      ['&returnTo=%2Fapp%2Finbox', '/app/inbox'],
    ]) {
      const { callback, cookie } = await begin(admin, asked);
      const reply = await anonymous.get(callback, { accept: 'text/html', cookie });
      assert.deepEqual([reply.status, reply.headers.get('location')], [303, expected]);
    }
    provider.email = 'ann@provider.example';
  });

  it('names what the user did not allow', async () => {
    provider.scope = 'openid email';
    const { callback, cookie } = await begin();
    const reply = await finish(callback, cookie);
    provider.scope = undefined;
    assert.equal(reply.status, 409, reply.text);
    assert.match(reply.body.error.message, /Google did not connect the mailbox: access to your mails was not allowed/);
  });

  it('reads and sends with access tokens, renews them, asks the user when the consent is withdrawn, and revokes it', async () => {
    const { callback, cookie } = await begin();
    imap.deliver('ann@provider.example', 'Subject: By consent\r\nMessage-ID: <consent@x.example>\r\n\r\nText');
    const reply = await finish(callback, cookie);
    assert.equal(reply.status, 200, reply.text);
    const { _id } = reply.body;
    assert.ok(!reply.text.includes('the-refresh-token'));
    const statusOf = async () =>
      (await admin.get(route)).body.data.find((one: Json) => one._id === _id) as { status: string; error: string };
    await until('an active mailbox', async () => (await statusOf()).status === 'active', 20_000);
    await sendBy(_id, 'token@client.example');
    assert.equal(smtp.arrived('token@client.example')[0]?.user, 'ann@provider.example');
    // The tokens expire in the middle, so the next sign-in gets a new one.
    provider.tokens.clear();
    imap.cut();
    imap.deliver('ann@provider.example', 'Subject: Renewed\r\nMessage-ID: <renewed@x.example>\r\n\r\nText');
    await until('the next mail', async () => {
      const rows = await sql(`select 1 from communications_emails where message_id like '%renewed@x.example%'`);
      return rows.length === 1;
    });
    assert.ok(provider.renewals >= 1);
    provider.withdrawn = true;
    provider.tokens.clear();
    imap.cut();
    await until('a mailbox that needs its user', async () => (await statusOf()).status === 'needsReauthorization');
    assert.match((await statusOf()).error, /withdrawn/);
    await mails.next('admin@example.com', /Connect your mailbox ann@provider.example again/);
    provider.withdrawn = false;
    const again = await admin.post(`${route}/${_id}/reconnect`, {});
    assert.ok(again.body.authorizationUrl.startsWith(provider.url), again.text);
    assert.equal((await admin.delete(`${route}/${_id}`)).status, 204);
    assert.deepEqual(provider.revoked, ['the-refresh-token']);
  });
});
