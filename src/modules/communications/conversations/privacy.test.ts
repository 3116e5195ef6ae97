import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { privateConversation, receiveMail } from '#test/mailbox-tools.ts';

const test = await appForFile(mailEnv);
const { admin, user, tenant, settled } = test;
const path = '/api/communications/conversations';
const permissions = [
  'communications:read',
  'communications:write',
  'sales:read',
  'data:read',
  'identity:read',
  'ui:read',
];
const marker = 'zqprivate';

const [ada, bob] = [await user({ permissions }), await user({ permissions })];
const other = await tenant();
const id = await privateConversation(test, ada, { subject: `${marker} plans` });
const mailId = await receiveMail(test, ada, id, {
  subject: marker,
  text: marker,
  visibility: 'private',
  viewerIds: [ada.userId],
});
const comment = await ada.create('/api/communications/comments', { conversationId: id, content: marker });

const strangers: [string, Client][] = [
  ['a colleague', bob],
  ['an administrator', admin],
  ['another tenant', other],
];

describe('a private conversation', () => {
  it('is seen by its viewer', async () => {
    assert.equal((await ada.get(`${path}/${id}`)).status, 200);
    assert.equal((await ada.get(`${path}/${id}/messages`)).body.data.length, 2);
    assert.equal(comment.visibility, 'private');
  });

  for (const [who, client] of strangers)
    it(`is unknown to ${who}, by every path`, async () => {
      for (const verb of ['messages', 'presence', `canned/${mailId}`])
        assert.equal((await client.get(`${path}/${id}/${verb}`)).status, 404, verb);
      const writes: [string, Json][] = [
        ['reply', { body: 'x' }],
        ['assign', { userId: null }],
        ['snooze', { until: new Date(Date.now() + 60_000).toISOString() }],
        ['close', {}],
        ['reopen', {}],
        ['spam', {}],
        ['read', { read: true }],
        ['presence', { state: 'viewing' }],
        ['merge', { intoId: mailId }],
        ['move', { to: 'trash' }],
      ];
      for (const [verb, body] of writes)
        assert.equal((await client.post(`${path}/${id}/${verb}`, body)).status, 404, verb);
      for (const [slug, record] of [
        ['conversations', id],
        ['emails', mailId],
        ['comments', comment._id],
      ]) {
        const base = `/api/communications/${slug}`;
        assert.equal((await client.get(`${base}/${record}`)).status, 404, slug);
        assert.equal((await client.get(`${base}/${record}/history`)).status, 404, slug);
        assert.equal((await client.patch(`${base}/${record}`, { tags: [] })).status, 404, slug);
        assert.doesNotMatch((await client.get(`${base}?q=${marker}&limit=200`)).text, new RegExp(record as string));
        assert.doesNotMatch((await client.get(`${base}/aggregate?groupBy=visibility&count=true`)).text, /private/);
      }
      assert.doesNotMatch((await client.get(`/api/ui/search?q=${marker}`)).text, new RegExp(id));
      await settled();
      assert.doesNotMatch((await client.get('/api/data/changes?limit=200')).text, new RegExp(marker));
    });

  it('takes no mails and comments of those who do not see it', async () => {
    refused(
      await bob.post('/api/communications/comments', { conversationId: id, content: 'x' }),
      422,
      'validation_failed',
    );
    refused(
      await bob.post('/api/communications/emails', { conversationId: id, subject: 'x' }),
      422,
      'validation_failed',
    );
  });

  it('mentions only those who see it', async () => {
    const reply = await ada.post('/api/communications/comments', {
      conversationId: id,
      content: 'x',
      mentionedUserIds: [bob.userId],
    });
    refused(reply, 422, 'validation_failed');
    assert.match(reply.text, /cannot see the conversation/);
  });

  it('is shared with whom it is assigned to, and its mails and comments with it', async () => {
    const shared = await privateConversation(test, ada);
    const own = { visibility: 'private', viewerIds: [ada.userId] };
    await receiveMail(test, ada, shared, own);
    // A mail that Ada does not see stays hidden from Bob, too.
    await receiveMail(test, ada, shared, { ...own, viewerIds: [] });
    await ada.create('/api/communications/comments', { conversationId: shared, content: 'For Bob' });
    assert.equal((await bob.get(`${path}/${shared}`)).status, 404);
    const reply = await ada.post(`${path}/${shared}/assign`, { userId: bob.userId });
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await bob.get(`${path}/${shared}/messages`)).body.data.length, 2);
    assert.equal((await admin.get(`${path}/${shared}`)).status, 404);
  });
});
