import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { assertNoWrites, invalid, nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
const other = await tenant();
const { email: adminEmail } = (await admin.get(`/api/identity/users/${admin.userId}`)).body;
const actor = { _id: admin.userId, email: adminEmail };

const historyOf = async (path: string, by: Client = admin): Promise<Json[]> => {
  const reply = await by.get(`${path}/history?limit=200`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};
const actionsOf = (entries: Json[]): [string, number][] => entries.map(({ action, version }) => [action, version]);
const changesOf = (entry: Json): Json =>
  Object.fromEntries(entry.changes.map(({ field, before, after }: Json) => [field, [before, after]]));

/** Waits for the next millisecond, so that the next change gets a later timestamp. */
const nextMillisecond = (moment: string) => until('the next millisecond', () => Date.now() > Date.parse(moment) + 1);

/** Creates a record and applies the changes, one version each. */
async function createVersions(
  path: string,
  first: Json,
  ...changes: Json[]
): Promise<{ path: string; versions: Json[] }> {
  const record = await admin.create(path, first);
  const versions = [record];
  for (const change of changes) {
    await nextMillisecond(versions.at(-1).updatedAt);
    const reply = await admin.patch(`${path}/${record._id}`, change);
    assert.equal(reply.status, 200, reply.text);
    versions.push(reply.body);
  }
  return { path: `${path}/${record._id}`, versions };
}

/** Deletes all but the last `keep` events of a record, as the retention does with old months. */
const deleteEvents = (id: string, keep: number) =>
  sql(
    `delete from events where record_id = $1::uuid
     and (xid, seq) not in (select xid, seq from events where record_id = $1::uuid order by xid desc, seq desc limit $2)`,
    [id, keep],
  );

describe('the history of a record', () => {
  it('lists each change with its actor and request id, newest first', async () => {
    const record = await admin.create(contacts, { firstName: 'Ada', lastName: 'L' });
    const path = `${contacts}/${record._id}`;
    const editor = await user({ permissions: ['sales:*'] });
    await editor.patch(path, { firstName: 'Ada B', phone: '+1 202 555 0101' }, { 'x-request-id': 'second-change' });
    await admin.patch(path, { phone: null });
    await admin.delete(path);
    const entries = await historyOf(path);
    assert.deepEqual(actionsOf(entries), [
      ['deleted', 3],
      ['updated', 3],
      ['updated', 2],
      ['created', 1],
    ]);
    const [deleted, third, second, first] = entries;
    assert.deepEqual([first.actor, third.actor, deleted.actor], [actor, actor, actor]);
    assert.equal(second.actor._id, editor.userId);
    assert.match(second.actor.email, /^user-/);
    assert.equal(second.requestId, 'second-change');
    const { name: _name, ...changed } = changesOf(second);
    assert.deepEqual(changed, { firstName: ['Ada', 'Ada B'], phone: [null, '+1 202 555 0101'] });
    assert.deepEqual(changesOf(third), { phone: ['+1 202 555 0101', null] });
    assert.deepEqual(changesOf(first).firstName, [null, 'Ada']);
    assert.deepEqual(changesOf(deleted).lastName, ['L', null]);
    for (const entry of entries) {
      for (const { field, before, after } of entry.changes) {
        assert.notDeepEqual(before, after, field);
        assert.ok(!['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version'].includes(field));
      }
    }
    const times = entries.map(({ timestamp }) => timestamp);
    assert.deepEqual([...times].sort().reverse(), times);
  });

  it('has pages, by number or by cursor', async () => {
    const { path } = await createVersions(
      contacts,
      { firstName: '0' },
      ...['1', '2', '3', '4'].map((firstName) => ({ firstName })),
    );
    const all = await historyOf(path);
    const paged: Json[] = [];
    let query = 'limit=2';
    for (let page = 1; query !== ''; page += 1) {
      const { status, body, text } = await admin.get(`${path}/history?${query}`);
      assert.equal(status, 200, text);
      assert.equal(body.meta.page, page === 1 ? 1 : null);
      assert.equal(body.meta.limit, 2);
      assert.equal(body.meta.hasMore, body.meta.nextCursor !== null);
      paged.push(...body.data);
      query = body.meta.hasMore ? `limit=2&cursor=${body.meta.nextCursor}` : '';
    }
    assert.deepEqual(paged, all);
    const second = (await admin.get(`${path}/history?limit=2&page=2`)).body;
    assert.deepEqual(second.data, all.slice(2, 4));
    assert.deepEqual([second.meta.page, second.meta.hasMore], [2, true]);
    const defaults = (await admin.get(`${path}/history`)).body.meta;
    assert.deepEqual(defaults, { page: 1, limit: 20, hasMore: false, nextCursor: null });
  });

  it('refuses the same invalid parameters as lists', async () => {
    const { path } = await createVersions(contacts, { firstName: 'A' });
    const cursors = [
      'x',
      Buffer.from('1').toString('base64url'),
      Buffer.from(`${10n ** 20n - 1n}.1`).toString('base64url'),
    ];
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=x', 'limit'],
      ['page=0', 'page'],
      ['page=1&cursor=x', 'cursor'],
      ['sort=name', 'sort'],
      ...cursors.map((cursor) => [`cursor=${cursor}`, 'cursor'] as const),
    ] as const) {
      refused(await admin.get(`${path}/history?${query}`), 400, 'bad_request', field);
    }
    const wrong = await admin.post(`${path}/history`, {});
    refused(wrong, 405, 'method_not_allowed');
    assert.equal(wrong.headers.get('allow'), 'GET');
  });

  it('of an unknown id, another model’s id or another tenant’s id is 404', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' });
    const id = versions[0]._id;
    refused(await admin.get(`${contacts}/${nobody}/history`), 404, 'not_found');
    refused(await admin.get(`${contacts}/x/history`), 404, 'not_found');
    refused(await admin.get(`${accounts}/${id}/history`), 404, 'not_found');
    refused(await other.get(`${path}/history`), 404, 'not_found');
    await admin.delete(path);
    refused(await other.get(`${path}/history`), 404, 'not_found');
    refused(await app.anonymous.get(`${path}/history`), 401, 'unauthenticated');
    refused(
      await (await user({ permissions: ['marketing:*'] })).get(`${path}/history`),
      403,
      'forbidden',
      'sales:read',
    );
  });

  it('contains neither hidden fields nor secrets', async () => {
    const blind = await user({ permissions: ['sales:*'], hiddenFields: { 'sales.contacts': ['phone', 'lastName'] } });
    const { path } = await createVersions(contacts, { firstName: 'A', lastName: 'Hid' }, { phone: '+1 202 555 0101' });
    const entries = await historyOf(path, blind);
    assert.deepEqual(entries[0].changes, []);
    assert.equal(changesOf(entries[1]).lastName, undefined);
    assert.deepEqual(changesOf(entries[1]).firstName, [null, 'A']);
    const someone = await user({ permissions: ['sales:read'] });
    const users = await historyOf(`/api/identity/users/${someone.userId}`);
    assert.deepEqual(actionsOf(users), [['created', 1]]);
    assert.ok(!('password' in changesOf(users[0])));
    const shy = await user({ permissions: ['*'], hiddenFields: { 'identity.users': ['email'] } });
    assert.deepEqual((await historyOf(path, shy))[0].actor, { _id: admin.userId, email: null });
  });

  it('shows the id of the actor to all, and the email only to callers who may read that user', async () => {
    const { path } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    for (const permissions of [['sales:*'], ['sales:*', 'identity:read:own'], ['sales:*', 'identity:read:team']]) {
      const reply = await (await user({ permissions })).get(`${path}/history`);
      assert.deepEqual(reply.body.data[0].actor, { _id: admin.userId, email: null });
      assert.ok(!reply.text.includes(adminEmail));
    }
    const reader = await user({ permissions: ['sales:*', 'identity:read'] });
    assert.deepEqual((await historyOf(path, reader))[0].actor, actor);
    // identity:admin covers identity:read, and the widest reach applies.
    const clerk = await user({ permissions: ['sales:*', 'identity:read:own', 'identity:admin'] });
    assert.deepEqual((await historyOf(path, clerk))[0].actor, actor);
  });

  it('is read by callers who reach the record through its owner, also after its deletion', async () => {
    const own = await user({ permissions: ['sales:*:own'] });
    const { path, versions } = await createVersions(
      contacts,
      { firstName: 'A', ownerId: own.userId },
      { firstName: 'B' },
    );
    const theirs = await createVersions(contacts, { firstName: 'A', ownerId: own.userId }, { ownerId: admin.userId });
    const since = new Date().toISOString();
    assert.deepEqual(actionsOf(await historyOf(path, own)), [
      ['updated', 2],
      ['created', 1],
    ]);
    for (const suffix of ['/history', `?asOf=${versions[0].updatedAt}`]) {
      refused(await own.get(`${theirs.path}${suffix}`), 404, 'not_found');
    }
    await admin.delete(path);
    await admin.delete(theirs.path);
    assert.equal((await historyOf(path, own))[0].action, 'deleted');
    assert.equal((await own.get(`${path}?asOf=${since}`)).status, 200);
    for (const suffix of ['/history', `?asOf=${since}`]) {
      refused(await own.get(`${theirs.path}${suffix}`), 404, 'not_found');
    }
  });

  it('covers custom models and fields, but not those of a deleted model of the same name', async () => {
    await admin.create('/api/data/models/sales/leads/fields', { key: 'shoeSize', type: 'number' });
    const lead = await createVersions('/api/sales/leads', { lastName: 'L', shoeSize: 43.5 }, { shoeSize: 44 });
    assert.deepEqual(changesOf((await historyOf(lead.path))[0]), { shoeSize: [43.5, 44] });
    const model = { moduleKey: 'sales', slug: 'gadgets', fields: [{ key: 'title', type: 'text' }] };
    await admin.create('/api/data/models', model);
    const gadget = await createVersions('/api/sales/gadgets', { title: 'One' }, { title: 'Two' });
    assert.deepEqual(changesOf((await historyOf(gadget.path))[0]), { title: ['One', 'Two'] });
    await admin.delete('/api/data/models/sales/gadgets?withRecords=true');
    refused(await admin.get(`${gadget.path}/history`), 404, 'not_found');
    await admin.create('/api/data/models', model);
    refused(await admin.get(`${gadget.path}/history`), 404, 'not_found');
    refused(await admin.post(`${gadget.path}/restore`, {}), 404, 'not_found');
    await admin.delete('/api/data/models/sales/gadgets?withRecords=true');
  });

  it('keeps every digit', async () => {
    await admin.create('/api/data/models/sales/regions/fields', { key: 'area', type: 'number' });
    const created = await admin.post('/api/sales/regions', '{"name":"R","area":12345678901234567890.12}');
    const path = `/api/sales/regions/${created.body._id}`;
    const exact = /12345678901234567890\.12\b/;
    assert.match((await admin.get(`${path}/history`)).text, exact);
    assert.match((await admin.get(`${path}?asOf=${new Date().toISOString()}`)).text, exact);
  });

  it('is empty, and no error, after its events were dropped', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    await deleteEvents(versions[0]._id, 1);
    assert.deepEqual(actionsOf(await historyOf(path)), [['updated', 2]]);
    await deleteEvents(versions[0]._id, 0);
    assert.deepEqual(await historyOf(path), []);
  });
});

describe('a record as of a point in time', () => {
  const at = async (path: string, moment: string, by: Client = admin) => by.get(`${path}?asOf=${moment}`);
  const day = 86_400_000;
  const shifted = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();

  it('has the values and the ETag of its version at that time', async () => {
    const { path, versions } = await createVersions(
      contacts,
      { firstName: 'A' },
      { firstName: 'B' },
      { lastName: 'C' },
    );
    for (const version of versions) {
      const reply = await at(path, version.updatedAt);
      const expected = versions.findLast(({ updatedAt }) => updatedAt <= version.updatedAt);
      assert.deepEqual(reply.body, expected);
      assert.equal(reply.headers.get('etag'), `"${expected.version}"`);
    }
    for (const { version, timestamp } of await historyOf(path)) {
      const { body } = await at(path, timestamp);
      assert.ok(body.version >= version);
    }
    assert.deepEqual((await at(path, shifted(versions[2].updatedAt, day))).body, versions[2]);
    const cached = await admin.get(`${path}?asOf=${versions[2].updatedAt}`, { 'if-none-match': '"3"' });
    assert.equal(cached.status, 304);
  });

  it('is 404 before it was created and while it was deleted, and the message says which', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    const before = await at(path, shifted(versions[0].createdAt, -1));
    refused(before, 404, 'not_found');
    assert.match(before.body.error.message, /did not exist/);
    await nextMillisecond(versions[1].updatedAt);
    await admin.delete(path);
    const [{ timestamp: deletedAt }] = await historyOf(path);
    const deleted = await at(path, shifted(deletedAt, day));
    refused(deleted, 404, 'not_found');
    assert.match(deleted.body.error.message, /was deleted/);
    assert.deepEqual((await at(path, versions[1].updatedAt)).body.firstName, 'B');
    await admin.post(`${path}/restore`, {});
    assert.equal((await at(path, shifted(deletedAt, day))).body.version, 3);
  });

  it('refuses an invalid time, and include', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' });
    for (const moment of [
      'yesterday',
      '',
      '2026-13-01T00:00:00Z',
      '2026-01-01T00:00:00',
      '2026-02-30T00:00:00Z',
      '1',
    ]) {
      refused(await at(path, moment), 400, 'bad_request', 'asOf');
    }
    refused(await admin.get(`${path}?asOf=${versions[0].updatedAt}&include=accountId`), 400, 'bad_request', 'include');
    refused(await admin.get(`${contacts}?asOf=${versions[0].updatedAt}`), 400, 'bad_request', 'asOf');
  });

  it('has the fields named in fields=, and neither hidden fields nor secrets', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A', lastName: 'B' }, { firstName: 'C' });
    const moment = versions[1].updatedAt;
    const some = await admin.get(`${path}?asOf=${moment}&fields=firstName`);
    assert.deepEqual(some.body, { _id: versions[0]._id, firstName: 'C' });
    refused(await admin.get(`${path}?asOf=${moment}&fields=nothing`), 400, 'bad_request', 'fields');
    const blind = await user({ permissions: ['sales:*'], hiddenFields: { 'sales.contacts': ['lastName'] } });
    const { lastName: _lastName, ...seen } = versions[1];
    assert.deepEqual((await at(path, moment, blind)).body, seen);
    const someone = await user({ permissions: ['sales:read'] });
    const person = await at(`/api/identity/users/${someone.userId}`, new Date().toISOString());
    assert.equal(person.status, 200);
    assert.ok(!('password' in person.body));
  });

  it('is 404 for another tenant', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' });
    refused(await at(path, versions[0].updatedAt, other), 404, 'not_found');
    refused(await at(`${contacts}/${nobody}`, versions[0].updatedAt), 404, 'not_found');
  });

  it('has the fields that the model has now', async () => {
    const { path, versions } = await createVersions('/api/sales/slaTypes', { name: 'Gold' });
    await admin.create('/api/data/models/sales/slaTypes/fields', { key: 'level', type: 'text' });
    assert.deepEqual((await at(path, versions[0].updatedAt)).body, (await admin.get(path)).body);
    await admin.patch(path, { level: 'high' });
    const moment = (await admin.get(path)).body.updatedAt;
    assert.equal((await at(path, moment)).body.level, 'high');
    await admin.delete('/api/data/models/sales/slaTypes/fields/level');
    assert.ok(!('level' in (await at(path, moment)).body));
  });

  it('is correct after retention dropped early events, and the error says when a version is no longer kept', async () => {
    const { path, versions } = await createVersions(
      contacts,
      { firstName: '1' },
      { firstName: '2' },
      { firstName: '3' },
    );
    const [first, second, third] = versions;
    assert.ok(first.updatedAt < second.updatedAt && second.updatedAt < third.updatedAt);
    const shown = async (moment: string) => {
      const { status, body } = await at(path, moment);
      return status === 200 ? body.firstName : body.error.message;
    };
    await deleteEvents(first._id, 2);
    assert.equal(await shown(first.updatedAt), '1');
    assert.match(await shown(shifted(first.createdAt, -1)), /did not exist/);
    await deleteEvents(first._id, 1);
    assert.equal(await shown(second.updatedAt), '2');
    assert.equal(await shown(third.updatedAt), '3');
    assert.match(await shown(first.updatedAt), /no stored event shows its state/);
    await deleteEvents(first._id, 0);
    assert.equal(await shown(third.updatedAt), '3');
    assert.equal(await shown(shifted(third.updatedAt, day)), '3');
    assert.match(await shown(shifted(first.createdAt, -1)), /did not exist/);
  });
});

describe('reverting a record', () => {
  const revert = (path: string, version: unknown, headers: Record<string, string> = {}, by: Client = admin) =>
    by.post(`${path}/revert`, { version }, headers);

  it('sets its fields to the values of an earlier version, as a new version with its event', async () => {
    const { path, versions } = await createVersions(
      contacts,
      { firstName: 'A', lastName: 'B', tags: ['x'] },
      { firstName: 'C', tags: ['y'], phone: '+1 202 555 0101' },
    );
    const editor = await user({ permissions: ['sales:*'] });
    const reply = await revert(path, 1, { 'x-request-id': 'revert-1' }, editor);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('etag'), '"3"');
    const { updatedAt } = reply.body;
    assert.deepEqual(reply.body, { ...versions[0], version: 3, updatedAt, updatedBy: editor.userId });
    const events = await sql(`select type, record, previous from events where request_id = 'revert-1'`);
    assert.deepEqual(events, [{ type: 'contact.updated', record: reply.body, previous: versions[1] }]);
    const again = await revert(path, 2);
    assert.deepEqual([again.body.firstName, again.body.phone, again.body.version], ['C', '+1 202 555 0101', 4]);
  });

  it('to its current version answers with the record and writes nothing', async () => {
    const { path, versions } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    const reply = await assertNoWrites(app, ['sales_contacts'], () => revert(path, 2));
    assert.deepEqual([reply.status, reply.body], [200, versions[1]]);
    const dry = await assertNoWrites(app, ['sales_contacts'], () =>
      admin.post(`${path}/revert?dryRun=true`, { version: 1 }),
    );
    assert.deepEqual([dry.status, dry.body.firstName, dry.body.version], [200, 'A', 3]);
    assert.deepEqual((await admin.get(path)).body, versions[1]);
  });

  it('is refused for an unknown version or an invalid body', async () => {
    const { path } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    const reader = await user({ permissions: ['sales:read'] });
    await assertNoWrites(app, ['sales_contacts'], async () => {
      invalid(await revert(path, 3), { version: 'unknown_version' });
      invalid(await revert(path, 9_007_199_254_740_991), { version: 'unknown_version' });
      for (const version of [0, -1, 1.5, '1', true, null, [1]])
        invalid(await revert(path, version), { version: 'invalid_type' });
      invalid(await admin.post(`${path}/revert`, '{"version":12345678901234567890}'), { version: 'invalid_type' });
      invalid(await admin.post(`${path}/revert`, {}), { version: 'required' });
      invalid(await admin.post(`${path}/revert`, { version: 1, force: true }), { force: 'unknown_field' });
      refused(await admin.post(`${path}/revert`, [1]), 422, 'validation_failed');
      refused(await admin.post(`${path}/revert?x=1`, { version: 1 }), 400, 'bad_request', 'x');
      refused(await revert(path, 1, { 'if-match': '"1"' }), 412, 'version_mismatch');
      refused(await revert(`${contacts}/${nobody}`, 1), 404, 'not_found');
      refused(await revert(path, 1, {}, other), 404, 'not_found');
      refused(await revert(path, 1, {}, reader), 403, 'forbidden', 'sales:write');
    });
    assert.equal((await revert(path, 1, { 'if-match': '"2"' })).status, 200);
    await admin.delete(path);
    refused(await revert(path, 1), 404, 'not_found');
  });

  it('keeps fields that the caller cannot see or write, and fields that did not exist then', async () => {
    const before = await createVersions(contacts, { firstName: 'A', lastName: 'B', title: 'C' });
    await admin.create('/api/data/models/sales/contacts/fields', { key: 'nickname', type: 'text' });
    const changed = { firstName: 'A2', lastName: 'B2', title: 'C2', nickname: 'N' };
    await admin.patch(before.path, changed);
    const limited = await user({
      permissions: ['sales:*'],
      hiddenFields: { 'sales.contacts': ['lastName'] },
      readOnlyFields: { 'sales.contacts': ['title'] },
    });
    const reply = await revert(before.path, 1, {}, limited);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(!('lastName' in reply.body));
    const now = (await admin.get(before.path)).body;
    assert.deepEqual([now.firstName, now.lastName, now.title, now.nickname], ['A', 'B2', 'C2', 'N']);
    await admin.delete('/api/data/models/sales/contacts/fields/nickname');
  });

  it('does not change secrets', async () => {
    const someone = await user({ permissions: ['sales:read'] });
    const path = `/api/identity/users/${someone.userId}`;
    const { email } = (await admin.get(path)).body;
    await admin.patch(path, { title: 'New' });
    const change = { currentPassword: adminPassword, password: 'another long password' };
    assert.equal((await someone.post('/api/identity/auth/change-password', change)).status, 200);
    const reply = await revert(path, 1);
    assert.deepEqual([reply.status, reply.body.title, reply.body.password], [200, null, { set: true }]);
    assert.ok(await app.login(email, 'another long password'));
  });

  it('is refused when a referenced record was deleted, and the error names the reference', async () => {
    const account = await admin.create(accounts, { name: 'Goes' });
    const { path } = await createVersions(contacts, { firstName: 'A', accountId: account._id }, { firstName: 'B' });
    await admin.delete(`${accounts}/${account._id}`);
    await assertNoWrites(app, ['sales_contacts'], async () => {
      invalid(await revert(path, 1), { accountId: 'reference_not_found' });
    });
  });

  it('is refused when a unique value is taken or the new owner is out of reach', async () => {
    await admin.create('/api/data/models/sales/leads/fields', { key: 'code', type: 'text', unique: true });
    const { path } = await createVersions('/api/sales/leads', { lastName: 'L', code: 'one' }, { code: 'two' });
    const taker = await createVersions('/api/sales/leads', { lastName: 'M', code: 'one' });
    refused(await revert(path, 1), 409, 'unique_violation', 'code');
    await admin.delete(taker.path);
    assert.equal((await revert(path, 1)).body.code, 'one');
    refused(await admin.post('/api/sales/leads', { lastName: 'N', code: 'ONE' }), 409, 'unique_violation', 'code');
    const own = await user({ permissions: ['sales:*:own'] });
    const given = await createVersions(contacts, { firstName: 'A' }, { ownerId: own.userId });
    refused(await revert(given.path, 1, {}, own), 403, 'forbidden', 'ownerId');
  });

  it('works while the event of the version or the next event is kept', async () => {
    const { path, versions } = await createVersions(
      contacts,
      { firstName: '1' },
      { firstName: '2' },
      { firstName: '3' },
    );
    await deleteEvents(versions[0]._id, 1);
    invalid(await revert(path, 1), { version: 'unknown_version' });
    assert.equal((await revert(path, 2)).body.firstName, '2');
  });

  it('to one version by several callers at once creates one new version, because the others change nothing', async () => {
    const { path } = await createVersions(contacts, { firstName: 'A' }, { firstName: 'B' });
    const replies = await Promise.all([revert(path, 1), revert(path, 1), revert(path, 1)]);
    assert.deepEqual(
      replies.map(({ body }) => body.version),
      [3, 3, 3],
    );
    assert.deepEqual(
      actionsOf(await historyOf(path)).map(([, version]) => version),
      [3, 2, 1],
    );
    const key = { 'idempotency-key': 'revert-once' };
    const [first, second] = [await revert(path, 2, key), await revert(path, 2, key)];
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(first.body, second.body);
  });
});
