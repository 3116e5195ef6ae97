import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tenantContext } from '#core/access/platform.ts';
import { eventually } from '#test/eventually.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { receiveMail } from '#test/mailbox-tools.ts';
import { firstReplyTime } from './first-reply.ts';

const test = await appForFile(mailEnv);
const { admin, sql, user, events, app } = test;
const path = '/api/communications/conversations';
const permissions = ['communications:read', 'communications:write', 'sales:read'];

const begin = (more: Json = {}): Promise<Json> => admin.create(path, { subject: 'Question', ...more });
const read = async (id: string): Promise<Json> => (await admin.get(`${path}/${id}`)).body;
const post = (id: string, verb: string, body: Json = {}) => admin.post(`${path}/${id}/${verb}`, body);
const messages = async (id: string, query = ''): Promise<Json[]> =>
  (await admin.get(`${path}/${id}/messages${query}`)).body.data;
const platform = async () => {
  const [{ id }] = await sql(`select id::text from tenants where account_key = 'default'`);
  return tenantContext(app.services, { tenantId: id, accountKey: 'default' });
};

describe('a conversation', () => {
  it('is assigned, closed, opened and moved to spam, with an event for each', async () => {
    const ada = await user({ permissions });
    const { _id: id } = await begin();
    assert.equal((await post(id, 'assign', { userId: ada.userId })).body.assignedUserId, ada.userId);
    assert.equal((await post(id, 'assign', { userId: null })).body.assignedUserId, null);
    refused(await post(id, 'assign'), 422, 'validation_failed');
    refused(await post(id, 'assign', { userId: id }), 422, 'validation_failed');
    const closed = (await post(id, 'close')).body;
    assert.equal(closed.status, 'closed');
    assert.ok(closed.closedAt);
    const open = (await post(id, 'reopen')).body;
    assert.deepEqual([open.status, open.closedAt], ['open', null]);
    assert.equal((await post(id, 'spam')).body.status, 'spam');
    assert.equal((await events(id)).length, 6);
    const viewer = await user({ permissions: ['communications:read'] });
    assert.equal((await viewer.post(`${path}/${id}/close`, {})).status, 403);
  });

  it('wakes at the time until which it is snoozed', async () => {
    const { _id: id } = await begin();
    refused(await post(id, 'snooze', { until: new Date(Date.now() - 1000).toISOString() }), 422, 'validation_failed');
    const until = new Date(Date.now() + 1500).toISOString();
    const snoozed = (await post(id, 'snooze', { until })).body;
    assert.deepEqual([snoozed.status, snoozed.snoozedUntil], ['snoozed', until]);
    await eventually(async () => assert.equal((await read(id)).status, 'open'), 15_000);
    assert.ok(Date.now() >= Date.parse(until));
    assert.equal((await read(id)).snoozedUntil, null);
  });

  it('wakes also when it was snoozed by writing its fields', async () => {
    const snoozedUntil = () => new Date(Date.now() + 1000).toISOString();
    const { _id: changed } = await begin();
    const snoozed = await admin.patch(`${path}/${changed}`, { status: 'snoozed', snoozedUntil: snoozedUntil() });
    assert.deepEqual([snoozed.status, snoozed.body.status], [200, 'snoozed']);
    const { _id: made } = await begin({ status: 'snoozed', snoozedUntil: snoozedUntil() });
    for (const id of [changed, made])
      await eventually(async () => {
        const { status, snoozedUntil: at } = await read(id);
        assert.deepEqual([status, at], ['open', null]);
      }, 15_000);
  });

  it('that was snoozed again or closed stays as it is', async () => {
    const { _id: id } = await begin();
    await post(id, 'snooze', { until: new Date(Date.now() + 500).toISOString() });
    await post(id, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() });
    await eventually(async () => {
      const [{ count }] = await sql(
        `select count(*)::int as count from jobs where name = 'communications.wakeConversation' and input->>'conversationId' = $1
         and state not in ('queued', 'running')`,
        [id],
      );
      assert.equal(count, 1);
    }, 15_000);
    assert.equal((await read(id)).status, 'snoozed');
  });

  it('has a time for the first reply when the tenant sets one', async () => {
    assert.equal(await firstReplyTime(await platform()), null);
    const setting = { key: 'communications.firstReplyHours', value: 4 };
    refused(await admin.post('/api/ui/settings', { ...setting, value: 'soon' }), 422, 'validation_failed');
    await admin.create('/api/ui/settings', setting);
    assert.equal(await firstReplyTime(await platform()), 4 * 3_600_000);
  });

  it('is marked as read and unread, with changes at the mail server', async () => {
    const { _id: id } = await begin();
    await receiveMail(test, admin, id);
    await post(id, 'read', { read: true });
    assert.deepEqual([(await read(id)).unreadCount, (await read(id)).messageCount], [0, 1]);
    assert.equal((await post(id, 'read', { read: false })).body.unreadCount, 1);
  });
});

describe('the messages of a conversation', () => {
  it('are its mails and comments in order, with safe HTML', async () => {
    const { _id: id } = await begin();
    const html =
      '<p onclick="x()">Hi<script>alert(1)</script><img src="https://track.example/a.png"><a href="javascript:x">y</a></p>';
    await receiveMail(test, admin, id, { html, text: 'Hi\n\nOn Monday, Ada wrote:\n> Hello' });
    await admin.create('/api/communications/comments', { conversationId: id, content: 'Mine' });
    const [mail, comment] = await messages(id);
    assert.deepEqual([mail.kind, mail.text, mail.quotedText], ['email', 'Hi', 'On Monday, Ada wrote:\n> Hello']);
    assert.equal(mail.hasRemoteContent, true);
    assert.doesNotMatch(mail.html, /script|onclick|track|javascript/);
    assert.deepEqual([comment.kind, comment.content, comment.authorId], ['comment', 'Mine', admin.userId]);
    assert.match((await messages(id, '?remote=true'))[0].html, /track\.example/);
    const first = (await admin.get(`${path}/${id}/messages?limit=1`)).body;
    assert.equal(first.meta.hasMore, true);
    const second = (await admin.get(`${path}/${id}/messages?limit=1&cursor=${first.meta.nextCursor}`)).body;
    assert.deepEqual([second.data[0].kind, second.meta.hasMore], ['comment', false]);
    assert.equal((await admin.get(`${path}/${id}/messages?cursor=x`)).status, 400);
  });

  it('have the quoted text of HTML apart, a text when they have only HTML, and the address for replies', async () => {
    const { _id: id } = await begin();
    const quote =
      '<div class="gmail_quote">On Monday, Ada wrote:<blockquote><p>Hello <b>Grace</b></p></blockquote></div>';
    await receiveMail(test, admin, id, { html: `<div dir="ltr"><p>Yes &amp; <i>no</i></p></div>${quote}` });
    await sql(
      `update communications_emails set text = null, reply_to = 'desk@client.example' where conversation_id = $1`,
      [id],
    );
    const [mail] = await messages(id);
    assert.equal(mail.html, '<div dir="ltr"><p>Yes &amp; <i>no</i></p></div>');
    assert.match(mail.quotedHtml, /Ada wrote.*<b>Grace<\/b>/);
    assert.equal(mail.text, 'Yes & no');
    assert.match(mail.quotedText, /Ada wrote[\s\S]*Hello Grace/);
    assert.equal(mail.replyTo, 'desk@client.example');
    // Markup that is slow or deep in a converter.
    for (const html of ['<head'.repeat(20_000), '<div>'.repeat(20_000), '<!-- '.repeat(20_000)]) {
      await receiveMail(test, admin, id, { html, subject: 'Hostile' });
      await sql(`update communications_emails set text = null where subject = 'Hostile'`);
    }
    const startedAt = Date.now();
    assert.equal((await messages(id)).length, 4);
    assert.ok(Date.now() - startedAt < 20_000, 'converting took too long');
  });

  it('move to the conversation into which theirs is merged', async () => {
    const [{ _id: from }, { _id: into }] = [await begin({ tags: ['a'] }), await begin({ tags: ['b'] })];
    await receiveMail(test, admin, from);
    await admin.create('/api/communications/comments', { conversationId: from, content: 'Moved' });
    const dry = await admin.post(`${path}/${from}/merge?dryRun=true`, { intoId: into });
    assert.equal(dry.status, 200, dry.text);
    assert.equal((await read(from)).mergedIntoId, null);
    const merged = (await post(from, 'merge', { intoId: into })).body;
    assert.deepEqual([merged._id, merged.messageCount, merged.tags.sort()], [into, 1, ['a', 'b']]);
    assert.deepEqual([(await read(from)).mergedIntoId, (await read(from)).status], [into, 'closed']);
    assert.equal((await messages(into)).length, 2);
    refused(await post(from, 'close'), 409, 'conflict');
    refused(await post(into, 'merge', { intoId: into }), 422, 'validation_failed');
  });
});

describe('people at a conversation', () => {
  it('see who else looks or writes', async () => {
    const ada = await user({ permissions });
    const { _id: id } = await begin();
    assert.deepEqual((await ada.post(`${path}/${id}/presence`, { state: 'replying' })).body.data, []);
    const [other] = (await admin.get(`${path}/${id}/presence`)).body.data;
    assert.deepEqual([other.userId, other.state], [ada.userId, 'replying']);
    await ada.post(`${path}/${id}/presence`, { state: 'left' });
    assert.deepEqual((await post(id, 'presence', { state: 'viewing' })).body.data, []);
    await sql(`update conversation_presence set at = now() - interval '31 seconds'`);
    assert.deepEqual((await ada.get(`${path}/${id}/presence`)).body.data, []);
  });

  it('who are mentioned get a mail and follow it', async () => {
    const ada = await user({ permissions });
    const { _id: id } = await begin();
    await admin.create('/api/communications/comments', {
      conversationId: id,
      content: 'Look',
      mentionedUserIds: [ada.userId],
    });
    await eventually(async () => assert.deepEqual((await read(id)).followerIds, [ada.userId]));
  });

  it('render templates for the contact', async () => {
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Grace', lastName: 'Hopper' });
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Thanks',
      html: '<p>Dear {{ contact.firstName }}</p>',
    });
    const { _id: id } = await begin({ contactId: contact._id });
    const { status, body } = await admin.get(`${path}/${id}/canned/${template._id}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.html, /Dear Grace/);
  });

  it('have counts of the inbox', async () => {
    const ada = await user({ permissions });
    const before = (await ada.get('/api/communications/inbox')).body;
    const { _id: id } = await begin();
    await post(id, 'assign', { userId: ada.userId });
    const after = (await ada.get('/api/communications/inbox')).body;
    assert.deepEqual([after.mine, after.all], [before.mine + 1, before.all + 1]);
    assert.ok(Array.isArray(after.byConnection) && Array.isArray(after.byTeam));
  });
});
