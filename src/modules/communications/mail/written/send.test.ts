import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { Mailbox } from '#test/mailbox.ts';
import { addMailbox, privateConversation, receiveMail } from '#test/mailbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const mails = new Mailbox();
const test = await appForFile({ ...mailEnv, ...mails.env });
const { admin, sql, user, tenant } = test;
const sink = await SmtpSink.forFile();
const path = '/api/communications/mailbox-send';
const permissions = ['communications:read', 'communications:write', 'sales:read', 'data:read'];

const send = (client: Client, body: Json) =>
  client.post(path, { subject: 'Hello', body: 'Good day', undoSeconds: 0, ...body });
const until = (client: Client, id: string, status: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await client.get(`/api/communications/emails/${id}`);
    assert.equal(body.status, status, JSON.stringify(body));
    return body;
  });

describe('a mail of a mailbox', () => {
  it('needs a mailbox, and another user has a mailbox of their own', async () => {
    const [ada, bob] = [await user({ permissions }), await user({ permissions })];
    refused(await send(ada, { to: 'x@example.org' }), 409, 'mailbox_not_connected');
    const id = await addMailbox(test, ada, sink);
    refused(await send(bob, { to: 'x@example.org', connectionId: id }), 404, 'not_found');
    refused(await send(admin, { to: 'x@example.org', connectionId: id }), 404, 'not_found');
    const other = await tenant();
    assert.equal((await send(other, { to: 'x@example.org', connectionId: id })).status, 409);
  });

  it('goes by the server of the mailbox, with its sender, signature and threading, and a copy for sent mail', async () => {
    const ada = await user({ permissions });
    const connectionId = await addMailbox(test, ada, sink, { signature: '<b>Ada</b> of Engines' });
    const conversationId = await privateConversation(test, ada, { connectionId });
    await receiveMail(test, ada, conversationId, {
      messageId: '<first@client.example>',
      visibility: 'private',
      viewerIds: [ada.userId],
    });
    const reply = await ada.post(`/api/communications/conversations/${conversationId}/reply`, {
      html: '<p>Fine, <i>thanks</i></p>',
      bcc: 'hidden@example.org',
      undoSeconds: 0,
    });
    assert.equal(reply.status, 202, reply.text);
    assert.deepEqual(reply.body.to, ['grace@client.example']);
    assert.equal(reply.body.subject, 'Re: Question');
    assert.equal(reply.body.visibility, 'private');
    const sent = await until(ada, reply.body._id, 'sent');
    const [arrival] = sink.arrived('hidden@example.org');
    assert.ok(arrival);
    assert.match(arrival.message, /^From: Ada Lovelace <ada@own\.example>/m);
    assert.match(arrival.message, /^In-Reply-To: <first@client\.example>/m);
    assert.match(arrival.message, /^References: <first@client\.example>/m);
    assert.ok(arrival.message.includes(`Message-ID: ${sent.messageId}`));
    assert.match(arrival.message, /-- \r?\nAda of Engines/);
    assert.match(arrival.message, /<b>Ada<\/b> of =\r\nEngines/);
    assert.doesNotMatch(arrival.message, /hidden@example\.org|List-Unsubscribe/);
    const [change] = await sql('select * from mailbox_changes where email_id = $1', [sent._id]);
    const copy = test.app.services.vault.decrypt(change.content);
    assert.equal(change.kind, 'append');
    assert.ok(copy.includes(`Message-ID: ${sent.messageId}`) && copy.includes('hidden@example.org'));
    const conversation = (await ada.get(`/api/communications/conversations/${conversationId}`)).body;
    assert.deepEqual(
      [conversation.messageCount, conversation.lastMessageDirection, conversation.waitingSince],
      [2, 'outbound', null],
    );
    assert.ok(conversation.firstRepliedAt);
  });

  it('begins a conversation, which colleagues see as the mailbox shares it', async () => {
    const [ada, bob] = [await user({ permissions }), await user({ permissions })];
    await addMailbox(test, ada, sink);
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Known', email: 'known@client.example' });
    const open = await send(ada, { to: 'known@client.example' });
    assert.deepEqual([open.body.visibility, open.body.contactId], ['linked', contact._id]);
    assert.equal((await bob.get(`/api/communications/conversations/${open.body.conversationId}`)).status, 200);
    const closed = await send(ada, { to: 'unknown@client.example' });
    assert.equal(closed.body.visibility, 'private');
    assert.equal((await bob.get(`/api/communications/conversations/${closed.body.conversationId}`)).status, 404);
    assert.equal((await admin.get(`/api/communications/emails/${closed.body._id}`)).status, 404);
  });

  it('is sent by members of the team of a shared mailbox', async () => {
    const [ada, bob] = [await user({ permissions }), await user({ permissions })];
    const team = await admin.create('/api/identity/teams', { name: 'Desk' });
    await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: ada.userId });
    const connectionId = await addMailbox(test, admin, sink, { teamIds: [team._id], email: 'desk@own.example' });
    const { body } = await send(ada, { to: 'team@client.example', connectionId });
    assert.equal((await until(ada, body._id, 'sent')).from, 'desk@own.example');
    refused(await send(bob, { to: 'x@example.org', connectionId }), 404, 'not_found');
  });

  it('keeps the mark of a reply in another language', async () => {
    const ada = await user({ permissions });
    const connectionId = await addMailbox(test, ada, sink);
    for (const [subject, answered] of [
      ['AW: Angebot', 'AW: Angebot'],
      ['Angebot', 'Re: Angebot'],
    ]) {
      const id = await privateConversation(test, ada, { subject, connectionId });
      await receiveMail(test, ada, id, { subject, connectionId, visibility: 'private', viewerIds: [ada.userId] });
      const reply = await ada.post(`/api/communications/conversations/${id}/reply`, { body: 'Danke' });
      assert.equal(reply.body.subject, answered, reply.text);
    }
  });

  it('can be undone until it is sent', async () => {
    const ada = await user({ permissions });
    await addMailbox(test, ada, sink);
    const { body } = await send(ada, { to: 'undo@client.example', undoSeconds: 10 });
    assert.ok(Date.parse(body.undoUntil) > Date.now());
    const undone = await ada.post(`${path}/${body._id}/undo`, {});
    assert.deepEqual([undone.status, undone.body.status, undone.body.undoUntil], [200, 'draft', null]);
    refused(await ada.post(`${path}/${body._id}/undo`, {}), 409, 'conflict');
    const conversation = (await ada.get(`/api/communications/conversations/${body.conversationId}`)).body;
    assert.equal(conversation.messageCount, 0);
    // An open conversation without mails would clutter the inbox.
    assert.deepEqual([conversation.status, conversation.preview], ['closed', '']);
    assert.deepEqual(sink.arrived('undo@client.example'), []);
  });

  it('is scheduled and cancelled like other mail', async () => {
    const ada = await user({ permissions });
    await addMailbox(test, ada, sink);
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await send(ada, { to: 'later@client.example', sendAt });
    assert.deepEqual([body.status, body.scheduledAt], ['scheduled', sendAt]);
    assert.equal((await ada.delete(`/api/communications/email-scheduling/${body._id}`)).status, 200);
  });

  it('is refused for an address that bounced, and goes to one that unsubscribed', async () => {
    const ada = await user({ permissions });
    await addMailbox(test, ada, sink);
    await admin.create('/api/communications/emailSuppressions', { email: 'gone@client.example', reason: 'bounced' });
    await admin.create('/api/communications/emailSuppressions', {
      email: 'no-news@client.example',
      reason: 'unsubscribed',
    });
    refused(await send(ada, { to: 'gone@client.example' }), 422, 'validation_failed');
    const { body } = await send(ada, { to: 'no-news@client.example' });
    await until(ada, body._id, 'sent');
  });
});

describe('a mailbox whose login is refused', () => {
  it('keeps its mails and says why, while others send', async () => {
    const strict = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'], authOptional: false });
    const [ada, bob] = [await user({ permissions }), await user({ permissions })];
    const server = { username: 'ada' };
    const broken = await addMailbox(test, ada, strict, { server, password: 'wrong' });
    await addMailbox(test, bob, sink);
    const waiting = (await send(ada, { to: 'stuck@client.example' })).body;
    const fine = (await send(bob, { to: 'fine@client.example' })).body;
    await until(bob, fine._id, 'sent');
    const state = await eventually(async () => {
      const [row] = await sql('select status, error from communications_mailbox_connections where id = $1', [broken]);
      assert.equal(row.status, 'needsReauthorization');
      return row;
    });
    assert.match(state.error, /^Mail cannot be sent: The login failed/);
    assert.equal((await ada.get(`/api/communications/emails/${waiting._id}`)).body.status, 'queued');
    const [{ email }] = await sql('select email from identity_users where id = $1', [ada.userId]);
    await mails.next(email, /Connect your mailbox ada@own.example again/);
    const sync = await ada.post('/api/communications/mailbox-sync/sync', { connectionId: broken });
    refused(sync, 409, 'conflict');
    assert.match(sync.body.error.message, /must be connected again.*The login failed/);
    const right = await test.app.services.vault.encrypt('right');
    await sql('update communications_mailbox_connections set imap_password = $2 where id = $1', [broken, right]);
    await sql('update mail_transport_use set retry_at = now() where transport_id = $1', [broken]);
    await sql(`select pg_notify('atrium_mail', '')`);
    await until(ada, waiting._id, 'sent');
    const [after] = await sql('select status, error from communications_mailbox_connections where id = $1', [broken]);
    assert.deepEqual(after, { status: 'active', error: null });
  });

  it('that is disconnected fails its waiting mails', async () => {
    const ada = await user({ permissions });
    const id = await addMailbox(test, ada, sink);
    const { body } = await send(ada, { to: 'late@client.example', undoSeconds: 1 });
    await sql('delete from communications_mailbox_connections where id = $1', [id]);
    const failed = await until(ada, body._id, 'failed');
    assert.match(failed.error, /disconnected/);
  });
});
