import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const test = await appForFile();
const { tenant, user, sql } = test;
const path = '/api/data/timeline';

/** Reads all pages of a timeline. */
async function readAll(by: Client, model: string, id: string, { limit = 20, types = '' } = {}): Promise<Json[]> {
  const entries: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more = `${cursor === '' ? '' : `&cursor=${cursor}`}${types === '' ? '' : `&types=${types}`}`;
    const reply = await by.get(`${path}?model=${model}&id=${id}&limit=${limit}${more}`);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(reply.body.data.length <= limit);
    assert.equal(reply.body.meta.hasMore, reply.body.meta.nextCursor !== null);
    entries.push(...reply.body.data);
    cursor = reply.body.meta.nextCursor;
  }
  return entries;
}

const texts = (entries: readonly Json[]): string[] => entries.map(({ type, summary }) => `${type}: ${summary}`);

async function company(by: Client) {
  const account = await by.create('/api/sales/accounts', { name: 'Analytical Engines' });
  const contact = await by.create('/api/sales/contacts', { lastName: 'Lovelace', accountId: account._id });
  const deal = await by.create('/api/sales/opportunities', { name: 'Engine no. 2', accountId: account._id });
  return { account, contact, deal };
}

describe('the timeline of a record', () => {
  it('is one stream of changes, notes, tasks, mails, comments, files and activities, newest first', async () => {
    const by = await tenant();
    const { contact } = await company(by);
    const contactId = contact._id;
    await by.patch(`/api/sales/contacts/${contactId}`, { title: 'Countess' });
    await by.create('/api/sales/contactNotes', { contactId, content: '<p>Likes <b>poetry</b></p>' });
    await by.create('/api/sales/tasks', { contactId, title: 'Send flowers' });
    const mail = { subject: 'On the engine', from: 'ada@example.com', fromName: 'Ada', direction: 'inbound' };
    await by.create('/api/communications/emails', { contactId, ...mail, status: 'received' });
    const conversation = await by.create('/api/communications/conversations', { contactId, subject: 'Engine' });
    await by.create('/api/communications/comments', { conversationId: conversation._id, content: 'Answer today.' });
    await by.create('/api/sales/files', { contactId, name: 'plan.pdf' });
    await by.create('/api/sales/activities', { contactId, type: 'call', subject: 'Talked' });
    await by.create('/api/sales/activities', { contactId, type: 'visit', subject: 'Saw her' });
    const entries = await readAll(by, 'sales.contacts', contactId);
    assert.deepEqual(texts(entries), [
      'activity: Saw her',
      'call: Talked',
      'file: plan.pdf',
      'comment: Answer today.',
      'email: On the engine',
      'task: Send flowers',
      'note: Likes poetry',
      'change: Changed Job title',
      'change: Created Contact',
    ]);
    const [, call, , , email, , note, change] = entries;
    assert.deepEqual(call.by, { _id: by.userId, email: change.by.email });
    assert.deepEqual(email.by, { _id: null, email: 'ada@example.com', name: 'Ada' });
    assert.equal(note.record.modelKey, 'contactNote');
    assert.equal(note.values.content, '<p>Likes <b>poetry</b></p>');
    assert.deepEqual(change.record, {
      moduleKey: 'sales',
      modelKey: 'contact',
      slug: 'contacts',
      _id: contactId,
      title: 'Lovelace',
    });
    assert.deepEqual(change.change.changes, [{ field: 'title', before: null, after: 'Countess' }]);
    assert.deepEqual(texts(await readAll(by, 'contacts', contactId, { types: 'call,note' })), [
      'call: Talked',
      'note: Likes poetry',
    ]);
    assert.deepEqual(texts(await readAll(by, 'contact', contactId, { types: 'activity' })), ['activity: Saw her']);
  });

  it('of an account has those of its contacts and deals, each entry once', async () => {
    const by = await tenant();
    const { account, contact, deal } = await company(by);
    await by.create('/api/sales/contactNotes', { contactId: contact._id, content: 'Of the contact' });
    await by.create('/api/sales/opportunityNotes', { opportunityId: deal._id, content: 'Of the deal' });
    const all = { accountId: account._id, contactId: contact._id, opportunityId: deal._id };
    await by.create('/api/sales/activities', { ...all, type: 'meeting', subject: 'Of all three' });
    await by.create('/api/sales/notes', { ...all, content: 'Of all three, too' });
    const conversation = await by.create('/api/communications/conversations', { ...all, subject: 'Engine' });
    await by.create('/api/communications/comments', { conversationId: conversation._id, content: 'Said once' });
    await by.patch(`/api/sales/opportunities/${deal._id}`, { value: 10 });
    assert.deepEqual(texts(await readAll(by, 'sales.accounts', account._id)), [
      'change: Changed Value, Expected value',
      'comment: Said once',
      'note: Of all three, too',
      'activity: Of all three',
      'note: Of the deal',
      'note: Of the contact',
      'change: Created Opportunity',
      'change: Created Contact',
      'change: Created Account',
    ]);
  });

  it('lists every entry once over pages of any size, also when many have the same time', async () => {
    const by = await tenant();
    const { account, contact, deal } = await company(by);
    const at = '2026-03-01T10:00:00.000Z';
    const notes = Array.from({ length: 23 }, (_, n) => ({
      op: 'create',
      record: { contactId: contact._id, content: `Note ${n}` },
    }));
    assert.equal((await by.post('/api/sales/contactNotes/bulk', { operations: notes })).status, 200);
    for (let n = 0; n < 11; n += 1) {
      const type = n % 2 === 0 ? 'call' : 'visit';
      await by.create('/api/sales/activities', { type, subject: `At ${n}`, startsAt: at, opportunityId: deal._id });
      await by.patch(`/api/sales/contacts/${contact._id}`, { department: `${n}` });
    }
    await sql('update sales_contact_notes set created_at = $1 where contact_id = $2', [at, contact._id]);
    const key = ({ type, record, change }: Json) => `${type} ${record._id} ${change?.version ?? ''}`;
    const whole = (await readAll(by, 'sales.accounts', account._id, { limit: 100 })).map(key);
    assert.equal(whole.length, 23 + 11 + 11 + 3);
    assert.equal(new Set(whole).size, whole.length);
    for (const limit of [1, 2, 7])
      assert.deepEqual((await readAll(by, 'sales.accounts', account._id, { limit })).map(key), whole);
    const times = (await readAll(by, 'sales.accounts', account._id, { types: 'note,call,activity' })).map(
      ({ at }) => at,
    );
    assert.deepEqual(times, times.toSorted().reverse());
  });

  it('goes on at its place while entries are added', async () => {
    const by = await tenant();
    const { contact } = await company(by);
    for (let n = 0; n < 6; n += 1)
      await by.create('/api/sales/contactNotes', { contactId: contact._id, content: `Note ${n}` });
    const read = (more = '') => by.get(`${path}?model=sales.contacts&id=${contact._id}&limit=3${more}`);
    const first = (await read()).body;
    await by.create('/api/sales/contactNotes', { contactId: contact._id, content: 'Later' });
    const second = (await read(`&cursor=${first.meta.nextCursor}`)).body;
    assert.deepEqual(
      texts([...first.data, ...second.data]),
      [5, 4, 3, 2, 1, 0].map((n) => `note: Note ${n}`),
    );
  });

  it('shows each kind only to those who may read it', async () => {
    const by = await tenant();
    const { account, contact } = await company(by);
    const contactId = contact._id;
    await by.patch(`/api/sales/contacts/${contactId}`, { phone: '+49 30 1234', title: 'Countess' });
    await by.create('/api/communications/emails', { contactId, subject: 'Open', direction: 'outbound' });
    const secret = await by.create('/api/communications/emails', {
      contactId,
      subject: 'Secret',
      direction: 'outbound',
    });
    await sql(`update communications_emails set visibility = 'private', viewer_ids = $1 where id = $2`, [
      [by.userId],
      secret._id,
    ]);
    const permissions = ['sales:read', 'communications:read'];
    const reader = await user({ permissions, hiddenFields: { 'sales.contacts': ['phone'] } }, by);
    const seen = await readAll(reader, 'sales.contacts', contactId);
    assert.deepEqual(texts(seen), ['email: Open', 'change: Changed Job title', 'change: Created Contact']);
    assert.doesNotMatch(JSON.stringify(seen), /1234/);
    assert.equal((await readAll(by, 'sales.contacts', contactId, { types: 'email' })).length, 2);
    const seller = await user({ permissions: ['sales:read'] }, by);
    assert.deepEqual(texts(await readAll(seller, 'sales.contacts', contactId, { types: 'email,comment' })), []);
    const own = await user({ permissions: ['sales:read:own'] }, by);
    const query = `${path}?model=sales.accounts&id=${account._id}`;
    assert.equal((await own.get(query)).status, 404);
    assert.equal((await (await tenant()).get(query)).status, 404);
    const clerk = await user({ permissions: ['support:read'] }, by);
    assert.equal((await clerk.get(query)).status, 403);
    const mine = await own.post('/api/sales/accounts', { name: 'x' });
    assert.equal(mine.status, 403);
    await by.patch(`/api/sales/accounts/${account._id}`, { ownerId: own.userId });
    assert.deepEqual(texts(await readAll(own, 'sales.accounts', account._id)), [
      'change: Changed Owner',
      'change: Created Account',
    ]);
  });

  it('stays when the record is deleted', async () => {
    const by = await tenant();
    const { contact } = await company(by);
    await by.delete(`/api/sales/contacts/${contact._id}`);
    assert.deepEqual(texts(await readAll(by, 'sales.contacts', contact._id)), [
      'change: Deleted Contact',
      'change: Created Contact',
    ]);
  });

  it('shows a mail at the time when it was sent', async () => {
    const by = await tenant();
    const { contact } = await company(by);
    const values = { contactId: contact._id, direction: 'inbound', status: 'received' };
    await by.create('/api/communications/emails', { ...values, subject: 'New', sentAt: '2026-02-02T00:00:00.000Z' });
    await by.create('/api/communications/emails', { ...values, subject: 'Old', sentAt: '2026-01-01T00:00:00.000Z' });
    await by.create('/api/communications/emails', { ...values, subject: 'Draft' });
    const [draft, , , last] = await readAll(by, 'sales.contacts', contact._id);
    assert.deepEqual(texts([draft, last]), ['email: Draft', 'email: Old']);
    assert.equal(last.at, '2026-01-01T00:00:00.000Z');
  });

  it('refuses parameters that it does not know, and cursors that it did not give out', async () => {
    const by = await tenant();
    const { contact } = await company(by);
    const query = `${path}?model=sales.contacts&id=${contact._id}`;
    const broken = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const wrong of [
      `${query}&types=song`,
      `${query}&cursor=x`,
      `${query}&cursor=${broken([['2026-99-01T00:00:00.000Z', 'a', contact._id], null])}`,
      `${query}&cursor=${broken([null, ['99999999999999999999', '1']])}`,
      `${query}&cursor=${broken([null])}`,
      `${query}&page=2`,
      `${path}?model=sales.nothing&id=${contact._id}`,
      `${path}?model=sales.contacts&id=1`,
    ])
      assert.ok([400, 422].includes((await by.get(wrong)).status), wrong);
    assert.equal((await by.get(`${path}?model=sales.contacts&id=01930000-0000-7000-8000-000000000000`)).status, 404);
  });
});
