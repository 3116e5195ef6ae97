import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { addMailbox, privateConversation, receiveMail } from '#test/mailbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const test = await appForFile(mailEnv);
const { admin, app } = test;
const sink = await SmtpSink.forFile();
const connectionId = await addMailbox(test, admin, sink);
const path = '/api/communications/mailbox-send';

const upload = async (name: string, type: string, content: string): Promise<Json> => {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  const response = await fetch(`${test.url}/api/communications/file-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const body: Json = await response.json();
  assert.equal(response.status, 201, JSON.stringify(body));
  return body.files[0];
};
const sent = (id: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await admin.get(`/api/communications/emails/${id}`);
    assert.equal(body.status, 'sent', JSON.stringify(body));
    return body;
  });

describe('the content of a mail of a mailbox', () => {
  it('has attachments, and pictures where its HTML shows them, in the thread too', async () => {
    const file = await upload('offer.txt', 'text/plain', 'The offer');
    const picture = await upload('logo.png', 'image/png', 'PNG');
    const { status, body, text } = await admin.post(path, {
      connectionId,
      to: 'files@client.example',
      subject: 'Offer',
      html: `<p>See <img src="cid:${picture._id}"></p>`,
      attachments: [file._id, picture._id],
      undoSeconds: 0,
    });
    assert.equal(status, 202, text);
    await sent(body._id);
    const [{ message } = { message: '' }] = sink.arrived('files@client.example');
    assert.match(message, /Content-Disposition: attachment; filename=offer\.txt/);
    assert.ok(message.includes(Buffer.from('The offer').toString('base64')));
    const contentId = new RegExp(`^Content-ID: <${picture._id}>`, 'im');
    assert.match(message, contentId);
    assert.match(message, /Content-Disposition: inline; filename=logo\.png/);
    const [shown] = (await admin.get(`/api/communications/conversations/${body.conversationId}/messages`)).body.data;
    assert.match(shown.html, new RegExp(`<img src="[^"]*${picture._id}`));
    const [change] = await test.sql('select content from mailbox_changes where email_id = $1', [body._id]);
    assert.match(app.services.vault.decrypt(change.content), contentId);
  });

  it('comes from a template for the contact, as a canned reply', async () => {
    const contact = await admin.create('/api/sales/contacts', {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@client.example',
    });
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Thanks',
      html: '<p>Dear {{ contact.firstName }}, thank you.</p>',
    });
    const id = await privateConversation(test, admin, { connectionId, contactId: contact._id });
    await receiveMail(test, admin, id, { connectionId, visibility: 'private', viewerIds: [admin.userId] });
    const base = `/api/communications/conversations/${id}`;
    const { html, text } = (await admin.get(`${base}/canned/${template._id}`)).body;
    const reply = await admin.post(`${base}/reply`, { html, body: text, undoSeconds: 0 });
    assert.equal(reply.status, 202, reply.text);
    await sent(reply.body._id);
    assert.match(sink.arrived('grace@client.example')[0]?.message ?? '', /Dear Grace, thank you\./);
  });

  it('names the attachment that does not exist', async () => {
    const missing = '01a1e7ac-2648-7000-a24b-6772f0e2722a';
    const mail = { connectionId, to: 'x@client.example', subject: 'x', body: 'x', attachments: [missing] };
    const reply = await admin.post(path, mail);
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.error.details[0].field, 'attachments');
  });
});
