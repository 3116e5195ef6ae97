import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const test = await appForFile();
const { tenant, user } = test;
const permissions = ['sales:read', 'sales:write', 'support:read', 'support:write', 'communications:read'];

const finished = (by: Client, jobId: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await by.get(`/api/data/jobs/${jobId}`);
    assert.ok(['completed', 'failed'].includes(body.state), JSON.stringify(body));
    return body;
  });

async function transfer(by: Client, from: string, body: Json): Promise<Json> {
  const reply = await by.post(`/api/identity/users/${from}/transfer`, body);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.headers.get('location'), `/api/data/jobs/${reply.body.jobId}`);
  return finished(by, reply.body.jobId);
}

describe('the hand-over of a user', () => {
  it('moves everything that the user owns or that is assigned, with events and progress', async () => {
    const by = await tenant();
    const [leaver, heir] = [await user({ permissions }, by), await user({ permissions }, by)];
    const account = await leaver.create('/api/sales/accounts', { name: 'Engines' });
    const task = await by.create('/api/sales/tasks', { title: 'Call', assignedUserId: leaver.userId });
    const call = await leaver.create('/api/sales/activities', { type: 'call', subject: 'Talked' });
    const model = await by.post('/api/data/models', {
      moduleKey: 'sales',
      slug: 'boats',
      label: 'Boat',
      labelPlural: 'Boats',
    });
    assert.equal(model.status, 201, model.text);
    const boat = await leaver.create('/api/sales/boats', {});
    await leaver.post('/api/sales/contacts/bulk', {
      operations: Array.from({ length: 600 }, (_, n) => ({ op: 'create', record: { lastName: `Contact ${n}` } })),
    });
    await by.patch(`/api/identity/users/${leaver.userId}`, { active: false });
    const job = await transfer(by, leaver.userId, { toUserId: heir.userId });
    assert.equal(job.state, 'completed', JSON.stringify(job));
    const read = async (path: string) => (await by.get(path)).body;
    assert.equal((await read(`/api/sales/accounts/${account._id}`)).ownerId, heir.userId);
    assert.equal((await read(`/api/sales/activities/${call._id}`)).ownerId, heir.userId);
    assert.equal((await read(`/api/sales/boats/${boat._id}`)).ownerId, heir.userId);
    const moved = await read(`/api/sales/tasks/${task._id}`);
    assert.deepEqual([moved.assignedUserId, moved.ownerId], [heir.userId, by.userId]);
    assert.equal((await read(`/api/sales/contacts?filter[ownerId]=${heir.userId}&count=exact`)).meta.total, 600);
    const [, event] = await test.events(account._id);
    assert.deepEqual(
      [event?.type, event?.record.ownerId, event?.actor_id],
      ['account.updated', heir.userId, by.userId],
    );
  });

  it('moves only the named models', async () => {
    const by = await tenant();
    const [leaver, heir] = [await user({ permissions }, by), await user({ permissions }, by)];
    const account = await leaver.create('/api/sales/accounts', { name: 'Engines' });
    const contact = await leaver.create('/api/sales/contacts', { lastName: 'Lovelace' });
    await transfer(by, leaver.userId, { toUserId: heir.userId, models: ['accounts'] });
    assert.equal((await by.get(`/api/sales/accounts/${account._id}`)).body.ownerId, heir.userId);
    assert.equal((await by.get(`/api/sales/contacts/${contact._id}`)).body.ownerId, leaver.userId);
  });

  it('is for administrators, and goes to another active user', async () => {
    const by = await tenant();
    const [leaver, heir, gone] = [
      await user({ permissions }, by),
      await user({ permissions }, by),
      await user({ permissions }, by),
    ];
    await by.patch(`/api/identity/users/${gone.userId}`, { active: false });
    const path = `/api/identity/users/${leaver.userId}/transfer`;
    assert.equal((await heir.post(path, { toUserId: heir.userId })).status, 403);
    for (const body of [
      { toUserId: leaver.userId },
      { toUserId: gone.userId },
      { toUserId: '01930000-0000-7000-8000-000000000000' },
      { toUserId: heir.userId, models: ['nothing'] },
      { toUserId: heir.userId, models: ['industries'] },
      {},
    ])
      assert.equal((await by.post(path, body)).status, 422, JSON.stringify(body));
    const unknown = '/api/identity/users/01930000-0000-7000-8000-000000000000/transfer';
    assert.equal((await by.post(unknown, { toUserId: heir.userId })).status, 404);
  });
});

describe('an owner', () => {
  it('must be active when a write names it, and stays when it is deactivated', async () => {
    const by = await tenant();
    const leaver = await user({ permissions }, by);
    const account = await leaver.create('/api/sales/accounts', { name: 'Engines' });
    const path = `/api/sales/accounts/${account._id}`;
    await by.patch(`/api/identity/users/${leaver.userId}`, { active: false });
    const wrong = await by.post('/api/sales/accounts', { name: 'New', ownerId: leaver.userId });
    assert.equal(wrong.status, 422);
    assert.deepEqual(
      wrong.body.error.details.map(({ field, code }: Json) => [field, code]),
      [['ownerId', 'inactive_user']],
    );
    const task = await by.post('/api/sales/tasks', { title: 'Call', assignedUserId: leaver.userId });
    assert.equal(task.body.error.details[0].field, 'assignedUserId');
    const bulk = await by.post('/api/sales/accounts/bulk', {
      atomic: false,
      operations: [{ op: 'create', record: { name: 'New', ownerId: leaver.userId } }],
    });
    assert.equal(bulk.body.results[0].status, 422);
    // The record keeps its owner, also in a complete PUT.
    const kept = await by.patch(path, { name: 'Engines Ltd' });
    assert.deepEqual([kept.status, kept.body.ownerId], [200, leaver.userId]);
    const { body: record } = await by.get(path);
    assert.equal((await by.put(path, { name: record.name, ownerId: record.ownerId })).status, 200);
    await by.patch(path, { ownerId: by.userId });
    assert.equal((await by.patch(path, { ownerId: leaver.userId })).status, 422);
    const nobody = await by.patch(path, { ownerId: '01930000-0000-7000-8000-000000000000' });
    assert.deepEqual([nobody.status, nobody.body.error.details[0].code], [422, 'reference_not_found']);
  });
});

describe('a parent', () => {
  const path = '/api/sales/accounts';
  const chain = async (by: Client, length: number): Promise<Json[]> => {
    const accounts: Json[] = [];
    for (let n = 0; n < length; n += 1)
      accounts.push(await by.create(path, { name: `Level ${n}`, parentAccountId: accounts.at(-1)?._id ?? null }));
    return accounts;
  };

  it('is neither the record itself nor one below it', async () => {
    const by = await tenant();
    const [top, middle, bottom] = await chain(by, 3);
    for (const parent of [top, middle, bottom]) {
      const reply = await by.patch(`${path}/${top._id}`, { parentAccountId: parent._id });
      assert.deepEqual(
        [reply.status, reply.body.error.details[0].field, reply.body.error.details[0].code],
        [422, 'parentAccountId', 'cycle'],
      );
    }
    assert.equal((await by.patch(`${path}/${bottom._id}`, { parentAccountId: top._id })).status, 200);
    assert.equal((await by.patch(`${path}/${middle._id}`, { parentAccountId: bottom._id })).status, 200);
    const bulk = await by.post(`${path}/bulk`, {
      atomic: false,
      operations: [{ op: 'update', _id: top._id, record: { parentAccountId: middle._id } }],
    });
    assert.equal(bulk.body.results[0].status, 422);
  });

  it('is not set again by a restore when the hierarchy was turned round meanwhile', async () => {
    const by = await tenant();
    const [top, middle, bottom] = await chain(by, 3);
    await by.patch(`${path}/${top._id}`, { parentAccountId: null });
    await by.delete(`${path}/${middle._id}`);
    await by.patch(`${path}/${top._id}`, { parentAccountId: bottom._id });
    assert.equal((await by.post(`${path}/${middle._id}/restore`, {})).status, 200);
    const parentOf = async ({ _id }: Json) => (await by.get(`${path}/${_id}`)).body.parentAccountId;
    assert.deepEqual([await parentOf(middle), await parentOf(bottom)], [top._id, null]);
  });

  it('never closes a cycle by writes at the same time', async () => {
    const by = await tenant();
    for (let round = 0; round < 5; round += 1) {
      const ring: Json[] = [];
      for (let n = 0; n < 4; n += 1) ring.push(await by.create(path, { name: `Account ${n}` }));
      const replies = await Promise.all(
        ring.map(({ _id }, n) => by.patch(`${path}/${_id}`, { parentAccountId: ring[(n + 1) % 4]._id })),
      );
      const refused = replies.filter(({ status }) => status === 422);
      assert.ok(
        replies.every(({ status }) => status === 200 || status === 422),
        replies.map(({ text }) => text).join(),
      );
      assert.equal(refused.length, 1);
    }
  });
});
