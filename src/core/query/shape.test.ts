import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { refusedQuery } from '#test/query-expect.ts';

const app = await appForFile();
const { admin } = app;
const path = '/api/sales/opportunities';

const acme = await admin.create('/api/sales/accounts', { name: 'Acme' });
const globex = await admin.create('/api/sales/accounts', { name: 'Globex', parentAccountId: acme._id });
const ann = await admin.create('/api/sales/contacts', { firstName: 'Ann', accountId: acme._id });
const first = await admin.create(path, { name: 'first', accountId: acme._id, contactId: ann._id });
const second = await admin.create(path, { name: 'second', accountId: acme._id });
const third = await admin.create(path, { name: 'third', accountId: globex._id });

describe('the fields of an answer', () => {
  it('are the requested ones, always with the id', async () => {
    const { data } = (await admin.get(`${path}?sort=name&fields=value,name`)).body;
    assert.deepEqual(data[0], { _id: first._id, name: 'first', value: null });
    const one = await admin.get(`${path}/${second._id}?fields=name`);
    assert.deepEqual(one.body, { _id: second._id, name: 'second' });
    assert.equal(one.headers.get('etag'), '"1"');
    assert.deepEqual((await admin.get(`${path}/${second._id}?fields=_id`)).body, { _id: second._id });
  });

  it('are refused when there is no such field', async () => {
    refusedQuery(await admin.get(`${path}/${first._id}?fields=nope`), 'fields', 'nope');
    refusedQuery(await admin.get(`${path}/${first._id}?fields=`), 'fields');
    refusedQuery(await admin.get(`${path}/${first._id}?fields=name&fields=value`), 'fields');
    refusedQuery(await admin.get(`${path}/${first._id}?nope=1`), 'nope');
    refusedQuery(await admin.get(`${path}/${first._id}?sort=name`), 'sort');
  });
});

describe('the records included in an answer', () => {
  const recordAt = async (at: string, id: string) => (await admin.get(`${at}/${id}`)).body;

  it('are the targets of the references in a list, each once', async () => {
    const { body } = await admin.get(`${path}?sort=name&include=accountId,contactId`);
    const accounts = { [acme._id]: await recordAt('/api/sales/accounts', acme._id), [globex._id]: globex };
    assert.deepEqual(body.included, { ...accounts, [ann._id]: ann });
    assert.equal(body.data[0].accountId, acme._id, 'the reference itself stays an id');
  });

  it('are only those of the page, also when the references are not among its fields', async () => {
    const { body } = await admin.get(`${path}?sort=name&limit=1&page=3&include=accountId&fields=name`);
    assert.deepEqual(body.data, [{ _id: third._id, name: 'third' }]);
    assert.deepEqual(body.included, { [globex._id]: globex });
    const searched = await admin.post(`${path}/search`, { filter: { name: 'third' }, include: ['accountId'] });
    assert.deepEqual(searched.body.included, { [globex._id]: globex });
  });

  it('are also returned with a single record, one level deep', async () => {
    const { body } = await admin.get(`${path}/${third._id}?include=accountId,contactId`);
    const { included, ...record } = body;
    assert.deepEqual(record, third);
    assert.deepEqual(included, { [globex._id]: globex });
    assert.equal(acme._id in included, false, 'the parent of the account is a second level');
  });

  it('are none when no reference is set', async () => {
    assert.deepEqual((await admin.get(`${path}/${second._id}?include=contactId`)).body.included, {});
    const none = await admin.get(`${path}?filter[name]=nobody&include=accountId`);
    assert.deepEqual(none.body.included, {});
    assert.equal('included' in (await admin.get(path)).body, false);
  });

  it('include those of fields with several references, built-in or custom', async () => {
    const screens = [];
    for (const name of ['one', 'two', 'three']) screens.push(await admin.create('/api/ui/screens', { name }));
    const [one, two] = screens;
    const workspace = { name: 'desk', screenIds: [two._id, one._id], defaultScreenId: one._id };
    const desk = await admin.create('/api/ui/workspaces', workspace);
    const both = { [one._id]: one, [two._id]: two };
    const query = 'include=screenIds,defaultScreenId';
    assert.deepEqual((await admin.get(`/api/ui/workspaces?filter[name]=desk&${query}`)).body.included, both);
    assert.deepEqual((await admin.get(`/api/ui/workspaces/${desk._id}?${query}`)).body.included, both);
    const reference = { moduleKey: 'ui', slug: 'screens' };
    const fields = [
      { key: 'screenIds', type: 'references', reference },
      { key: 'defaultScreenId', type: 'reference', reference },
    ];
    await admin.create('/api/data/models', { moduleKey: 'ui', slug: 'desks', fields });
    const { name, ...references } = workspace;
    const custom = await admin.create('/api/ui/desks', references);
    assert.deepEqual((await admin.get(`/api/ui/desks?${query}`)).body.included, both);
    assert.deepEqual((await admin.get(`/api/ui/desks/${custom._id}?${query}`)).body.included, both);
  });

  it('show no secret', async () => {
    const { included } = (await admin.get(`${path}/${first._id}?include=ownerId`)).body;
    assert.deepEqual(included[admin.userId].password, { set: true });
  });

  it('are refused for a field that is not a reference, and for a model that the caller may not read', async () => {
    refusedQuery(await admin.get(`${path}/${first._id}?include=name`), 'include', 'name');
    refusedQuery(await admin.get(`${path}/${first._id}?include=nope`), 'include', 'nope');
    refusedQuery(await admin.get(`${path}/${first._id}?include=accountId.ownerId`), 'include', 'accountId.ownerId');
    const seller = await app.user({ permissions: ['sales:read'] });
    assert.equal((await seller.get(`${path}?include=accountId`)).status, 200);
    assert.equal((await seller.get(`${path}?include=ownerId`)).status, 403);
  });
});

describe('the version of a record', () => {
  it('is its ETag, and If-None-Match saves sending the body', async () => {
    const at = `${path}/${first._id}`;
    const read = (tag: string) => admin.get(at, { 'if-none-match': tag });
    const current = await admin.get(at);
    assert.equal(current.headers.get('etag'), '"1"');
    for (const tag of ['"1"', 'W/"1"', '"7", "1"', '*']) {
      const reply = await read(tag);
      assert.equal(reply.status, 304, tag);
      assert.equal(reply.text, '');
      assert.equal(reply.headers.get('etag'), '"1"');
    }
    for (const tag of ['"2"', '"11"', 'nonsense', '""']) assert.equal((await read(tag)).status, 200, tag);
    const changed = await admin.patch(at, { value: 1 });
    assert.equal(changed.headers.get('etag'), '"2"');
    const again = await read('"1"');
    assert.deepEqual([again.status, again.headers.get('etag'), again.body.version], [200, '"2"', 2]);
    assert.equal((await read('"2"')).status, 304);
  });
});
