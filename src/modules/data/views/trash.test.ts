import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
const notes = '/api/sales/accountNotes';

const trash = async (by: Client, query = ''): Promise<Json[]> => {
  const reply = await by.get(`/api/data/trash?limit=200${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};
const idsIn = (entries: Json[]): string[] => entries.map(({ recordId }) => recordId);

async function createAndDelete(by: Client, path: string, record: Json): Promise<Json> {
  const made = await by.create(path, record);
  assert.equal((await by.delete(`${path}/${made._id}`)).status, 204);
  return made;
}

describe('the trash', () => {
  it('lists the records that can be restored, last deleted first', async () => {
    const owner = await tenant();
    assert.deepEqual((await owner.get('/api/data/trash')).body, {
      data: [],
      meta: { page: 1, limit: 20, hasMore: false, nextCursor: null },
    });
    const first = await createAndDelete(owner, contacts, { firstName: 'Ada', lastName: 'L' });
    const second = await createAndDelete(owner, accounts, { name: 'Acme' });
    const entries = await trash(owner);
    assert.deepEqual(idsIn(entries), [second._id, first._id]);
    const { email } = (await owner.get(`/api/identity/users/${owner.userId}`)).body;
    const { deletedAt, ...entry } = entries[0];
    assert.ok(deletedAt >= second.updatedAt);
    assert.deepEqual(entry, {
      modelKey: 'account',
      moduleKey: 'sales',
      slug: 'accounts',
      recordId: second._id,
      title: 'Acme',
      path: `${accounts}/${second._id}`,
      restorePath: `${accounts}/${second._id}/restore`,
      modelDeleted: false,
      deletedBy: { _id: owner.userId, email },
      record: second,
    });
    assert.deepEqual([entries[1].title, entries[1].record], ['Ada L', first]);
    assert.equal((await owner.request('POST', `${entry.path}/restore`)).status, 200);
    assert.deepEqual(idsIn(await trash(owner)), [first._id]);
    await owner.delete(entry.path);
    assert.deepEqual(idsIn(await trash(owner)), [second._id, first._id]);
  });

  it('has pages by number and by cursor', async () => {
    const owner = await tenant();
    for (let n = 0; n < 5; n += 1) await createAndDelete(owner, contacts, { firstName: `${n}` });
    const all = await trash(owner);
    const walked: Json[] = [];
    let query = 'limit=2';
    while (query !== '') {
      const { data, meta } = (await owner.get(`/api/data/trash?${query}`)).body;
      walked.push(...data);
      query = meta.nextCursor === null ? '' : `limit=2&cursor=${meta.nextCursor}`;
    }
    assert.deepEqual(walked, all);
    assert.equal(all.length, 5);
    assert.deepEqual((await owner.get('/api/data/trash?limit=2&page=3')).body.data, all.slice(4));
  });

  it('can be filtered by the key, the slug or the full name of a model', async () => {
    const owner = await tenant();
    const contact = await createAndDelete(owner, contacts, { firstName: 'A' });
    await createAndDelete(owner, accounts, { name: 'A' });
    for (const name of ['contact', 'contacts', 'sales.contacts']) {
      assert.deepEqual(idsIn(await trash(owner, `&filter[modelKey]=${name}`)), [contact._id], name);
    }
    assert.deepEqual(await trash(owner, '&filter[modelKey]=lead'), []);
    for (const [query, field] of [
      ['filter[modelKey]=nothing', 'filter[modelKey]'],
      ['filter[slug]=contacts', 'filter[slug]'],
      ['filter[modelKey]=contact&filter[modelKey]=lead', 'filter[modelKey]'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['cursor=x', 'cursor'],
      ['page=1&cursor=x', 'cursor'],
      ['q=x', 'q'],
    ] as const) {
      refused(await owner.get(`/api/data/trash?${query}`), 400, 'bad_request', field);
    }
    refused(await app.anonymous.get('/api/data/trash'), 401, 'unauthenticated');
    refused(await owner.post('/api/data/trash', {}), 405, 'method_not_allowed');
  });

  it('lists records that were deleted before their parent, and not those deleted with it', async () => {
    const owner = await tenant();
    const account = await owner.create(accounts, { name: 'A' });
    const accountId = account._id;
    await owner.create(notes, { accountId, content: 'along' });
    const before = await createAndDelete(owner, notes, { accountId, content: 'before' });
    await owner.delete(`${accounts}/${accountId}`);
    assert.deepEqual(idsIn(await trash(owner)), [accountId, before._id]);
    const [, entry] = await trash(owner);
    assert.equal(entry.title, 'before');
    await owner.request('POST', `${accounts}/${accountId}/restore`);
    assert.deepEqual(idsIn(await trash(owner)), [before._id]);
  });

  it('shows only records that the caller may read, without hidden fields', async () => {
    const owner = await tenant();
    const seller = await user({ permissions: ['sales:read:own'] }, owner);
    const blind = await user(
      { permissions: ['sales:read'], hiddenFields: { 'sales.contacts': ['lastName', 'name'] } },
      owner,
    );
    const marketer = await user({ permissions: ['marketing:*'] }, owner);
    const mine = await createAndDelete(owner, contacts, { firstName: 'M', lastName: 'N', ownerId: seller.userId });
    const theirs = await createAndDelete(owner, contacts, { firstName: 'T' });
    const segment = await createAndDelete(owner, '/api/marketing/segments', { name: 'S' });
    assert.deepEqual(idsIn(await trash(owner)), [segment._id, theirs._id, mine._id]);
    assert.deepEqual(idsIn(await trash(seller)), [mine._id]);
    assert.deepEqual(idsIn(await trash(marketer)), [segment._id]);
    const seen = await trash(blind);
    assert.deepEqual(idsIn(seen), [theirs._id, mine._id]);
    const { lastName: _lastName, name: _name, ...shown } = mine;
    assert.deepEqual([seen[1].record, seen[1].title], [shown, null]);
    refused(await marketer.get('/api/data/trash?filter[modelKey]=contact'), 403, 'forbidden', 'sales:read');
    assert.deepEqual(await trash(await user({ permissions: [] }, owner)), []);
    assert.deepEqual(await trash(await tenant()), []);
  });

  it('shows records with an audience to those they are for', async () => {
    const owner = await tenant();
    const views = '/api/ui/savedViews';
    const [ann, bob] = [
      await user({ permissions: ['ui:read', 'ui:write'] }, owner),
      await user({ permissions: ['ui:read', 'ui:write'] }, owner),
    ];
    const view = (name: string, shared: boolean) => ({ name, modelKey: 'contact', shared });
    const own = await createAndDelete(ann, views, view('For me', false));
    const shared = await createAndDelete(ann, views, view('For all', true));
    const screen = { name: 'Closed', modelKey: 'contact' };
    const open = await createAndDelete(owner, '/api/ui/screens', { ...screen, name: 'Open' });
    const closed = await createAndDelete(owner, '/api/ui/screens', { ...screen, roleNames: ['Nobody has it'] });
    assert.deepEqual(idsIn(await trash(ann)), [open._id, shared._id, own._id]);
    assert.deepEqual(idsIn(await trash(bob)), [open._id, shared._id]);
    assert.deepEqual(idsIn(await trash(bob, '&filter[modelKey]=ui.savedViews')), [shared._id]);
    // Administrators see all screens and all saved views.
    assert.deepEqual(idsIn(await trash(owner)), [closed._id, open._id, shared._id, own._id]);
  });

  it('shows the email address of the deleting user only to callers who may read that user', async () => {
    const owner = await tenant();
    const { email } = (await owner.get(`/api/identity/users/${owner.userId}`)).body;
    await createAndDelete(owner, contacts, { firstName: 'D' });
    for (const permissions of [['sales:*'], ['sales:*', 'identity:read:own']]) {
      const [entry] = await trash(await user({ permissions }, owner));
      assert.deepEqual(entry.deletedBy, { _id: owner.userId, email: null });
    }
    const [entry] = await trash(await user({ permissions: ['sales:*', 'identity:read'] }, owner));
    assert.deepEqual(entry.deletedBy, { _id: owner.userId, email });
  });

  it('contains neither users, who are only deactivated, nor records of permanent models', async () => {
    const owner = await tenant();
    const { userId } = await user({ permissions: ['sales:read'] }, owner);
    await owner.delete(`/api/identity/users/${userId}`);
    const permanent = app.app.registry.models.filter((model) => model.permanent).map(({ name }) => name);
    for (const name of permanent) assert.deepEqual(await trash(owner, `&filter[modelKey]=${name}`), []);
    assert.deepEqual(await trash(owner), []);
  });

  it('contains records of a custom model, also those that were deleted with it', async () => {
    const owner = await tenant();
    const model = {
      moduleKey: 'sales',
      slug: 'boats',
      titleField: 'called',
      fields: [{ key: 'called', type: 'text' }],
    };
    await owner.create('/api/data/models', model);
    const boat = await createAndDelete(owner, '/api/sales/boats', { called: 'Argo' });
    const [entry] = await trash(owner, '&filter[modelKey]=boat');
    assert.deepEqual([entry.recordId, entry.title, entry.path], [boat._id, 'Argo', `/api/sales/boats/${boat._id}`]);
    await owner.create('/api/sales/boats', { called: 'Sunk' });
    await owner.delete('/api/data/models/sales/boats?withRecords=true');
    const [deleted, ...others] = await trash(owner);
    assert.deepEqual([deleted.title, deleted.modelDeleted, others], ['Sunk', true, []]);
    assert.equal(deleted.restorePath, '/api/data/models/sales/boats/restore');
    // A new model of the same name is a different model.
    await owner.create('/api/data/models', model);
    assert.deepEqual(await trash(owner), []);
  });

  it('shows the first text of a record whose custom model has no title field, also when it was deleted', async () => {
    const owner = await tenant();
    const fields = [
      { key: 'length', type: 'number' },
      { key: 'called', type: 'text' },
    ];
    await owner.create('/api/data/models', { moduleKey: 'sales', slug: 'rafts', fields });
    await createAndDelete(owner, '/api/sales/rafts', { length: 3, called: 'Medusa' });
    assert.equal((await trash(owner))[0]?.title, 'Medusa');
    await owner.create('/api/sales/rafts', { length: 4, called: 'Kon-Tiki' });
    const nameless = await owner.create('/api/sales/rafts', { length: 5 });
    await owner.delete('/api/data/models/sales/rafts?withRecords=true');
    const titles = (await trash(owner)).map(({ title, modelDeleted }) => [title, modelDeleted]);
    assert.deepEqual(
      titles.sort(),
      [
        [nameless._id, true],
        ['Kon-Tiki', true],
      ].sort(),
    );
  });

  it('does not list records when retention dropped their events', async () => {
    const owner = await tenant();
    const record = await createAndDelete(owner, contacts, { firstName: 'A' });
    await sql('delete from events where record_id = $1', [record._id]);
    assert.deepEqual(await trash(owner), []);
  });
});
