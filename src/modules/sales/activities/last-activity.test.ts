import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const test = await appForFile();
const { admin, sql } = test;
const paths = {
  contactId: '/api/sales/contacts',
  accountId: '/api/sales/accounts',
  leadId: '/api/sales/leads',
  opportunityId: '/api/sales/opportunities',
} as const;

async function records(by: Client): Promise<Record<keyof typeof paths, string>> {
  const ids: Json = {};
  for (const [key, path] of Object.entries(paths))
    ids[key] = (await by.create(path, key === 'contactId' || key === 'leadId' ? { lastName: 'X' } : { name: 'X' }))._id;
  return ids;
}

const lastOf = async (by: Client, key: keyof typeof paths, id: string): Promise<Json> =>
  (await by.get(`${paths[key]}/${id}`)).body;

async function assertTouched(by: Client, ids: Record<keyof typeof paths, string>): Promise<void> {
  for (const key of Object.keys(paths) as (keyof typeof paths)[]) {
    const { lastActivityAt, version } = await lastOf(by, key, ids[key]);
    assert.ok(Math.abs(Date.now() - Date.parse(lastActivityAt)) < 120_000, `${key} ${lastActivityAt}`);
    assert.equal(version, 1);
    assert.equal((await test.events(ids[key])).length, 1);
  }
}

describe('the last activity of a record', () => {
  it('is set by a note, a mail, an activity and a finished task, without a version or an event', async () => {
    for (const [path, values] of [
      ['/api/sales/notes', { content: 'Hello' }],
      ['/api/sales/activities', { type: 'call', subject: 'Hello' }],
      ['/api/communications/emails', { subject: 'Hello', direction: 'inbound', status: 'received' }],
      ['/api/sales/tasks', { title: 'Hello', status: 'done' }],
    ] as const) {
      const ids = await records(admin);
      await admin.create(path, { ...values, ...ids });
      await assertTouched(admin, ids);
    }
  });

  it('is set when a task is finished, not when it is made', async () => {
    const ids = await records(admin);
    const task = await admin.create('/api/sales/tasks', { title: 'Later', ...ids });
    assert.equal((await lastOf(admin, 'contactId', ids.contactId)).lastActivityAt, null);
    await admin.patch(`/api/sales/tasks/${task._id}`, { status: 'done' });
    await assertTouched(admin, ids);
  });

  it('is set by the notes of each kind of record', async () => {
    const ids = await records(admin);
    await admin.create('/api/sales/contactNotes', { contactId: ids.contactId, content: 'a' });
    await admin.create('/api/sales/accountNotes', { accountId: ids.accountId, content: 'a' });
    await admin.create('/api/sales/leadNotes', { leadId: ids.leadId, content: 'a' });
    await admin.create('/api/sales/opportunityNotes', { opportunityId: ids.opportunityId, content: 'a' });
    await assertTouched(admin, ids);
  });

  it('does not count drafts and mailings, and never goes back', async () => {
    const ids = await records(admin);
    await admin.create('/api/communications/emails', { subject: 'Draft', ...ids });
    await sql(
      `insert into communications_emails (tenant_id, id, subject, status, type, contact_id)
       select tenant_id, gen_random_uuid(), 'News', 'queued', 'bulk', id from sales_contacts where id = $1`,
      [ids.contactId],
    );
    assert.equal((await lastOf(admin, 'contactId', ids.contactId)).lastActivityAt, null);
    await admin.create('/api/sales/notes', { content: 'New', ...ids });
    const { lastActivityAt } = await lastOf(admin, 'contactId', ids.contactId);
    const old = { type: 'visit', subject: 'Old', startsAt: '2020-01-01T10:00:00.000Z' };
    await admin.create('/api/sales/activities', { ...old, ...ids });
    assert.equal((await lastOf(admin, 'contactId', ids.contactId)).lastActivityAt, lastActivityAt);
    // A complete PUT without it keeps it.
    const put = await admin.put(`${paths.contactId}/${ids.contactId}`, { lastName: 'Y' });
    assert.equal(put.body.lastActivityAt, lastActivityAt);
  });

  it('lets many write about one record at the same time', async () => {
    const ids = await records(admin);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => admin.post('/api/sales/notes', { content: `Note ${n}`, ...ids })),
    );
    assert.ok(replies.every(({ status }) => status === 201));
    await assertTouched(admin, ids);
  });
});
