import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin } = app;

describe('the personal paths of the UI module', () => {
  it('list the caller’s own records, unless the filter names a user', async () => {
    const user = await app.user({ permissions: ['ui:read', 'ui:write'] });
    const screen = await admin.create('/api/ui/screens', {
      name: 'Pipeline',
      modelKey: 'opportunities',
      layout: 'kanban',
    });
    const mine = await admin.create('/api/ui/user-screens', { screenId: screen._id, position: 2 });
    assert.equal(mine.userId, admin.userId);
    const theirs = await admin.create('/api/ui/user-screens', { screenId: screen._id, userId: user.userId });
    const ids = (reply: { body: Json }) => reply.body.data.map((record: Json) => record._id);
    assert.deepEqual(ids(await user.get('/api/ui/user-screens')), [theirs._id]);
    assert.deepEqual(ids(await admin.get('/api/ui/user-screens')), [mine._id]);
    assert.deepEqual(ids(await admin.get(`/api/ui/user-screens?filter[userId]=${user.userId}`)), [theirs._id]);
    assert.deepEqual(ids(await admin.get('/api/ui/userScreens')), [mine._id]);
    assert.equal((await admin.get('/api/ui/userScreens?filter[userId][null]=false')).body.meta.total, 2);
    const moved = await user.put(`/api/ui/user-screens/${theirs._id}`, { visible: false });
    assert.deepEqual([moved.status, moved.body.visible, moved.body.screenId], [200, false, screen._id]);
  });

  it('keep a history of the records that the caller opened', async () => {
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada' });
    const view = await admin.create('/api/ui/record-recent-views', { modelKey: 'contacts', recordId: contact._id });
    assert.deepEqual([view.userId, typeof view.viewedAt], [admin.userId, 'string']);
    const user = await app.user({ permissions: ['ui:read'] });
    assert.equal((await user.get('/api/ui/record-recent-views')).body.meta.total, 0);
    assert.equal((await admin.get('/api/ui/record-recent-views')).body.meta.total, 1);
  });
});

describe('a page', () => {
  it('that is too large is refused with the remedy, and can be read in smaller parts', async () => {
    const html = 'x'.repeat(900_000);
    for (let n = 0; n < 10; n += 1) await admin.create('/api/marketing/webPages', { name: `Page ${n}`, html });
    const reply = await admin.get('/api/marketing/webPages');
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error.details[0].field, 'limit');
    assert.match(reply.body.error.message, /fewer records or fields/);
    assert.equal((await admin.get('/api/marketing/webPages?limit=5')).body.data.length, 5);
    assert.equal((await admin.get('/api/marketing/webPages?fields=name')).body.data.length, 10);
  });

  it('is checked again after permissions change, even when its query is cached', async () => {
    const role = await admin.create('/api/identity/roles', { name: 'reader', permissions: ['sales:read'] });
    await admin.create('/api/identity/users', {
      email: 'reader@example.com',
      password: 'a long password',
      roles: ['reader'],
    });
    const reader = await app.login('reader@example.com', 'a long password');
    const path = '/api/sales/contacts?filter[firstName]=Ada&fields=firstName';
    for (let n = 0; n < 3; n += 1) assert.equal((await reader.get(path)).status, 200);
    await admin.patch(`/api/identity/roles/${role._id}`, { hiddenFields: { 'sales.contacts': ['firstName'] } });
    assert.equal((await reader.get(path)).status, 400);
  });
});
