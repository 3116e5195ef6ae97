import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, ids, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
/** The segments in these tests are not active, because the platform counts members of active segments in the background. */
const segments = '/api/marketing/segments';
const leads = '/api/sales/leads';
const other = await tenant();

const restore = (path: string, by: Client = admin, headers: Record<string, string> = {}): Promise<Reply> =>
  by.request('POST', `${path}/restore`, undefined, headers);

async function assertRemoved(path: string, by: Client = admin): Promise<void> {
  const reply = await by.delete(path);
  assert.equal(reply.status, 204, reply.text);
}

async function restored(path: string, requestId: string, by: Client = admin): Promise<{ body: Json; written: Json[] }> {
  const reply = await restore(path, by, { 'x-request-id': requestId });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers.get('etag'), `"${reply.body.version}"`);
  const written = await sql('select *, xid::text from events where request_id = $1 order by seq', [requestId]);
  assert.equal(new Set(written.map(({ xid }) => xid)).size, 1, 'all in one transaction');
  return { body: reply.body, written };
}

const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

/** The time of the last activity changes without an event. */
const withoutLastActivity = (record: Json): Json => {
  if (!record) return record;
  const { lastActivityAt: _, ...rest } = record;
  return rest;
};

/** Asserts that the record equals the state in its last event, and that its events form a chain without a gap. */
async function assertConsistent(path: string): Promise<void> {
  const record = await read(path);
  const all = await events(record._id);
  assert.deepEqual(all.at(-1)?.record, record);
  let state: Json = null;
  let version = 0;
  for (const event of all) {
    assert.deepEqual(withoutLastActivity(event.previous), withoutLastActivity(state), event.type);
    state = event.record;
    if (state) version += 1;
    if (state) assert.equal(state.version, version);
  }
}

describe('restoring a record', () => {
  it('returns it as it was, with the next version and an event', async () => {
    const full = { firstName: 'Ada', tags: ['a', 'b'], score: 1.25, website: 'https://a.example/', accountId: null };
    const made = await admin.create(contacts, full);
    const path = `${contacts}/${made._id}`;
    const changed = (await admin.patch(path, { phone: '+1 202 555 0101', mailingCity: 'Bern' })).body;
    await assertRemoved(path);
    const editor = await user({ permissions: ['sales:write'] });
    const { body, written } = await restored(path, 'plain', editor);
    const { updatedAt } = body;
    assert.deepEqual(body, { ...changed, version: 3, updatedAt, updatedBy: editor.userId });
    assert.ok(updatedAt > changed.updatedAt);
    assert.deepEqual(await read(path), body);
    assert.deepEqual(types(written as never), ['contact.restored']);
    const [event] = written;
    assert.deepEqual([event.record, event.previous, event.actor_id], [body, null, editor.userId]);
    assert.deepEqual(ids(await admin.get(`${contacts}?q=Ada&filter[mailingCity]=Bern`)), [made._id]);
    await assertConsistent(path);
    const entries = (await admin.get(`${path}/history`)).body.data;
    assert.deepEqual(
      entries.map(({ action, version }: Json) => [action, version]),
      [
        ['restored', 3],
        ['deleted', 2],
        ['updated', 2],
        ['created', 1],
      ],
    );
  });

  it('works repeatedly, and the versions continue', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    for (const version of [2, 3, 4]) {
      await assertRemoved(path);
      assert.equal((await restored(path, `again-${version}`)).body.version, version);
    }
    assert.equal((await admin.patch(path, { firstName: 'B' })).body.version, 5);
    await assertConsistent(path);
  });

  it('is 409 when it is not deleted, 404 when it is unknown or another tenant’s, and writes nothing', async () => {
    const there = await admin.create(contacts, { firstName: 'A' });
    const deleted = await admin.create(contacts, { firstName: 'B' });
    await assertRemoved(`${contacts}/${deleted._id}`);
    const reader = await user({ permissions: ['sales:read'] });
    await assertNoWrites(app, ['sales_contacts', 'sales_accounts'], async () => {
      refused(await restore(`${contacts}/${there._id}`), 409, 'conflict');
      refused(await restore(`${contacts}/${nobody}`), 404, 'not_found');
      refused(await restore(`${contacts}/x`), 404, 'not_found');
      refused(await restore(`${accounts}/${deleted._id}`), 404, 'not_found');
      refused(await restore(`${contacts}/${deleted._id}`, other), 404, 'not_found');
      refused(await restore(`${contacts}/${deleted._id}`, reader), 403, 'forbidden', 'sales:write');
      refused(await restore(`${contacts}/${deleted._id}`, app.anonymous), 401, 'unauthenticated');
      const withBody = await admin.post(`${contacts}/${deleted._id}/restore`, { firstName: 'C' });
      refused(withBody, 422, 'validation_failed', 'firstName');
      refused(await admin.get(`${contacts}/${deleted._id}/restore`), 405, 'method_not_allowed');
    });
    const { userId } = await user({ permissions: ['sales:read'] });
    await assertRemoved(`/api/identity/users/${userId}`);
    refused(await restore(`/api/identity/users/${userId}`), 409, 'conflict');
  });

  it('supports dryRun and Idempotency-Key', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    await assertRemoved(path);
    const dry = await assertNoWrites(app, ['sales_contacts'], () =>
      admin.request('POST', `${path}/restore?dryRun=true`),
    );
    assert.deepEqual([dry.status, dry.body._id, dry.body.version], [200, _id, 2]);
    const key = { 'idempotency-key': 'restore-once' };
    const replies = await Promise.all([restore(path, admin, key), restore(path, admin, key)]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(replies[0].body, replies[1].body);
    assert.equal(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 1);
    assert.deepEqual(types(await events(_id)), ['contact.created', 'contact.deleted', 'contact.restored']);
  });

  it('succeeds once when many do it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await admin.create(accounts, { name: 'A' });
      const note = await admin.create('/api/sales/accountNotes', { accountId: account._id, content: 'N' });
      const path = `${accounts}/${account._id}`;
      await assertRemoved(path);
      const replies = await Promise.all([
        restore(path),
        restore(path),
        restore(`/api/sales/accountNotes/${note._id}`),
        restore(path, admin, { 'idempotency-key': `race-${round}` }),
      ]);
      assert.deepEqual(
        replies.map(({ status }) => status).sort(),
        [200, 409, 409, 409],
        replies.map(({ text }) => text).join('\n'),
      );
      for (const { body } of replies.filter(({ status }) => status === 409)) assert.equal(body.error.code, 'conflict');
      await assertConsistent(path);
      await assertConsistent(`/api/sales/accountNotes/${note._id}`);
    }
  });

  it('stays consistent while others delete it at the same time', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    for (let round = 0; round < 8; round += 1) {
      const key = (n: number) => ({ 'idempotency-key': `toggle-${round}-${n}` });
      const replies = await Promise.all([
        restore(path, admin, key(1)),
        admin.delete(path, key(2)),
        restore(path),
        admin.delete(path),
      ]);
      for (const { status, text } of replies) assert.ok([200, 204, 404, 409].includes(status), text);
    }
    if ((await admin.get(path)).status === 404) assert.equal((await restore(path)).status, 200);
    await assertConsistent(path);
  });

  it('is allowed for writers with :own when they were the owner', async () => {
    const own = await user({ permissions: ['sales:write:own', 'sales:read'] });
    const blind = await user({ permissions: ['sales:*:own'] });
    const mine = await own.create(contacts, { firstName: 'Mine' });
    const theirs = await admin.create(contacts, { firstName: 'Theirs' });
    await assertRemoved(`${contacts}/${mine._id}`);
    await assertRemoved(`${contacts}/${theirs._id}`);
    refused(await restore(`${contacts}/${theirs._id}`, own), 403, 'forbidden', 'sales:write');
    refused(await restore(`${contacts}/${theirs._id}`, blind), 404, 'not_found');
    refused(await restore(`${contacts}/${mine._id}`, blind), 404, 'not_found');
    assert.equal((await restored(`${contacts}/${mine._id}`, 'own', own)).body.ownerId, own.userId);
  });

  it('restores hidden fields and does not show them', async () => {
    const blind = await user({ permissions: ['sales:*'], hiddenFields: { 'sales.contacts': ['lastName'] } });
    const { _id } = await admin.create(contacts, { firstName: 'A', lastName: 'Hid' });
    await assertRemoved(`${contacts}/${_id}`);
    const { body } = await restored(`${contacts}/${_id}`, 'hidden', blind);
    assert.ok(!('lastName' in body));
    assert.equal((await read(`${contacts}/${_id}`)).lastName, 'Hid');
  });

  it('needs only the last event, so older ones may be dropped by retention', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    await admin.patch(path, { firstName: 'B' });
    await assertRemoved(path);
    await sql('delete from events where record_id = $1 and record is not null', [_id]);
    const { body } = await restored(path, 'dropped');
    assert.deepEqual([body.firstName, body.version], ['B', 3]);
    const { data } = (await admin.get(`${path}/history`)).body;
    assert.deepEqual(
      data.map(({ action }: Json) => action),
      ['restored', 'deleted'],
    );
    await assertRemoved(path);
    await sql('delete from events where record_id = $1', [_id]);
    refused(await restore(path), 404, 'not_found');
  });
});

describe('restoring a record with its dependants', () => {
  it('restores the records that were deleted with it, and not those that were deleted before', async () => {
    const account = await admin.create(accounts, { name: 'Big' });
    const accountId = account._id;
    const many = async (path: string, count: number, record: Json): Promise<Json[]> => {
      const operations = Array.from({ length: count }, () => ({ op: 'create', record }));
      const reply = await admin.post(`${path}/bulk`, { operations });
      assert.equal(reply.status, 200, reply.text);
      return reply.body.results.map(({ record: made }: Json) => made);
    };
    const notes = await many('/api/sales/accountNotes', 700, { accountId, content: 'N' });
    const tasks = await many('/api/sales/accountTasks', 50, { accountId, title: 'T' });
    const staff = await many(contacts, 600, { firstName: 'C', accountId });
    const [early] = notes.splice(0, 1);
    await assertRemoved(`/api/sales/accountNotes/${early._id}`);
    await assertRemoved(`${accounts}/${accountId}`);
    const { body, written } = await restored(`${accounts}/${accountId}`, 'family');
    assert.equal(body.version, 2);
    const byType = Map.groupBy(written, ({ type }) => type);
    const counts = Object.fromEntries([...byType].map(([type, list]) => [type, list.length]));
    assert.deepEqual(counts, {
      'account.restored': 1,
      'accountNote.restored': notes.length,
      'accountTask.restored': tasks.length,
      'contact.updated': staff.length,
    });
    assert.equal(written[0].type, 'account.restored');
    const total = async (path: string) =>
      (await admin.get(`${path}?filter[accountId]=${accountId}&limit=1`)).body.meta.total;
    assert.equal(await total('/api/sales/accountNotes'), notes.length);
    assert.equal(await total(contacts), staff.length);
    for (const one of [notes[0], notes.at(-1)]) {
      const { updatedAt, ...now } = await read(`/api/sales/accountNotes/${one._id}`);
      const { updatedAt: _updatedAt, ...was } = one;
      assert.deepEqual(now, { ...was, version: 2 });
    }
    for (const [path, one] of [
      ['/api/sales/accountNotes', notes[0]],
      ['/api/sales/accountTasks', tasks[0]],
      [contacts, staff[0]],
      [contacts, staff.at(-1)],
    ] as const) {
      await assertConsistent(`${path}/${one._id}`);
    }
    refused(await admin.get(`/api/sales/accountNotes/${early._id}`), 404, 'not_found');
    assert.equal((await restored(`/api/sales/accountNotes/${early._id}`, 'early')).body.content, 'N');
  });

  it('restores children of children, and the references among them', async () => {
    const reference = { moduleKey: 'sales', slug: 'leadTasks' };
    await admin.create('/api/data/models/sales/leadNotes/fields', {
      key: 'taskId',
      type: 'reference',
      reference,
      required: true,
    });
    const lead = await admin.create(leads, { lastName: 'L' });
    const task = await admin.create('/api/sales/leadTasks', { leadId: lead._id, title: 'T' });
    const note = await admin.create('/api/sales/leadNotes', { leadId: lead._id, content: 'N', taskId: task._id });
    await assertRemoved(`${leads}/${lead._id}`);
    await restored(`${leads}/${lead._id}`, 'siblings');
    assert.equal((await read(`/api/sales/leadNotes/${note._id}`)).taskId, task._id);

    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const channel = { campaignId: campaign._id, subject: 'S' };
    const email = await admin.create('/api/marketing/campaignChannelEmails', channel);
    const file = { campaignChannelEmailId: email._id, name: 'F' };
    const grandchild = await admin.create('/api/marketing/campaignChannelEmailFiles', file);
    await assertRemoved(`/api/marketing/campaigns/${campaign._id}`);
    refused(await restore(`/api/marketing/campaignChannelEmails/${email._id}`), 409, 'conflict', 'campaignId');
    const { written } = await restored(`/api/marketing/campaigns/${campaign._id}`, 'grandchildren');
    assert.deepEqual(types(written as never), [
      'campaign.restored',
      'campaignChannelEmail.restored',
      'campaignChannelEmailFile.restored',
    ]);
    await assertConsistent(`/api/marketing/campaignChannelEmailFiles/${grandchild._id}`);
  });

  it('works for a record that refers to itself', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${_id}`;
    await admin.patch(path, { reportsToId: _id });
    const before = await read(path);
    await assertRemoved(path);
    const { body } = await restored(path, 'self');
    assert.equal(body.reportsToId, before.reportsToId);
    await assertConsistent(path);
  });

  it('restores only its own dependants when a bulk request deleted several records', async () => {
    const [a, b] = [await admin.create(accounts, { name: 'A' }), await admin.create(accounts, { name: 'B' })];
    const noteOf = ({ _id }: Json) => admin.create('/api/sales/accountNotes', { accountId: _id, content: 'N' });
    const [noteA, noteB] = [await noteOf(a), await noteOf(b)];
    const operations = [a, b].map(({ _id }) => ({ op: 'delete', _id }));
    assert.equal((await admin.post(`${accounts}/bulk`, { operations })).status, 200);
    await restored(`${accounts}/${a._id}`, 'bulk-a');
    assert.equal((await admin.get(`/api/sales/accountNotes/${noteA._id}`)).status, 200);
    refused(await admin.get(`/api/sales/accountNotes/${noteB._id}`), 404, 'not_found');
    refused(await admin.get(`${accounts}/${b._id}`), 404, 'not_found');
    await restored(`${accounts}/${b._id}`, 'bulk-b');
    assert.equal((await admin.get(`/api/sales/accountNotes/${noteB._id}`)).status, 200);
  });
});

describe('references to a restored record', () => {
  it('are restored unless the field was set since', async () => {
    const account = await admin.create(accounts, { name: 'A' });
    const rival = await admin.create(accounts, { name: 'B' });
    const accountId = account._id;
    const [free, taken, deleted] = await Promise.all(
      ['free', 'taken', 'deleted'].map((firstName) => admin.create(contacts, { firstName, accountId })),
    );
    const child = await admin.create(accounts, { name: 'Child', parentAccountId: accountId });
    await assertRemoved(`${accounts}/${accountId}`);
    await admin.patch(`${contacts}/${free._id}`, { phone: '+1 202 555 0101' });
    await admin.patch(`${contacts}/${taken._id}`, { accountId: rival._id });
    await assertRemoved(`${contacts}/${deleted._id}`);
    const editor = await user({ permissions: ['sales:*'] });
    const { written } = await restored(`${accounts}/${accountId}`, 'links', editor);
    assert.deepEqual(types(written as never).sort(), ['account.restored', 'account.updated', 'contact.updated']);
    const now = await read(`${contacts}/${free._id}`);
    assert.deepEqual(
      [now.accountId, now.phone, now.version, now.updatedBy],
      [accountId, '+1 202 555 0101', 4, editor.userId],
    );
    assert.equal((await read(`${contacts}/${taken._id}`)).accountId, rival._id);
    assert.equal((await read(`${accounts}/${child._id}`)).parentAccountId, accountId);
    await assertConsistent(`${contacts}/${free._id}`);
    await assertConsistent(`${accounts}/${child._id}`);
    assert.equal((await restored(`${contacts}/${deleted._id}`, 'links-deleted')).body.accountId, null);
  });

  it('are restored in lists, at their position', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((firstName) => admin.create(contacts, { firstName })));
    const [x, y, z] = [a._id, b._id, c._id];
    const both = await admin.create(segments, {
      name: 'S',
      active: false,
      contactIds: [z, y, x],
      excludedContactIds: [y],
    });
    const changed = await admin.create(segments, { name: 'T', active: false, contactIds: [x, y] });
    await assertRemoved(`${contacts}/${y}`);
    await admin.patch(`${segments}/${changed._id}`, { contactIds: [x, z] });
    const { written } = await restored(`${contacts}/${y}`, 'lists');
    assert.deepEqual(types(written as never), ['contact.restored', 'segment.updated']);
    const now = await read(`${segments}/${both._id}`);
    assert.deepEqual([now.contactIds, now.excludedContactIds], [[z, y, x], [y]]);
    assert.deepEqual((await read(`${segments}/${changed._id}`)).contactIds, [x, z]);
    await assertConsistent(`${segments}/${both._id}`);
  });

  it('are restored one by one when several records were deleted in one request', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((firstName) => admin.create(contacts, { firstName })));
    const list = [a._id, b._id, c._id];
    const segment = await admin.create(segments, { name: 'S', active: false, contactIds: list });
    const operations = [a, b].map(({ _id }) => ({ op: 'delete', _id }));
    await admin.post(`${contacts}/bulk`, { operations });
    const shown = async () => (await read(`${segments}/${segment._id}`)).contactIds;
    assert.deepEqual(await shown(), [c._id]);
    await restored(`${contacts}/${b._id}`, 'one-by-one-b');
    assert.deepEqual(await shown(), [b._id, c._id]);
    await restored(`${contacts}/${a._id}`, 'one-by-one-a');
    assert.deepEqual(await shown(), list);
    await assertConsistent(`${segments}/${segment._id}`);
  });

  it('are restored in custom fields as well', async () => {
    const reference = { moduleKey: 'sales', slug: 'regions' };
    const make = (key: string, type: string) =>
      admin.create('/api/data/models/sales/products/fields', { key, type, reference });
    await make('homeId', 'reference');
    await make('soldInIds', 'references');
    const [north, south] = [
      await admin.create('/api/sales/regions', { name: 'North' }),
      await admin.create('/api/sales/regions', { name: 'South' }),
    ];
    const product = await admin.create('/api/sales/products', {
      name: 'P',
      homeId: north._id,
      soldInIds: [north._id, south._id],
    });
    await assertRemoved(`/api/sales/regions/${north._id}`);
    await restored(`/api/sales/regions/${north._id}`, 'own-fields');
    const now = await read(`/api/sales/products/${product._id}`);
    assert.deepEqual([now.homeId, now.soldInIds], [north._id, [north._id, south._id]]);
    await assertConsistent(`/api/sales/products/${product._id}`);
  });
});

describe('references of a restored record', () => {
  it('are cleared when their target is deleted', async () => {
    const account = await admin.create(accounts, { name: 'A' });
    const [kept, deleted] = [
      await admin.create(contacts, { firstName: 'K' }),
      await admin.create(contacts, { firstName: 'G' }),
    ];
    const contact = await admin.create(contacts, { firstName: 'C', accountId: account._id, reportsToId: kept._id });
    const segment = await admin.create(segments, { name: 'S', active: false, contactIds: [deleted._id, kept._id] });
    await assertRemoved(`${contacts}/${contact._id}`);
    await assertRemoved(`${segments}/${segment._id}`);
    await assertRemoved(`${accounts}/${account._id}`);
    await assertRemoved(`${contacts}/${deleted._id}`);
    const { body } = await restored(`${contacts}/${contact._id}`, 'cleared');
    assert.deepEqual([body.accountId, body.reportsToId], [null, kept._id]);
    assert.deepEqual((await restored(`${segments}/${segment._id}`, 'cleared-list')).body.contactIds, [kept._id]);
  });

  it('are a conflict when they are required and their target is deleted, and the error names the field', async () => {
    const account = await admin.create(accounts, { name: 'A' });
    const note = await admin.create('/api/sales/accountNotes', { accountId: account._id, content: 'N' });
    await assertRemoved(`/api/sales/accountNotes/${note._id}`);
    await assertRemoved(`${accounts}/${account._id}`);
    await assertNoWrites(app, ['sales_account_notes'], async () => {
      refused(await restore(`/api/sales/accountNotes/${note._id}`), 409, 'conflict', 'accountId');
    });
    await restored(`${accounts}/${account._id}`, 'parent-first');
    assert.equal((await restored(`/api/sales/accountNotes/${note._id}`, 'then-child')).body.accountId, account._id);
  });
});

describe('unique values of a restored record', () => {
  it('are a conflict when another record has them now', async () => {
    const types = '/api/sales/accountTypes';
    const record = await admin.create(types, { name: 'Only' });
    await assertRemoved(`${types}/${record._id}`);
    const taker = await admin.create(types, { name: 'only' });
    await assertNoWrites(app, ['sales_account_types'], async () => {
      refused(await restore(`${types}/${record._id}`), 409, 'unique_violation', 'name');
    });
    await assertRemoved(`${types}/${taker._id}`);
    assert.equal((await restored(`${types}/${record._id}`, 'unique')).body.name, 'Only');
  });

  it('are reserved again when the field is custom', async () => {
    await admin.create('/api/data/models/sales/leads/fields', { key: 'code', type: 'text', unique: true });
    const record = await admin.create(leads, { lastName: 'L', code: 'X1' });
    await assertRemoved(`${leads}/${record._id}`);
    const taker = await admin.create(leads, { lastName: 'M', code: 'x1' });
    await assertNoWrites(app, ['sales_leads', 'custom_uniques'], async () => {
      refused(await restore(`${leads}/${record._id}`), 409, 'unique_violation', 'code');
    });
    await assertRemoved(`${leads}/${taker._id}`);
    assert.equal((await restored(`${leads}/${record._id}`, 'booked')).body.code, 'X1');
    refused(await admin.post(leads, { lastName: 'N', code: 'x1' }), 409, 'unique_violation', 'code');
  });
});

describe('restoring custom models and fields', () => {
  it('restores values of every type, except secrets and deleted fields', async () => {
    const account = await admin.create(accounts, { name: 'A' });
    const reference = { moduleKey: 'sales', slug: 'accounts' };
    const values: Json = {
      text: 'Title',
      longText: 'a\nb',
      number: 12.5,
      integer: 7,
      boolean: false,
      date: '2026-01-31',
      datetime: '2026-01-31T09:30:00.000Z',
      list: ['x', 'y'],
      json: { a: [1, null, { b: 'c' }] },
      email: 'a@example.com',
      reference: account._id,
      references: [account._id],
    };
    const key = (type: string) => `my${type.charAt(0).toUpperCase()}${type.slice(1)}`;
    const fields = [...Object.keys(values), 'secret'].map((type) => ({
      key: key(type),
      type,
      ...(type.startsWith('reference') && { reference }),
    }));
    await admin.create('/api/data/models', { moduleKey: 'sales', slug: 'projects', fields });
    const path = '/api/sales/projects';
    const given = Object.fromEntries(Object.entries(values).map(([type, value]) => [key(type), value]));
    const record = await admin.create(path, { ...given, mySecret: 'hush' });
    await assertRemoved(`${path}/${record._id}`);
    await admin.delete('/api/data/models/sales/projects/fields/myEmail');
    await admin.create('/api/data/models/sales/projects/fields', { key: 'later', type: 'text' });
    const { body, written } = await restored(`${path}/${record._id}`, 'own-model');
    const { myEmail: _myEmail, mySecret: _mySecret, version: _version, updatedAt: _updatedAt, ...was } = record;
    const { later, mySecret, version, updatedAt: _now, ...is } = body;
    assert.deepEqual(is, was);
    assert.deepEqual([later, mySecret, version], [null, { set: false }, 2]);
    assert.deepEqual(types(written as never), ['project.restored']);
    assert.deepEqual(ids(await admin.get(`${path}?filter[myReferences]=${account._id}`)), [record._id]);
    await assertRemoved(`${accounts}/${account._id}`);
    const cleared = await read(`${path}/${record._id}`);
    assert.deepEqual([cleared.myReference, cleared.myReferences], [null, []]);
  });

  it('restores numbers with every digit', async () => {
    await admin.create('/api/data/models/sales/regions/fields', { key: 'area', type: 'number' });
    const made = await admin.post('/api/sales/regions', '{"name":"Exact","area":12345678901234567890.12}');
    const path = `/api/sales/regions/${made.body._id}`;
    await assertRemoved(path);
    assert.match((await restore(path)).text, /12345678901234567890\.12\b/);
    assert.match((await admin.get(path)).text, /12345678901234567890\.12\b/);
  });
});

describe('restoring a team membership', () => {
  it('changes permissions at once', async () => {
    const member = await user({ permissions: ['sales:read:team'] });
    const peer = await user({ permissions: ['sales:*'] });
    const { _id } = await peer.create(contacts, { firstName: 'Of the team' });
    const team = await admin.create('/api/identity/teams', { name: 'Short-lived' });
    const join = ({ userId }: Client) => admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
    await join(peer);
    const membership = await join(member);
    const path = `/api/identity/teamUsers/${membership._id}`;
    assert.equal((await member.get(`${contacts}/${_id}`)).status, 200);
    await assertRemoved(path);
    refused(await member.get(`${contacts}/${_id}`), 404, 'not_found');
    await restored(path, 'membership');
    assert.equal((await member.get(`${contacts}/${_id}`)).status, 200);
  });
});
