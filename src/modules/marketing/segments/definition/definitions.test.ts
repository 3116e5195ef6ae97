import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin } = app;
const path = '/api/marketing/segments';
const nobody = '01900000-0000-7000-8000-000000000000';

const attempt = (by: Client, definition: unknown, values: Json = {}) =>
  by.post(path, { name: 'S', definition, ...values });

describe('a definition', async () => {
  const accounts = await admin.create(path, { name: 'Accounts', modelKey: 'accounts', definition: {} });
  const nested = (levels: number): Json => (levels === 0 ? { title: 'x' } : { not: nested(levels - 1) });
  const refused: readonly (readonly [what: string, definition: unknown, message: RegExp])[] = [
    ['an unknown field', { nothing: 1 }, /definition\[nothing\] nothing is not a field of contacts/],
    ['an unknown operator', { title: { like: 'x' } }, /like is not an operator/],
    ['a value of another type', { score: 'many' }, /score must be/],
    ['the user of a call', { ownerId: 'me' }, /means the user of the call/],
    ['too many levels', nested(5), /three levels/],
    ['too many conditions', { or: Array.from({ length: 60 }, (_, n) => ({ title: `${n}` })) }, /at most 50/],
    ['an event that is none', { event: { type: 'moon.risen' } }, /definition\[event\]\[type\] must be an event/],
    ['an event without a type', { event: {} }, /definition\[event\]\[type\]/],
    ['an event that is a text', { event: 'email.opened' }, /must be an object/],
    [
      'an unknown key of an event',
      { event: { type: 'email.opened', times: 2 } },
      /there are type, count, within and filter/,
    ],
    ['no event', { event: { type: 'email.opened', count: 0 } }, /for no event use not/],
    ['a time that is none', { event: { type: 'email.opened', within: 'soon' } }, /must be a time such as 12h/],
    ['a time that is too long', { event: { type: 'email.opened', within: '99999d' } }, /ten years/],
    ['a filter of an event', { event: { type: 'email.opened', filter: { nothing: 1 } } }, /not a field of emails/],
    ['words of mails', { event: { type: 'email.opened', filter: { subject: 'salary' } } }, /not for everybody/],
    ['a segment that does not exist', { segment: nobody }, /must be the id of a segment/],
    ['a segment that is no id', { segment: { a: 1 } }, /must be the id of a segment/],
    ['a segment of another model', { segment: accounts._id }, /Accounts of accounts; it must be one of contacts/],
    ['a list that does not exist', { list: nobody }, /must be the id of a record of email list/],
    ['more than all', { percent: 120 }, /from 0 to 100/],
    ['a part the wrong way round', { percent: { from: 40, to: 20 } }, /needs from and to/],
    ['an unknown key of a part', { percent: { from: 0, to: 20, of: 'x' } }, /there are from, to and seed/],
    ['a text that is too long', { title: 'x'.repeat(60_000) }, /at most 50000 characters/],
  ];
  for (const [what, definition, message] of refused) {
    it(`with ${what} is refused`, async () => {
      const reply = await attempt(admin, definition);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.details[0].field, 'definition');
      assert.match(reply.body.error.message, message);
    });
  }

  it('of a list must be one of contacts', async () => {
    const list = await admin.create('/api/communications/emailLists', { name: 'L' });
    const reply = await attempt(admin, { list: list._id }, { modelKey: 'leads' });
    assert.match(reply.body.error.message, /applies only to contacts/);
  });

  it('cannot name itself, over any number of segments', async () => {
    const one = await admin.create(path, { name: 'One', definition: {} });
    const two = await admin.create(path, { name: 'Two', definition: { segment: one._id } });
    const three = await admin.create(path, { name: 'Three', definition: { not: { segment: two._id } } });
    for (const named of [one, two, three]) {
      const reply = await admin.patch(`${path}/${one._id}`, { definition: { or: [{ segment: named._id }, {}] } });
      assert.equal(reply.status, 422, reply.text);
      assert.match(reply.body.error.message, /names this segment itself/);
    }
    assert.deepEqual((await admin.get(`${path}/${one._id}`)).body.definition, {});
  });

  it('nests segments five levels deep', async () => {
    let last = await admin.create(path, { name: 'Level 1', definition: { title: 'x' } });
    for (let level = 2; level <= 5; level += 1)
      last = await admin.create(path, { name: `Level ${level}`, definition: { segment: last._id } });
    const reply = await attempt(admin, { segment: last._id });
    assert.match(reply.body.error.message, /more than 5 levels/);
  });

  it('does not reveal what its author may not see', async () => {
    const hidden = await app.user({
      permissions: ['marketing:*', 'sales:*'],
      hiddenFields: { 'sales.contacts': ['score'] },
    });
    assert.match((await attempt(hidden, { score: 3 })).body.error.message, /score is not a field/);
    const narrow = await app.user({
      permissions: ['marketing:*', 'sales:read:own', 'customerSuccess:read:own', 'ui:read:own'],
    });
    const other = await attempt(narrow, { 'accountId.name': 'Secret' });
    assert.deepEqual([other.status, other.body.error.code], [403, 'forbidden']);
    assert.match(other.body.error.message, /reads all accounts/);
    assert.equal((await attempt(narrow, { title: 'x' })).status, 201);
    assert.equal((await attempt(narrow, {}, { modelKey: 'supportTickets' })).status, 403);
    const without = await app.user({ permissions: ['marketing:*'] });
    assert.equal((await attempt(without, { title: 'x' })).status, 403);
    const preview = await narrow.post('/api/marketing/segment-preview', { definition: { 'accountId.name': 'Secret' } });
    assert.equal(preview.status, 403);
    const mails = await attempt(narrow, {}, { modelKey: 'emails' });
    assert.equal(mails.status, 403);
  });

  it('takes references and choices of confidential events', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const reply = await attempt(admin, { event: { type: 'email.opened', filter: { campaignId: campaign._id } } });
    assert.equal(reply.status, 201, reply.text);
  });

  it('of another tenant cannot be named', async () => {
    const other = await app.tenant();
    const theirs = await other.create(path, { name: 'T', definition: {} });
    assert.match((await attempt(admin, { segment: theirs._id })).body.error.message, /must be the id of a segment/);
  });
});
