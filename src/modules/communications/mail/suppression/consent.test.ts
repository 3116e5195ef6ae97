import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-consent-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const app = await appForFile({ DATA_DIR: dataDir, EMAIL_FROM: 'Atrium <no-reply@atrium.example>' });
const { admin, events } = app;

const bulk = async (recipients: readonly string[], more: Json = {}, by = admin): Promise<Json> => {
  const body = { recipients, subject: 'News', text: 'News', ...more };
  const reply = await by.post('/api/communications/bulk-email/send', body);
  assert.equal(reply.status, 202, reply.text);
  return reply.body;
};
const rejected = async (recipients: readonly string[], by?: Client): Promise<string[]> =>
  (await bulk(recipients, {}, by)).rejected.map(({ email, reason }: Json) => `${email} ${reason}`).toSorted();
const read = async (model: string, { _id }: Json): Promise<Json> =>
  (await admin.get(`/api/sales/${model}/${_id}`)).body;

describe('bulk mail', () => {
  it('leaves out leads who want none, until they are contacts of their own', async () => {
    const lead = await admin.create('/api/sales/leads', { lastName: 'L', email: 'Lead@no.example', doNotEmail: true });
    await admin.create('/api/sales/leads', {
      lastName: 'M',
      email: 'other@no.example',
      unsubscribedAt: '2026-01-01T00:00:00Z',
    });
    const addresses = ['lead@no.example', 'other@no.example', 'third@no.example'];
    assert.deepEqual(await rejected(addresses), ['lead@no.example suppressed', 'other@no.example suppressed']);
    const { body } = await admin.post('/api/sales/lead-management/convert', { leadId: lead._id });
    assert.deepEqual(await rejected(addresses.slice(0, 1)), ['lead@no.example suppressed']);
    await admin.patch(`/api/sales/contacts/${body.contactId}`, { doNotEmail: false });
    assert.deepEqual(await rejected(addresses.slice(0, 1)), []);
  });

  it('goes only to people who agreed to it when the company requires that', async () => {
    const by = await app.tenant();
    await by.create('/api/sales/contacts', { lastName: 'A', email: 'yes@opt.example', emailOptIn: true });
    await by.create('/api/sales/contacts', { lastName: 'B', email: 'no@opt.example' });
    await by.create('/api/sales/leads', { lastName: 'C', email: 'lead@opt.example', emailOptIn: true });
    const addresses = ['yes@opt.example', 'no@opt.example', 'lead@opt.example', 'nobody@opt.example'];
    assert.deepEqual(await rejected(addresses, by), []);
    const setting = { key: 'communications.emailConsent', value: { optIn: 'required' } };
    const { _id } = await by.create('/api/ui/settings', setting);
    assert.deepEqual(await rejected(addresses, by), ['no@opt.example suppressed', 'nobody@opt.example suppressed']);
    const segment = await by.create('/api/marketing/segments', { name: 'All', definition: {} });
    const sent = await by.post('/api/communications/bulk-email/send', {
      segmentId: segment._id,
      subject: 'S',
      text: 'T',
    });
    assert.equal(sent.body.accepted, 1, sent.text);
    const list = await by.create('/api/communications/emailLists', { name: 'L' });
    const member = { emailListId: list._id, email: 'nobody@opt.example' };
    await by.create('/api/communications/emailListMembers', member);
    const listed = await by.post('/api/communications/bulk-email/send', {
      emailListId: list._id,
      subject: 'S',
      text: 'T',
    });
    assert.equal(listed.body.accepted, 1, listed.text);
    const single = await by.post('/api/communications/send-email', { to: 'no@opt.example', subject: 'S', text: 'T' });
    assert.equal(single.status, 202, single.text);
    for (const value of [{ optIn: 'maybe' }, {}, true, { optIn: 'required', more: 1 }])
      assert.equal((await by.patch(`/api/ui/settings/${_id}`, { value })).status, 422);
  });
});

describe('who unsubscribes', () => {
  it('from all mailings is marked as such, as a contact and as a lead, and no longer when they want mail again', async () => {
    const email = 'Leaves@stop.example';
    const contact = await admin.create('/api/sales/contacts', { lastName: 'A', email });
    const lead = await admin.create('/api/sales/leads', { lastName: 'B', email: email.toLowerCase() });
    const { batchId } = await bulk([email]);
    const mail = await eventually(async () => {
      const { data } = (await admin.get(`/api/communications/emails?filter[batchId]=${batchId}`)).body;
      assert.equal(data[0]?.status, 'sent');
      return data[0];
    });
    const eml = readFileSync(path.join(dataDir, 'mail', `${mail._id}.eml`), 'utf8');
    const link = new URL(/^List-Unsubscribe:\s+<([^>]+)>$/m.exec(eml)?.[1] ?? '');
    const visit = (form: Record<string, string>) =>
      fetch(new URL(link.pathname, app.url), { method: 'POST', body: new URLSearchParams(form) });
    assert.equal((await visit({ 'List-Unsubscribe': 'One-Click' })).status, 200);
    for (const [model, person] of [
      ['contacts', contact],
      ['leads', lead],
    ] as const) {
      const { unsubscribedAt } = await read(model, person);
      assert.ok(Math.abs(Date.parse(unsubscribedAt) - Date.now()) < 60_000, unsubscribedAt);
      const event = (await events(person._id)).at(-1);
      assert.deepEqual([event?.type, event?.actor_id], [`${model.slice(0, -1)}.updated`, null]);
    }
    assert.deepEqual(await rejected([email]), [`${email} suppressed`]);
    const form = await (await fetch(new URL(link.pathname, app.url))).text();
    const [, name = '', value = ''] = /<input type="hidden" name="([^"]+)" value="([^"]+)"/.exec(form) ?? [];
    assert.equal((await visit({ [name]: value, do: 'resume' })).status, 200);
    assert.equal((await read('contacts', contact)).unsubscribedAt, null);
    assert.equal((await read('leads', lead)).unsubscribedAt, null);
    assert.deepEqual(await rejected([email]), []);
  });

  it('from one list stays a person who gets other mailings', async () => {
    const email = 'list@stop.example';
    const contact = await admin.create('/api/sales/contacts', { lastName: 'A', email });
    const list = await admin.create('/api/communications/emailLists', { name: 'L' });
    await admin.post(`/api/communications/emailLists/${list._id}/unsubscribe`, { email });
    assert.equal((await read('contacts', contact)).unsubscribedAt, null);
    assert.deepEqual(await rejected([email]), []);
  });
});
