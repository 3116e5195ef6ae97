import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { timeLimit } from '#test/time-limit.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-mail-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const { admin, events, user, tenant, sql } = await appForFile({
  DATA_DIR: dataDir,
  EMAIL_FROM: 'Atrium <no-reply@atrium.example>',
});

const send = (body: Json, client = admin) => client.post('/api/communications/send-email', body);
const email = async (id: string): Promise<Json> => (await admin.get(`/api/communications/emails/${id}`)).body;
const untilStatus = (id: string, status: string): Promise<Json> =>
  eventually(async () => {
    const record = await email(id);
    assert.equal(record.status, status, record.error);
    return record;
  });
const captured = (id: string): string => readFileSync(path.join(dataDir, 'mail', `${id}.eml`), 'utf8');
const batch = async (id: string): Promise<Json> => (await admin.get(`/api/communications/bulk-email/${id}`)).body;

describe('a single mail', () => {
  it('is a record that goes from queued to sent, with an event for each change', async () => {
    const reply = await send({ to: 'ada@example.com', subject: 'Hello', text: 'Good morning' });
    assert.equal(reply.status, 202, reply.text);
    assert.equal(reply.body.status, 'queued');
    const sent = await untilStatus(reply.body._id, 'sent');
    assert.ok(sent.sentAt);
    assert.equal(sent.attemptCount, 1);
    assert.equal(sent.messageId, `<${sent._id}@atrium.example>`);
    const types = (await events(sent._id)).map(({ type, record }) => `${type} ${record.status}`);
    assert.deepEqual(types, ['email.created queued', 'email.updated sent']);
    const eml = captured(sent._id);
    assert.match(eml, /^To: ada@example\.com$/m);
    assert.match(eml, /^From: Atrium <no-reply@atrium\.example>$/m);
    assert.match(eml, /Good morning/);
    assert.doesNotMatch(eml, /List-Unsubscribe/);
  });

  it('names no record that does not exist: 422 with the field, for every id of every action that sends', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000';
    const to = 'ada@example.com';
    const text = { subject: 'Hello', text: 'x' };
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const cases: [string, Json, string][] = [
      ['communications/send-email', { to, templateId: nobody }, 'templateId'],
      ['communications/send-email', { to, ...text, contactId: nobody }, 'contactId'],
      ['communications/send-email', { to, ...text, conversationId: nobody }, 'conversationId'],
      ['communications/send-email', { to, ...text, attachments: [nobody] }, 'attachments'],
      ['communications/email-scheduling/schedule', { to, subject: 'x', templateId: nobody, sendAt }, 'templateId'],
      ['communications/bulk-email/send', { recipients: [to], subject: 'x', templateId: nobody }, 'templateId'],
      ['communications/bulk-email/send', { emailListId: nobody, ...text }, 'emailListId'],
      ['communications/bulk-email/send', { segmentId: nobody, ...text }, 'segmentId'],
      ['communications/campaign-email/send', { campaignId: nobody, to, ...text }, 'campaignId'],
      ['marketing/send-marketing-email', { to, subject: 'x', templateId: nobody }, 'templateId'],
      ['marketing/send-marketing-email', { to, ...text, campaignId: nobody }, 'campaignId'],
      ['marketing/social-publishing', { connectionId: nobody, content: 'x' }, 'connectionId'],
    ];
    for (const [action, body, field] of cases) {
      const reply = await admin.post(`/api/${action}`, body);
      assert.equal(reply.status, 422, `${action} ${field}: ${reply.text}`);
      assert.equal(reply.body.error.details[0].field, field, reply.text);
      assert.equal(reply.body.error.details[0].code, 'reference_not_found', `${action} ${field}`);
    }
    // The answer is 404, because the id in the path names the requested template.
    assert.equal((await admin.post(`/api/communications/email-templates/${nobody}/preview`, {})).status, 404);
    assert.equal((await admin.post(`/api/communications/email-templates/${nobody}/test`, { to })).status, 404);
  });

  it('is linked to the contact with its address', async () => {
    const contact = await admin.create('/api/sales/contacts', {
      lastName: 'Lovelace',
      firstName: 'Ada',
      email: 'Linked@Example.com',
    });
    const { body } = await send({
      to: 'linked@example.com',
      subject: 'Dear {{ contact.firstName }}',
      html: '<p>Hi {{ contact.firstName }}</p>',
    });
    assert.equal(body.contactId, contact._id);
    assert.equal(body.subject, 'Dear Ada');
    assert.match(body.html, /Hi Ada/);
    assert.match(body.text, /Hi Ada/);
  });

  it('is rendered from a template with variables, escaped', async () => {
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Receipt',
      subject: 'Receipt {{ number }}',
      html: '<p>{{ variables.what }}</p>',
    });
    const { body } = await send({
      to: 'b@example.com',
      templateId: template._id,
      variables: { number: 7, what: '<b>tea</b>' },
    });
    assert.equal(body.subject, 'Receipt 7');
    assert.match(body.html, /&lt;b&gt;tea&lt;\/b&gt;/);
    assert.equal(body.templateId, template._id);
  });

  it('refuses what would add headers', async () => {
    const cases: [Json, string][] = [
      [{ subject: 'a\r\nBcc: x@example.com' }, 'subject'],
      [{ from: 'a <a@example.com>\r\nBcc: x@example.com' }, 'from'],
      [{ to: 'a@example.com\nBcc: x@example.com' }, 'to'],
      [{ headers: { 'X-A': 'b\r\nBcc: x@example.com' } }, 'headers.X-A'],
      [{ headers: { Bcc: 'x@example.com' } }, 'headers.Bcc'],
      [{ headers: { 'X A:': 'b' } }, 'headers.X A:'],
    ];
    for (const [change, field] of cases) {
      const reply = await send({ to: 'a@example.com', subject: 'S', text: 'T', ...change });
      assert.equal(reply.status, 422, JSON.stringify(change));
      assert.ok(
        reply.body.error.details.some((detail: Json) => detail.field.startsWith(field)),
        reply.text,
      );
    }
  });

  it('needs content, a subject and addresses', async () => {
    for (const [body, field] of [
      [{ to: 'a@example.com', subject: 'S' }, 'html'],
      [{ to: 'a@example.com', text: 'T' }, 'subject'],
      [{ to: [], subject: 'S', text: 'T' }, 'to'],
      [{ to: 'nobody', subject: 'S', text: 'T' }, 'to'],
      [{ to: 'a@example.com', subject: 'S', html: '{{ broken' }, 'html'],
      [
        { to: 'a@example.com', subject: 'S', text: 'T', attachments: ['019a0000-0000-7000-8000-000000000000'] },
        'attachments',
      ],
    ] as const) {
      const reply = await send(body);
      assert.equal(reply.status, 422, JSON.stringify(body));
      assert.equal(reply.body.error.details[0].field, field, reply.text);
    }
  });

  it('carries files', async () => {
    const form = new FormData();
    form.append('file', new Blob(['the contract']), 'contract.txt');
    const uploaded = await fetch(`${admin.url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    const { files } = (await uploaded.json()) as Json;
    const { body } = await send({
      to: 'a@example.com',
      subject: 'Contract',
      text: 'See the file',
      attachments: [files[0]._id],
    });
    await untilStatus(body._id, 'sent');
    assert.match(captured(body._id), /filename=contract\.txt/);
    assert.match(captured(body._id), new RegExp(Buffer.from('the contract').toString('base64').slice(0, 12)));
  });

  it('needs the scope, and belongs to its tenant', async () => {
    const reader = await user({ permissions: ['communications:read'] });
    assert.equal((await send({ to: 'a@example.com', subject: 'S', text: 'T' }, reader)).status, 403);
    const { body } = await send({ to: 'a@example.com', subject: 'S', text: 'T' });
    const other = await tenant();
    assert.equal((await other.get(`/api/communications/emails/${body._id}`)).status, 404);
  });

  it('does not go to a suppressed address', async () => {
    await admin.create('/api/communications/emailSuppressions', { email: 'Gone@example.com', reason: 'bounced' });
    const reply = await send({ to: 'gone@example.com', subject: 'S', text: 'T' });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.error.details[0].code, 'suppressed');
    await admin.create('/api/communications/emailSuppressions', { email: 'left@example.com', reason: 'unsubscribed' });
    assert.equal((await send({ to: 'left@example.com', subject: 'S', text: 'T' })).status, 202);
  });
});

describe('a scheduled mail', () => {
  const schedule = (sendAt: string) =>
    admin.post('/api/communications/email-scheduling/schedule', {
      to: 's@example.com',
      subject: 'Later',
      text: 'T',
      sendAt,
    });

  it('is sent within five seconds of its time', async () => {
    const at = new Date(Date.now() + 3000);
    const { status, body } = await schedule(at.toISOString());
    assert.equal(status, 201);
    assert.equal(body.status, 'scheduled');
    assert.equal(body.scheduledAt, at.toISOString());
    const sent = await untilStatus(body._id, 'sent');
    const late = Date.parse(sent.sentAt) - at.getTime();
    assert.ok(late >= -50 && late < timeLimit(5000), `${late} ms late`);
  });

  it('can be rescheduled and cancelled, but not once it was sent', async () => {
    const { body } = await schedule(new Date(Date.now() + 3_600_000).toISOString());
    const url = `/api/communications/email-scheduling/${body._id}`;
    const sooner = new Date(Date.now() + 7_200_000).toISOString();
    assert.equal((await admin.patch(url, { sendAt: sooner })).body.scheduledAt, sooner);
    const cancelled = await admin.delete(url);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal(cancelled.body.status, 'cancelled');
    assert.equal((await admin.delete(url)).status, 409);
    const soon = await schedule(new Date().toISOString());
    await untilStatus(soon.body._id, 'sent');
    assert.equal(
      (await admin.patch(`/api/communications/email-scheduling/${soon.body._id}`, { sendAt: sooner })).status,
      409,
    );
    assert.equal((await email(soon.body._id)).status, 'sent');
  });
});

describe('a mail that waits', () => {
  const member = () => user({ permissions: ['communications:read', 'communications:write'] });
  const later = { sendAt: new Date(Date.now() + 3_600_000).toISOString(), subject: 'Later', text: 'As approved' };

  it('cannot be redirected or rewritten, in any way that writes records', async () => {
    const { body: mail } = await admin.post('/api/communications/email-scheduling/schedule', {
      to: 'friend@example.com',
      ...later,
    });
    const url = `/api/communications/emails/${mail._id}`;
    const client = await member();
    const sooner = new Date(Date.now() + 60_000).toISOString();
    const changes: Json[] = [
      { to: ['evil@example.com'] },
      { bcc: ['evil@example.com'] },
      { replyTo: 'evil@example.com' },
      { text: 'tampered' },
      { html: '<p>tampered</p>' },
      { subject: 'tampered' },
      { attachmentIds: [], headers: { 'X-Evil': 'yes' } },
      { status: 'draft' },
      { scheduledAt: sooner },
    ];
    for (const change of changes) {
      const { status, body } = await client.patch(url, change);
      assert.equal(status, 409, JSON.stringify(change));
      assert.match(body.error.message, /waits to be sent/);
      assert.equal((await admin.patch(url, change)).status, 409);
      const operations = [{ op: 'update', _id: mail._id, record: change }];
      assert.equal((await client.post('/api/communications/emails/bulk', { operations })).status, 409);
    }
    assert.equal((await client.patch(url, { tags: ['seen'], to: ['friend@example.com'] })).status, 200);
    const { to, text, version } = await email(mail._id);
    assert.deepEqual([to, text, version], [['friend@example.com'], 'As approved', 2]);
  });

  it('can be changed once it is cancelled, and a draft always', async () => {
    const { body: mail } = await admin.post('/api/communications/email-scheduling/schedule', {
      to: 'friend@example.com',
      ...later,
    });
    assert.equal((await admin.delete(`/api/communications/email-scheduling/${mail._id}`)).body.status, 'cancelled');
    const client = await member();
    assert.equal((await client.patch(`/api/communications/emails/${mail._id}`, { text: 'Other words' })).status, 200);
    const draft = await client.create('/api/communications/emails', { subject: 'Draft', status: 'queued' });
    assert.equal((await client.patch(`/api/communications/emails/${draft._id}`, { subject: 'Better' })).status, 200);
  });
});

describe('mail to many', () => {
  const bulk = (body: Json, client = admin) => client.post('/api/communications/bulk-email/send', body);
  const untilDone = (id: string): Promise<Json> =>
    eventually(async () => {
      const state = await batch(id);
      assert.equal(state.status, 'sent', JSON.stringify(state));
      return state;
    });

  it('goes to each recipient once, rendered for them, with the way to unsubscribe', async () => {
    const reply = await bulk({
      recipients: [
        'one@example.com',
        { email: 'two@example.com', variables: { name: 'Two' } },
        'ONE@example.com',
        'nobody',
        3,
      ],
      subject: 'News for {{ name | default: "you" }}',
      html: '<p>Hello {{ name }}</p><a href="https://example.com/x?a=1&amp;b=2">more</a>',
      // Only the second recipient has a name.
      allowMissing: true,
    });
    assert.equal(reply.status, 202, reply.text);
    const { batchId, snapshotId, accepted, rejected } = reply.body;
    assert.equal(accepted, 2);
    assert.deepEqual(rejected.map(({ reason }: Json) => reason).sort(), ['duplicate', 'invalid', 'invalid']);
    const state = await untilDone(batchId);
    assert.deepEqual([state.accepted, state.sent, state.failed, state.skipped], [2, 2, 0, 0]);
    const { data } = (await admin.get(`/api/communications/emails?filter[batchId]=${batchId}&sort=createdAt`)).body;
    assert.equal(data.length, 2);
    const two = data.find((one: Json) => one.to[0] === 'two@example.com');
    const eml = captured(two._id);
    assert.match(eml, /^Subject: News for Two$/m);
    assert.match(eml, /^List-Unsubscribe:\s+<http[^>]+\/m\/u\/[\w-]+>$/m);
    assert.match(eml, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    assert.match(eml.replaceAll('=\r\n', '').replaceAll('=\n', ''), /\/m\/c\//);
    const contacts = (
      await admin.get(`/api/communications/emailSnapshotContacts?filter[emailSnapshotId]=${snapshotId}`)
    ).body;
    assert.equal(contacts.data.length, 2);
    const snapshot = (await admin.get(`/api/communications/emailSnapshots/${snapshotId}`)).body;
    assert.equal(snapshot.status, 'sent');
  });

  it('leaves out the suppressed, also those who unsubscribe after it was accepted', async () => {
    await admin.create('/api/communications/emailSuppressions', { email: 'no@example.com', reason: 'unsubscribed' });
    await admin.create('/api/sales/contacts', { lastName: 'X', email: 'dont@example.com', doNotEmail: true });
    const { body } = await bulk({
      recipients: ['no@example.com', 'dont@example.com', 'yes@example.com'],
      subject: 'S',
      text: 'T',
    });
    assert.deepEqual(body.rejected.map(({ email: address, reason }: Json) => `${address} ${reason}`).sort(), [
      'dont@example.com suppressed',
      'no@example.com suppressed',
    ]);
    assert.equal((await untilDone(body.batchId)).sent, 1);
  });

  it('is paused, resumed and cancelled', async () => {
    const recipients = Array.from({ length: 3000 }, (_, n) => `r${n}@example.com`);
    const { body } = await bulk({ recipients, subject: 'S', text: 'T' });
    const paused = await admin.post(`/api/communications/bulk-email/${body.batchId}/pause`, {});
    assert.equal(paused.body.status, 'paused');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const before = await batch(body.batchId);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal((await batch(body.batchId)).sent, before.sent);
    assert.ok(before.sent < 3000);
    await admin.post(`/api/communications/bulk-email/${body.batchId}/resume`, {});
    await eventually(async () => assert.ok((await batch(body.batchId)).sent > before.sent));
    const cancelled = await admin.post(`/api/communications/bulk-email/${body.batchId}/cancel`, {});
    assert.equal(cancelled.body.status, 'cancelled');
    assert.equal((await admin.post(`/api/communications/bulk-email/${body.batchId}/resume`, {})).status, 409);
    await eventually(async () => {
      const rows = await sql(`select count(*)::int as n from mail_outbox where batch_id = $1`, [body.batchId]);
      assert.equal(rows[0].n, 0);
    });
    const state = await batch(body.batchId);
    const rest = await sql(
      `select status, count(*)::int as n from communications_emails where batch_id = $1 group by 1`,
      [body.batchId],
    );
    assert.deepEqual(rest.map(({ status }: Json) => status).sort(), ['cancelled', 'sent']);
    assert.equal(rest.find((row: Json) => row.status === 'sent').n, state.sent);
  });

  it('goes to the members of a list and to a segment', async () => {
    const list = await admin.create('/api/communications/emailLists', {
      name: 'News',
      emails: ['array@example.com', 'm1@example.com'],
    });
    for (const [address, status] of [
      ['m1@example.com', 'subscribed'],
      ['m2@example.com', 'unsubscribed'],
    ] as const)
      await admin.create('/api/communications/emailListMembers', { emailListId: list._id, email: address, status });
    const toList = await bulk({ emailListId: list._id, subject: 'S', text: 'T' });
    assert.equal(toList.status, 202, toList.text);
    assert.equal(toList.body.accepted, 2);
    const state = await untilDone(toList.body.batchId);
    assert.deepEqual([state.sent, state.duplicates], [2, 1]);
    for (const n of [1, 2, 3])
      await admin.create('/api/sales/contacts', {
        lastName: `Seg ${n}`,
        email: `seg${n}@example.com`,
        department: 'Tests',
      });
    const segment = await admin.create('/api/marketing/segments', {
      name: 'Tests',
      definition: { department: 'Tests' },
    });
    const toSegment = await bulk({ segmentId: segment._id, subject: 'Hi {{ contact.lastName }}', text: 'T' });
    assert.equal((await untilDone(toSegment.body.batchId)).sent, 3);
    const { data } = (await admin.get(`/api/communications/emails?filter[batchId]=${toSegment.body.batchId}`)).body;
    assert.ok(data.every((one: Json) => one.contactId !== null));
    assert.match(captured(data[0]._id), /^Subject: Hi Seg \d$/m);
  });

  it('belongs to a campaign, of marketing or of communications', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Spring' });
    const url = '/api/communications/campaign-email/send';
    const reply = await admin.post(url, { campaignId: campaign._id, to: ['c1@example.com'], subject: 'S', text: 'T' });
    assert.equal(reply.status, 202, reply.text);
    await untilDone(reply.body.batchId);
    const { data } = (await admin.get(`/api/communications/emails?filter[campaignId]=${campaign._id}`)).body;
    assert.deepEqual(
      data.map((one: Json) => [one.type, one.status, one.to[0]]),
      [['campaign', 'sent', 'c1@example.com']],
    );
    assert.equal((await admin.post(url, { campaignId: campaign._id, subject: 'S', text: 'T' })).status, 422);
    const list = await admin.create('/api/communications/emailLists', { name: 'L', emails: ['c2@example.com'] });
    const own = await admin.create('/api/communications/campaigns', {
      name: 'Own',
      emailListIds: [list._id],
      subject: 'From the campaign',
      html: '<p>x</p>',
    });
    const toAudience = await admin.post(url, { campaignId: own._id });
    assert.equal(toAudience.status, 202, toAudience.text);
    assert.equal((await untilDone(toAudience.body.batchId)).sent, 1);
    const single = await admin.post('/api/marketing/send-marketing-email', {
      to: 'm@example.com',
      subject: 'S',
      html: '<p>x</p>',
      campaignId: campaign._id,
    });
    assert.equal(single.status, 202, single.text);
    assert.equal(single.body.campaignId, campaign._id);
    await untilStatus(single.body._id, 'sent');
    assert.match(captured(single.body._id), /List-Unsubscribe/);
    assert.ok(readdirSync(path.join(dataDir, 'mail')).length > 0);
  });
});

describe('somebody who may only write marketing', () => {
  it('sends to a segment and with a template, without seeing what is known of the contacts', async () => {
    const marketer = await user({ permissions: ['marketing:write'] });
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'T',
      subject: 'Hi {{ contact.department }}',
      html: '<p>x</p>',
    });
    await admin.create('/api/sales/contacts', { lastName: 'M', email: 'only@example.com', department: 'Marketed' });
    const segment = await admin.create('/api/marketing/segments', {
      name: 'M',
      definition: { department: 'Marketed' },
    });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'M', segmentIds: [segment._id] });
    const body = { campaignId: campaign._id, templateId: template._id };
    const reply = await marketer.post('/api/communications/campaign-email/send', body);
    assert.equal(reply.status, 202, reply.text);
    assert.equal(reply.body.accepted, 1);
    await eventually(async () => assert.equal((await batch(reply.body.batchId)).sent, 1));
    const { data } = (await admin.get(`/api/communications/emails?filter[batchId]=${reply.body.batchId}`)).body;
    assert.match(captured(data[0]._id), /^Subject: Hi *$/m);
    const single = { to: 'a@example.com', ...body };
    assert.equal((await marketer.post('/api/marketing/send-marketing-email', single)).status, 202);
    assert.equal(
      (await marketer.post('/api/communications/send-email', { ...single, campaignId: undefined })).status,
      403,
    );
  });
});

describe('a template', () => {
  it('is previewed with sample data, variables or a contact, and sent as a test', async () => {
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Welcome',
      subject: 'Welcome {{ contact.firstName }}',
      html: '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ contact.firstName }}, {{ offer }}</mj-text></mj-column></mj-section></mj-body></mjml>',
      format: 'mjml',
      sampleData: { contact: { firstName: 'Sam' }, offer: 'ten percent' },
    });
    const url = `/api/communications/email-templates/${template._id}`;
    const sample = await admin.post(`${url}/preview`, {});
    assert.equal(sample.status, 200, sample.text);
    assert.equal(sample.body.subject, 'Welcome Sam');
    assert.match(sample.body.html, /Hi Sam, ten percent/);
    assert.deepEqual(sample.body.missing, []);
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Grace', lastName: 'H' });
    const preview = await admin.post(`${url}/preview`, { contactId: contact._id });
    assert.equal(preview.body.subject, 'Welcome Grace');
    assert.deepEqual(preview.body.missing, ['offer']);
    const test = await admin.post(`${url}/test`, { to: 'me@example.com' });
    assert.equal(test.status, 202, test.text);
    assert.equal(test.body.subject, '[Test] Welcome Sam');
    await untilStatus(test.body._id, 'sent');
  });

  it('begins as a copy of one that the platform offers', async () => {
    const starters = '/api/communications/email-template-starters';
    const { body } = await admin.get(starters);
    const keys = body.data.map(({ key }: Json) => key);
    assert.ok(keys.includes('welcome') && keys.includes('plain'), String(keys));
    for (const { key, sampleData, ...fields } of body.data) {
      const preview = await admin.get(`${starters}/${key}/preview`);
      assert.equal(preview.status, 200, preview.text);
      assert.ok(preview.body.subject.length > 10 && preview.body.text.length > 200, key);
      assert.equal(preview.body.html === null, fields.format === 'text', key);
      await admin.create('/api/communications/emailTemplates', { ...fields, sampleData });
    }
    assert.equal((await admin.get(`${starters}/none/preview`)).status, 404);
    const seller = await user({ permissions: ['sales:read'] });
    assert.equal((await seller.get(starters)).status, 403);
    assert.equal((await seller.get(`${starters}/welcome/preview`)).status, 403);
  });

  it('is previewed as it is typed, before it is saved', async () => {
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Typed',
      subject: 'Stored',
      html: '<p>Stored</p>',
    });
    const url = `/api/communications/email-templates/${template._id}/preview`;
    const draft = { html: '<p>Typed for {{ name }}</p>', sampleData: { name: 'Sam' } };
    const typed = await admin.post(url, { draft });
    assert.equal(typed.status, 200, typed.text);
    assert.equal(typed.body.subject, 'Stored');
    assert.match(typed.body.html, /Typed for Sam/);
    const wrong = await admin.post(url, { draft: { html: '<p>\n{{ name | nothing }}</p>' } });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.body.error.details[0].field, 'html');
    assert.match(wrong.text, /html, line 2, column 1: There is no filter/);
    assert.match((await admin.post(url, {})).body.html, /Stored/);
    const reader = await user({ permissions: ['communications:read'] });
    assert.equal((await reader.post(url, {})).status, 200);
    assert.equal((await reader.post(url, { draft })).status, 403);
  });
});
