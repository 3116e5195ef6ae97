import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { contextOf } from '#test/user-context.ts';
import {
  type MailedPerson,
  type PersonMail,
  type PersonMailContent,
  type PreparedPersonMail,
  preparePersonMails,
  sendPersonMail,
} from '../../contract.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-person-mails-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const app = await appForFile({ DATA_DIR: dataDir, EMAIL_FROM: 'Atrium <no-reply@atrium.example>' });
const { admin, events, user } = app;

const contact = ({ _id: id }: Json, variables?: Json): MailedPerson => ({ model: 'sales.contacts', id, variables });
const lead = ({ _id: id }: Json, variables?: Json): MailedPerson => ({ model: 'sales.leads', id, variables });
const text = { subject: 'S', text: 'T' };
const prepare = async (
  content: PersonMailContent,
  people: readonly MailedPerson[],
  by = admin,
): Promise<PersonMail[]> => preparePersonMails(await contextOf(app, by), content, people);
const skippedOf = (mails: readonly PersonMail[]): string[] =>
  mails.map((mail) => ('skipped' in mail ? mail.skipped : 'prepared'));
function required(mail: PersonMail | undefined): PreparedPersonMail {
  assert.ok(mail && !('skipped' in mail), JSON.stringify(mail));
  return mail;
}
const send = async (mail: PersonMail | undefined, more: Parameters<typeof sendPersonMail>[2] = {}): Promise<string> =>
  inTransaction(await contextOf(app, admin), (within) => sendPersonMail(within, required(mail), more));
const sent = (id: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await admin.get(`/api/communications/emails/${id}`);
    assert.equal(body.status, 'sent', body.error);
    return body;
  });
const written = (id: string): string => readFileSync(path.join(dataDir, 'mail', `${id}.eml`), 'utf8');

describe('a mail to one person', () => {
  it('is rendered with the values of a contact or a lead, and tracked as a mail of marketing', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'Engine & Co' });
    const ada = await admin.create('/api/sales/contacts', {
      firstName: 'Ada',
      lastName: 'L',
      email: 'Ada@person.example',
      accountId: account._id,
    });
    const grace = await admin.create('/api/sales/leads', {
      firstName: 'Grace',
      email: 'grace@person.example',
      company: 'Navy',
      employees: 12,
    });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'T',
      subject: '{{ contact.firstName }} of {{ account.name }}, {{ code }}',
      html: '<p>{{ account.name }} {{ lead.employees }} <a href="https://example.com/tour">Tour</a></p>',
      fromEmail: 'news@atrium.example',
      fromName: 'News',
    });
    const content = { templateId: template._id, fromName: 'Jane', replyTo: 'jane@atrium.example' };
    const [first, second] = await prepare(content, [contact(ada, { code: 'X1' }), lead(grace, { code: 'X2' })]);
    const more = { campaignId: campaign._id, metadata: { workflowId: 'w' } };
    const ofContact = await sent(await send(first, more));
    const ofLead = await sent(await send(second, more));
    assert.equal(ofContact.subject, 'Ada of Engine & Co, X1');
    assert.match(ofContact.html, /Engine &amp; Co/);
    assert.equal(ofLead.subject, 'Grace of Navy, X2');
    assert.match(ofLead.html, /Navy 12 /);
    assert.deepEqual([ofContact.contactId, ofContact.leadId, ofContact.to], [ada._id, null, ['Ada@person.example']]);
    assert.deepEqual([ofLead.contactId, ofLead.leadId, ofLead.to], [null, grace._id, ['grace@person.example']]);
    for (const mail of [ofContact, ofLead]) {
      const { type, trackOpens, trackClicks, campaignId, templateId, fromName, from, replyTo, metadata } = mail;
      assert.deepEqual([type, trackOpens, trackClicks], ['marketing', true, true]);
      assert.deepEqual([campaignId, templateId, metadata], [campaign._id, template._id, { workflowId: 'w' }]);
      assert.deepEqual([fromName, from, replyTo], ['Jane', 'news@atrium.example', 'jane@atrium.example']);
      const eml = written(mail._id);
      assert.match(eml, /^List-Unsubscribe:/m);
      assert.doesNotMatch(eml, /href=3D"https:\/\/example\.com\/tour"/);
      const types = (await events(mail._id)).map((event) => `${event.type} ${event.record.status}`);
      assert.deepEqual(types, ['email.created queued', 'email.updated sent']);
    }
    const { body } = await admin.get(`/api/marketing/campaigns/${campaign._id}`);
    assert.equal(body.recipientCount, 2);
  });

  it('is not made when the person is gone, has no address, wants none or did not agree', async () => {
    const by = await app.tenant();
    const make = (model: string, fields: Json) => by.create(`/api/sales/${model}`, { lastName: 'P', ...fields });
    const people = [
      contact(await make('contacts', { email: 'fine@skip.example', emailOptIn: true })),
      contact(await make('contacts', {})),
      contact(await make('contacts', { email: 'no@skip.example', doNotEmail: true, emailOptIn: true })),
      lead(
        await make('leads', { email: 'left@skip.example', emailOptIn: true, unsubscribedAt: '2026-01-01T00:00:00Z' }),
      ),
      lead(await make('leads', { email: 'never@skip.example' })),
      lead(await make('leads', { email: 'agreed@skip.example', emailOptIn: true })),
      lead({ _id: '01900000-0000-7000-8000-000000000000' }),
      contact(await make('contacts', { email: 'bounced@skip.example', emailOptIn: true })),
    ];
    await by.create('/api/communications/emailSuppressions', { email: 'Bounced@skip.example', reason: 'bounced' });
    const free = ['prepared', 'noAddress', 'suppressed', 'suppressed', 'prepared', 'prepared', 'missing', 'suppressed'];
    const mails = await prepare(text, people, by);
    assert.deepEqual(skippedOf(mails), free);
    for (const mail of mails) if ('skipped' in mail) assert.match(mail.why, /^The .+\.$/);
    await by.create('/api/ui/settings', { key: 'communications.emailConsent', value: { optIn: 'required' } });
    assert.deepEqual(skippedOf(await prepare(text, people, by)), free.with(4, 'noConsent'));
  });

  it('is not sent when the person unsubscribes after it was prepared', async () => {
    const one = await admin.create('/api/sales/leads', { lastName: 'U', email: 'later@skip.example' });
    const [mail] = await prepare(text, [lead(one)]);
    await admin.patch(`/api/sales/leads/${one._id}`, { doNotEmail: true });
    const id = await send(mail);
    await eventually(async () => {
      const { body } = await admin.get(`/api/communications/emails/${id}`);
      assert.deepEqual([body.status, body.error], ['cancelled', 'The address is suppressed: doNotEmail.']);
    });
  });

  it('can be sent to a tester, as a mail of nobody that consent does not stop', async () => {
    const one = await admin.create('/api/sales/contacts', { lastName: 'T', email: 'tested@person.example' });
    await admin.create('/api/sales/contacts', { lastName: 'Me', email: 'me@person.example', doNotEmail: true });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const [mail] = await prepare({ subject: 'Dear {{ contact.lastName }}', text: 'T' }, [contact(one)]);
    const record = await sent(await send(mail, { testTo: 'me@person.example', campaignId: campaign._id }));
    const { subject, to, type, contactId, campaignId, trackOpens, metadata } = record;
    assert.deepEqual([subject, to, type], ['[Test] Dear T', ['me@person.example'], 'single']);
    assert.deepEqual([contactId, campaignId, trackOpens, metadata], [null, null, false, { test: true }]);
  });

  it('is prepared for many people together, and fails only for those whose values do not fit', async () => {
    const people: MailedPerson[] = [];
    for (let n = 0; n < 60; n += 1) {
      const one = await admin.create('/api/sales/leads', { lastName: `L${n}`, email: `l${n}@many.example` });
      people.push(lead(one, { n, subject: n === 31 ? '' : `Number ${n}` }));
    }
    const mails = await prepare({ subject: '{{ subject }}', text: '{{ lead.name }} {{ n }}' }, people);
    for (const [n, mail] of mails.entries()) {
      if (n === 31) assert.ok('skipped' in mail && mail.skipped === 'notRendered' && /subject/.test(mail.why));
      else assert.deepEqual([required(mail).values.subject, required(mail).values.text], [`Number ${n}`, `L${n} ${n}`]);
    }
  });

  it('is refused for everybody when its content or sender cannot be used', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000';
    const cases: [PersonMailContent, string][] = [
      [{ templateId: nobody }, 'templateId'],
      [{ subject: 'S', html: '{{ a | shout }}' }, 'html'],
      [{ subject: '', text: 'T' }, 'subject'],
      [{ ...text, fromEmail: 'nobody' }, 'fromEmail'],
      [{ ...text, fromName: 'a\r\nBcc: x@example.com' }, 'fromName'],
      [{ ...text, replyTo: 'a@example.com\nBcc: x@example.com' }, 'replyTo'],
    ];
    for (const [content, field] of cases) {
      await assert.rejects(prepare(content, []), (error) => {
        assert.ok(error instanceof AppError, String(error));
        assert.equal(error.details[0]?.field, field);
        return true;
      });
    }
  });

  it('shows only what the user may read for whom it is sent', async () => {
    const hidden = { 'sales.leads': ['company'] };
    const seller = await user({ permissions: ['sales:read:own', 'sales:write:own'], hiddenFields: hidden });
    const own = await seller.create('/api/sales/leads', { lastName: 'Own', email: 'own@reach.example' });
    await admin.patch(`/api/sales/leads/${own._id}`, { company: 'Secret' });
    const other = await admin.create('/api/sales/leads', { lastName: 'Other', email: 'other@reach.example' });
    const content = { subject: 'S', text: '{{ lead.name }}/{{ account.name }}/{{ lead.company }}' };
    const [first, second] = await prepare(content, [lead(own), lead(other)], seller);
    assert.equal(required(first).values.text, 'Own//');
    assert.equal(second && 'skipped' in second && second.skipped, 'missing');
  });
});
