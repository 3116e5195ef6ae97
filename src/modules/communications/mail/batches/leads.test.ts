import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-leads-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const app = await appForFile({ DATA_DIR: dataDir, EMAIL_FROM: 'Atrium <no-reply@atrium.example>' });
const { admin, sql, user } = app;
const mail = '/api/communications';

const leadOf = (fields: Json, by = admin): Promise<Json> => by.create('/api/sales/leads', { lastName: 'L', ...fields });
const segmentOf = (fields: Json, by = admin): Promise<Json> =>
  by.create('/api/marketing/segments', { name: 'S', modelKey: 'leads', ...fields });
const bulk = (body: Json, by = admin) => by.post(`${mail}/bulk-email/send`, { subject: 'S', text: 'T', ...body });
const mailsOf = async (batchId: string, by = admin): Promise<Json[]> =>
  (await by.get(`${mail}/emails?filter[batchId]=${batchId}&sort=subject`)).body.data;
async function sentOf(body: Json, by = admin): Promise<Json[]> {
  const reply = await bulk(body, by);
  assert.equal(reply.status, 202, reply.text);
  const { batchId } = reply.body;
  await eventually(async () => {
    const state = await by.get(`${mail}/bulk-email/${batchId}`);
    assert.equal(state.body.status, 'sent', state.text);
  });
  return mailsOf(batchId, by);
}
const written = (id: string): string => readFileSync(path.join(dataDir, 'mail', `${id}.eml`), 'utf8');

describe('bulk mail to a segment of leads', () => {
  it('goes to the leads that match now, with their values, and not to those who want none', async () => {
    const tags = ['bulk'];
    const ada = await leadOf({ firstName: 'Ada', email: 'ada@bulk.example', company: 'Engine', employees: 7, tags });
    const bob = await leadOf({ firstName: 'Bob', email: 'bob@bulk.example', tags });
    await leadOf({ email: 'no@bulk.example', doNotEmail: true, tags });
    await leadOf({ email: 'left@bulk.example', unsubscribedAt: '2026-01-01T00:00:00Z', tags });
    await leadOf({ tags });
    await leadOf({ email: 'other@bulk.example', tags: ['bulk', 'quiet'] });
    await admin.create('/api/sales/contacts', { lastName: 'C', email: 'contact@bulk.example', tags });
    const segment = await segmentOf({ definition: { tags: 'bulk', not: { tags: 'quiet' } } });
    const template = await admin.create(`${mail}/emailTemplates`, {
      name: 'T',
      subject: '{{ contact.firstName }}/{{ lead.firstName }}/{{ account.name }}/{{ lead.employees }}',
      html: '<p>Hi <a href="https://example.com">x</a></p>',
    });
    const mails = await sentOf({
      segmentId: segment._id,
      subject: undefined,
      text: undefined,
      templateId: template._id,
    });
    assert.deepEqual(
      mails.map(({ subject, leadId, contactId, to }) => [subject, leadId, contactId, to]),
      [
        ['Ada/Ada/Engine/7', ada._id, null, ['ada@bulk.example']],
        ['Bob/Bob//', bob._id, null, ['bob@bulk.example']],
      ],
    );
    const snapshot = mails[0]?.emailSnapshotId;
    await eventually(async () => {
      const recipients = await admin.get(`${mail}/emailSnapshotContacts?filter[emailSnapshotId]=${snapshot}&limit=50`);
      const states = recipients.body.data.map(({ email, status, leadId }: Json) => [email, status, typeof leadId]);
      assert.deepEqual(states.toSorted(), [
        ['ada@bulk.example', 'sent', 'string'],
        ['bob@bulk.example', 'sent', 'string'],
        ['left@bulk.example', 'skipped', 'string'],
        ['no@bulk.example', 'skipped', 'string'],
      ]);
    });
  });

  it('goes only to leads who agreed when the company requires that', async () => {
    const by = await app.tenant();
    await leadOf({ email: 'yes@opt.example', emailOptIn: true }, by);
    await leadOf({ email: 'no@opt.example' }, by);
    await by.create('/api/ui/settings', { key: 'communications.emailConsent', value: { optIn: 'required' } });
    const mails = await sentOf({ segmentId: (await segmentOf({ definition: {} }, by))._id }, by);
    assert.deepEqual(
      mails.map(({ to }) => to[0]),
      ['yes@opt.example'],
    );
  });

  it('goes to the leads that the sender may read', async () => {
    const seller = await user({
      permissions: ['communications:*', 'marketing:*', 'sales:read:own', 'sales:write:own'],
    });
    const tags = ['reach'];
    await leadOf({ email: 'other@reach.example', tags });
    const own = await leadOf({ email: 'own@reach.example', tags }, seller);
    const segment = await segmentOf({ definition: { tags: 'reach' } }, seller);
    const mails = await sentOf({ segmentId: segment._id }, seller);
    assert.deepEqual(
      mails.map(({ leadId }) => leadId),
      [own._id],
    );
  });

  it('is also mail of the contact that a lead has become', async () => {
    const lead = await leadOf({ email: 'became@bulk.example', tags: ['became'] });
    const converted = await admin.post('/api/sales/lead-management/convert', { leadId: lead._id });
    const [sent] = await sentOf({ segmentId: (await segmentOf({ definition: { tags: 'became' } }))._id });
    assert.deepEqual([sent?.leadId, sent?.contactId], [lead._id, converted.body.contactId]);
  });

  it('cannot go to contacts and leads, or to accounts, in one mailing: 409', async () => {
    const leads = await segmentOf({ definition: {} });
    const contacts = await segmentOf({ modelKey: 'contacts', definition: {} });
    const accounts = await segmentOf({ modelKey: 'accounts', definition: {} });
    const list = await admin.create(`${mail}/emailLists`, { name: 'L', segmentId: accounts._id });
    const send = (segmentIds: Json[], excludedSegmentIds: Json[] = []) => ({
      segmentIds: segmentIds.map(({ _id }) => _id),
      excludedSegmentIds: excludedSegmentIds.map(({ _id }) => _id),
    });
    for (const audience of [send([leads, contacts]), send([leads], [contacts]), send([contacts], [leads])]) {
      const campaign = await admin.create('/api/marketing/campaigns', { name: 'C', ...audience });
      const letter = { campaignId: campaign._id, subject: 'S', text: 'T' };
      const reply = await admin.post(`${mail}/campaign-email/send`, letter);
      assert.deepEqual([reply.status, reply.body.error?.code], [409, 'segment_model_mismatch'], reply.text);
    }
    const reply = await bulk({ emailListId: list._id });
    assert.deepEqual([reply.status, reply.body.error?.code], [409, 'segment_model_mismatch']);
    assert.match(reply.body.error.message, /choose a segment of contacts or leads/);
  });

  it('is refused when nothing fills a variable, and lead is a variable like others for contacts', async () => {
    const leads = await segmentOf({ definition: { tags: 'nobody' } });
    const contacts = await segmentOf({ modelKey: 'contacts', definition: { tags: 'nobody' } });
    const missing = async (segment: Json, subject: string, variables?: Json): Promise<Json> => {
      const reply = await bulk({ segmentId: segment._id, subject, variables });
      return reply.status === 202 ? 'sent' : reply.body.error.details.map(({ field }: Json) => field).toSorted();
    };
    assert.equal(await missing(leads, '{{ lead.company }} {{ contact.employees }} {{ account.name }}'), 'sent');
    assert.deepEqual(await missing(leads, '{{ lead.shoeSize }} {{ code }}'), ['lead.shoeSize', 'variables.code']);
    assert.deepEqual(await missing(contacts, '{{ lead.company }}'), ['variables.lead.company']);
    assert.equal(await missing(contacts, '{{ lead.company }}', { lead: { company: 'Mine' } }), 'sent');
  });
});

describe('recipients of a request', () => {
  it('may be leads, by id or by address, if the sender may read them', async () => {
    const seller = await user({ permissions: ['communications:*', 'sales:read:own', 'sales:write:own'] });
    const named = await leadOf({ firstName: 'Named', email: 'named@list.example' }, seller);
    const found = await leadOf({ firstName: 'Found', email: 'Found@list.example' }, seller);
    const hidden = await leadOf({ firstName: 'Hidden', email: 'hidden@list.example' });
    const recipients = [
      { email: 'elsewhere@list.example', leadId: named._id },
      'found@list.example',
      { email: 'h@list.example', leadId: hidden._id },
      { email: 'wrong@list.example', leadId: 7 },
    ];
    const subject = '{{ contact.firstName | default: "nobody" }}';
    const reply = await bulk({ recipients, subject }, seller);
    assert.deepEqual(reply.body.rejected, [{ email: 'wrong@list.example', reason: 'invalid' }]);
    await eventually(async () => {
      const mails = await mailsOf(reply.body.batchId, seller);
      const shown = mails.map(({ subject: text, leadId, status }) => [text, leadId, status]);
      assert.deepEqual(shown, [
        ['Found', found._id, 'sent'],
        ['Named', named._id, 'sent'],
        ['nobody', null, 'sent'],
      ]);
    });
  });
});

describe('a mail to a lead', () => {
  const send = (body: Json, by = admin) => by.post(`${mail}/send-email`, { subject: 'S', text: 'T', ...body });

  it('names the lead, or finds the one with the address when there is no contact', async () => {
    const lead = await leadOf({ firstName: 'Ada', email: 'Ada@single.example', company: 'Engine' });
    const named = await send({
      to: 'work@single.example',
      leadId: lead._id,
      subject: '{{ lead.name }}, {{ account.name }}',
    });
    assert.deepEqual([named.body.leadId, named.body.contactId, named.body.subject], [lead._id, null, 'Ada L, Engine']);
    const found = await send({ to: 'ada@single.example', subject: '{{ contact.firstName }}' });
    assert.deepEqual([found.body.leadId, found.body.contactId, found.body.subject], [lead._id, null, 'Ada']);
    const contact = await admin.create('/api/sales/contacts', { lastName: 'C', email: 'ada@single.example' });
    const both = await send({ to: 'ada@single.example' });
    assert.deepEqual([both.body.leadId, both.body.contactId], [null, contact._id]);
    const stranger = await user({ permissions: ['communications:*', 'sales:read:own'] });
    const refused = await send({ to: 'x@single.example', leadId: lead._id }, stranger);
    assert.equal(refused.status, 422);
    assert.deepEqual(
      [refused.body.error.details[0].field, refused.body.error.details[0].code],
      ['leadId', 'reference_not_found'],
    );
  });

  it('is previewed with the values of the lead', async () => {
    const lead = await leadOf({ firstName: 'Ada', email: 'ada@preview.example', company: 'Engine' });
    const template = await admin.create(`${mail}/emailTemplates`, {
      name: 'P',
      subject: 'Dear {{ contact.firstName }}',
      text: '{{ account.name }} {{ lead.email }}',
    });
    const path = `${mail}/email-templates/${template._id}/preview`;
    const { body } = await admin.post(path, { leadId: lead._id });
    assert.deepEqual([body.subject, body.text, body.missing], ['Dear Ada', 'Engine ada@preview.example', []]);
    const nobody = await admin.post(path, { leadId: '01900000-0000-7000-8000-000000000000' });
    assert.deepEqual([nobody.status, nobody.body.error.details[0].field], [422, 'leadId']);
  });

  it('counts opens and clicks, and its page unsubscribes the lead', async () => {
    const lead = await leadOf({ email: 'visits@page.example', tags: ['page'] });
    const segment = await segmentOf({ definition: { tags: 'page' } });
    const html = '<p><a href="https://example.com/tour">Tour</a></p>';
    const [sent] = await sentOf({ segmentId: segment._id, text: undefined, html });
    const eml = written(sent?._id).replaceAll('=\n', '').replaceAll('=3D', '=');
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const [, click = ''] = /href="http:\/\/[^/]+(\/m\/c\/[^"]+)"/.exec(eml) ?? [];
    assert.equal((await fetch(new URL(click, app.url), { redirect: 'manual', headers: browser })).status, 302);
    const clicked = () => admin.get(`${mail}/emails/${sent?._id}`);
    await eventually(async () => assert.ok((await clicked()).body.clickedAt));
    const link = new URL(/^List-Unsubscribe:\s+<([^>]+)>$/m.exec(eml)?.[1] ?? '');
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    assert.equal((await fetch(new URL(link.pathname, app.url), oneClick)).status, 200);
    assert.ok((await admin.get(`/api/sales/leads/${lead._id}`)).body.unsubscribedAt);
    const suppressions = await admin.get(`${mail}/emailSuppressions?filter[leadId]=${lead._id}`);
    assert.deepEqual(
      suppressions.body.data.map(({ reason }: Json) => reason),
      ['unsubscribed'],
    );
    assert.deepEqual(await sentOf({ segmentId: segment._id }), []);
    const [{ n }] = await sql(`select count(*)::int as n from mail_facts where email_id = $1 and kind = 'clicked'`, [
      sent?._id,
    ]);
    assert.equal(n, 1);
  });
});
