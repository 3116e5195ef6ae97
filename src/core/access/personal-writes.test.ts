import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin } = app;
const views = '/api/ui/saved-views';
const missing = (reply: { body: Json }) => reply.body.error?.details[0]?.field;

/** A user who may only read. */
const viewer = (): Promise<Client> => app.user({ permissions: ['*:read'] });

async function teamOf(...members: Client[]): Promise<Json> {
  const team = await admin.create('/api/identity/teams', { name: `Team ${crypto.randomUUID()}` });
  for (const { userId } of members) await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
  return team;
}

describe('a user who may only read', () => {
  it('keeps stars, views, recents, drafts and column widths of their own', async () => {
    const user = await viewer();
    const screen = await admin.create('/api/ui/screens', { name: 'Starred', modelKey: 'contacts' });
    const star = await user.create('/api/ui/user-screens', { screenId: screen._id });
    const moved = await user.post('/api/ui/user-screens/bulk', {
      operations: [{ op: 'update', _id: star._id, record: { position: 3 } }],
    });
    assert.equal(moved.body.results[0].record.position, 3);
    assert.equal((await user.delete(`/api/ui/user-screens/${star._id}`)).status, 204);
    const view = await user.create(views, { name: 'Mine', modelKey: 'contacts', filter: { ownerId: 'me' } });
    assert.equal((await user.patch(`${views}/${view._id}`, { name: 'Still mine' })).status, 200);
    assert.equal((await user.delete(`${views}/${view._id}`)).status, 204);
    assert.equal((await user.post(`${views}/${view._id}/restore`, {})).status, 200);
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Opened' });
    const opened = await user.post('/api/ui/record-recent-views', { modelKey: 'contacts', recordId: contact._id });
    assert.equal(opened.status, 201);
    assert.equal((await user.put('/api/ui/drafts/mine', { modelKey: 'contacts', data: { a: 1 } })).status, 200);
    assert.equal((await user.post('/api/ui/drafts/mine/discard', { modelKey: 'contacts' })).body.discarded, true);
    const draft = await user.create('/api/ui/drafts', { name: 'By hand' });
    assert.equal((await user.delete(`/api/ui/drafts/${draft._id}`)).status, 204);
    const preferences = { columns: { 'sales.contacts': { widths: { email: 200 }, at: 1 } } };
    const changed = await user.patch('/api/identity/me', { preferences });
    assert.deepEqual(changed.body.user.preferences, preferences);
    assert.deepEqual(
      (await app.events(view._id)).map(({ type, actor_id }) => [type, actor_id]),
      ['created', 'updated', 'deleted', 'restored'].map((change) => [`savedView.${change}`, user.userId]),
    );
  });

  it('writes nothing of others and nothing that is not personal', async () => {
    const [user, other] = [await viewer(), await viewer()];
    const screen = await admin.create('/api/ui/screens', { name: 'Of others', modelKey: 'contacts' });
    const given = { screenId: screen._id, userId: other.userId };
    assert.equal(missing(await user.post('/api/ui/user-screens', given)), 'ui:admin');
    const star = await user.create('/api/ui/user-screens', { screenId: screen._id });
    assert.equal(missing(await user.patch(`/api/ui/user-screens/${star._id}`, { userId: other.userId })), 'ui:admin');
    assert.equal(missing(await user.patch(`/api/ui/user-screens/${star._id}`, { userId: null })), 'ui:admin');
    for (const reply of [
      await other.get(`/api/ui/user-screens/${star._id}`),
      await other.patch(`/api/ui/user-screens/${star._id}`, { position: 1 }),
      await other.delete(`/api/ui/user-screens/${star._id}`),
    ])
      assert.equal(reply.status, 404);
    assert.equal((await user.get(`/api/ui/user-screens/${star._id}`)).body.version, 1);
    for (const [path, record] of [
      ['/api/ui/screens', { name: 'x' }],
      ['/api/ui/dashboards', { name: 'x' }],
      ['/api/ui/settings', { key: 'x' }],
      ['/api/sales/contacts', { lastName: 'x' }],
    ] as const)
      assert.equal((await user.post(path, record)).status, 403, path);
  });

  it('has read-only API keys that write nothing', async () => {
    const user = await app.user({ permissions: ['*:read', 'identity:admin'] });
    const { key } = await user.create('/api/identity/apiKeys', { name: 'Reader', scopes: ['ui:read'] });
    const headers = { authorization: `Bearer ${key}` };
    const refused = await app.anonymous.post(views, { name: 'By key', modelKey: 'contacts' }, headers);
    assert.deepEqual([refused.status, missing(refused)], [403, 'ui:write']);
    assert.equal((await app.anonymous.get(views, headers)).status, 200);
  });

  it('does not share a view, in any way', async () => {
    const [user, other] = [await viewer(), await viewer()];
    const team = await teamOf(user, other);
    const view = await user.create(views, { name: 'Mine', modelKey: 'contacts' });
    for (const sharing of [{ shared: true }, { viewerIds: [other.userId] }, { viewerTeamIds: [team._id] }]) {
      const created = await user.post(views, { name: 'Shared', modelKey: 'contacts', ...sharing });
      assert.deepEqual([created.status, missing(created)], [403, 'ui:write'], JSON.stringify(sharing));
      const changed = await user.patch(`${views}/${view._id}`, sharing);
      assert.deepEqual([changed.status, missing(changed)], [403, 'ui:write']);
      const operations = [{ op: 'update', _id: view._id, record: sharing }];
      assert.equal((await user.post(`${views}/bulk`, { operations })).status, 403);
    }
    assert.equal((await other.get(views)).body.data.length, 0);
    // The user lost the permission after sharing: changing the shared view is refused, but unsharing it is allowed.
    await admin.patch(`${views}/${view._id}`, { shared: true });
    assert.equal((await user.patch(`${views}/${view._id}`, { name: 'New name' })).status, 403);
    assert.equal((await user.patch(`${views}/${view._id}`, { shared: false })).status, 200);
    await admin.patch(`${views}/${view._id}`, { shared: true });
    assert.equal((await user.post(`${views}/${view._id}/revert`, { version: 2 })).status, 403);
    assert.equal((await user.delete(`${views}/${view._id}`)).status, 204);
    assert.equal((await user.post(`${views}/${view._id}/restore`, {})).status, 403);
  });
});

describe('a shared view', () => {
  const sharer = () => app.user({ permissions: ['*:read', 'ui:write'] });

  it('is seen by the people, the teams or everybody it is shared with, and changed by nobody of them', async () => {
    const [owner, person, mate, stranger] = [await sharer(), await viewer(), await sharer(), await sharer()];
    const team = await teamOf(mate);
    const seen = async (client: Client) =>
      (await client.get(`${views}?sort=name`)).body.data.map(({ name }: Json) => name);
    const create = (name: string, sharing: Json) => owner.create(views, { name, modelKey: 'contacts', ...sharing });
    await create('A private', {});
    await create('B person', { viewerIds: [person.userId] });
    const forTeam = await create('C team', { viewerTeamIds: [team._id] });
    const forAll = await create('D all', { shared: true });
    assert.deepEqual(await seen(owner), ['A private', 'B person', 'C team', 'D all']);
    assert.deepEqual(await seen(person), ['B person', 'D all']);
    assert.deepEqual(await seen(mate), ['C team', 'D all']);
    assert.deepEqual(await seen(stranger), ['D all']);
    assert.equal(missing(await mate.patch(`${views}/${forTeam._id}`, { name: 'Ours' })), 'ui:admin');
    assert.equal(missing(await stranger.delete(`${views}/${forAll._id}`)), 'ui:admin');
    assert.equal((await stranger.get(`${views}/${forTeam._id}`)).status, 404);
    assert.equal((await owner.delete(`${views}/${forAll._id}`)).status, 204);
    // Users who saw a deleted view of somebody else cannot restore it.
    assert.equal((await stranger.post(`${views}/${forAll._id}/restore`, {})).status, 403);
    assert.equal((await owner.post(`${views}/${forAll._id}/restore`, {})).status, 200);
  });

  it('becomes the default of a list with ui:admin, on lists of its model', async () => {
    const owner = await sharer();
    const contacts = await admin.create('/api/ui/screens', { name: 'Contacts', modelKey: 'contacts' });
    const leads = await admin.create('/api/ui/screens', { name: 'Leads', modelKey: 'leads' });
    const view = await owner.create(views, { name: 'Default', modelKey: 'contacts', shared: true });
    const path = `${views}/${view._id}`;
    assert.equal(missing(await owner.patch(path, { defaultOn: [contacts._id] })), 'ui:admin');
    const places = [contacts._id, 'sales.contacts'];
    assert.deepEqual((await admin.patch(path, { defaultOn: places })).body.defaultOn, places);
    assert.equal((await owner.patch(path, { name: 'The owner still changes it' })).status, 200);
    for (const place of [leads._id, 'sales.leads', 'anything', crypto.randomUUID()]) {
      const refused = await admin.patch(path, { defaultOn: [place] });
      assert.deepEqual([refused.status, missing(refused)], [422, 'defaultOn'], place);
    }
    assert.equal(missing(await admin.patch(path, { modelKey: 'leads' })), 'defaultOn');
    assert.deepEqual((await owner.patch(path, { defaultOn: [] })).body.defaultOn, []);
  });
});

describe('deleting an announcement', () => {
  it('also deletes what other users have dismissed of it', async () => {
    const [user, editor] = [await viewer(), await app.user({ permissions: ['ui:read', 'ui:write'] })];
    const announcement = await editor.create('/api/ui/enterpriseProductAnnouncements', {
      title: 'News',
      status: 'published',
      publishedAt: new Date(Date.now() - 60_000).toISOString(),
    });
    assert.equal((await user.post(`/api/ui/announcements/${announcement._id}/dismiss`, {})).status, 200);
    assert.equal((await editor.delete(`/api/ui/enterpriseProductAnnouncements/${announcement._id}`)).status, 204);
  });
});

describe('the caller in GET /api/identity/me', () => {
  it('has teams, and with a scope for :team the owners whose records it covers', async () => {
    const seller = await app.user({ permissions: ['sales:read', 'sales:write:team'] });
    const [mate, reader] = [await viewer(), await viewer()];
    const team = await teamOf(seller, mate, reader);
    const me = (await seller.get('/api/identity/me')).body;
    assert.deepEqual(me.teamIds, [team._id]);
    assert.deepEqual([...me.teamMateIds].sort(), [seller.userId, mate.userId, reader.userId].sort());
    const other = (await reader.get('/api/identity/me')).body;
    assert.deepEqual([other.teamIds, other.teamMateIds], [[team._id], []]);
  });
});
