import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { nextInTurn } from './next-in-turn.ts';
import type { Turns } from './sql/turns.ts';

const app = await appForFile();
const { events } = app;

const route = (by: Client, leadId: string): Promise<Reply> => by.post('/api/sales/lead-management/route', { leadId });
const rule = (by: Client, values: Json): Promise<Json> =>
  by.create('/api/sales/leadRoutingRules', { name: 'Rule', ...values });
const newLead = (by: Client, values: Json = {}): Promise<Json> =>
  by.create('/api/sales/leads', { lastName: 'Lead', ownerId: null, ...values });
const ownerOf = async (by: Client, id: string): Promise<string | null> =>
  (await by.get(`/api/sales/leads/${id}`)).body.ownerId;
const seller = (by: Client): Promise<Client> => app.user({ permissions: ['sales:read', 'sales:write'] }, by);
const sellers = (by: Client, count: number): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, () => seller(by)));
const tally = (ids: readonly (string | null)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const id of ids) counts[String(id)] = (counts[String(id)] ?? 0) + 1;
  return counts;
};

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`routing-${tenants}`);
};

async function routed(by: Client, leadId: string): Promise<Json> {
  const reply = await route(by, leadId);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

describe('routing', () => {
  it('uses the first active rule in the order of position that the lead matches, and records the reason', async () => {
    const by = await newTenant();
    const [a, b, c] = await sellers(by, 3);
    await rule(by, { name: 'All', position: 9, userIds: [c?.userId] });
    const germany = await rule(by, {
      name: 'Germany',
      position: 1,
      filter: { mailingCountry: 'DE' },
      userIds: [a?.userId],
    });
    await rule(by, { name: 'Off', position: 0, active: false, userIds: [b?.userId] });
    const lead = await by.create('/api/sales/leads', { lastName: 'X', mailingCountry: 'DE' });
    const answer = await routed(by, lead._id);
    assert.deepEqual(answer, {
      leadId: lead._id,
      ownerId: a?.userId,
      ruleId: germany._id,
      reason: 'Rule “Germany”: first available user of 1 available',
    });
    const after = (await by.get(`/api/sales/leads/${lead._id}`)).body;
    assert.deepEqual([after.ownerId, after.routingReason], [a?.userId, answer.reason]);
    assert.ok(after.routedAt);
    const event = (await events(lead._id)).at(-1);
    assert.deepEqual([event?.type, event?.actor_id], ['lead.updated', null]);
    const other = await by.create('/api/sales/leads', { lastName: 'Y' });
    assert.equal((await routed(by, other._id)).ownerId, c?.userId);
  });

  it('never gives leads to inactive, locked or absent users', async () => {
    const by = await newTenant();
    const [inactive, absent, locked, free] = (await sellers(by, 4)) as [Client, Client, Client, Client];
    const today = new Date();
    const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    await by.patch(`/api/identity/users/${inactive.userId}`, { active: false });
    assert.equal((await absent.patch('/api/identity/me', { absentFrom: day(-2), absentUntil: day(2) })).status, 200);
    const { email } = (await by.get(`/api/identity/users/${locked.userId}`)).body;
    for (let n = 0; n < 6; n += 1)
      await app.anonymous.post('/api/identity/auth/login', {
        email,
        password: 'wrong password',
        accountKey: by.accountKey,
      });
    const userIds = [inactive, absent, locked, free].map(({ userId }) => userId);
    for (const method of ['user', 'roundRobin', 'leastBusy']) {
      const { _id } = await rule(by, { method, userIds });
      for (let n = 0; n < 4; n += 1) assert.equal((await routed(by, (await newLead(by))._id)).ownerId, free.userId);
      await by.delete(`/api/sales/leadRoutingRules/${_id}`);
    }
    await absent.patch('/api/identity/me', { absentFrom: day(3), absentUntil: null });
    await rule(by, { userIds: [absent.userId] });
    assert.equal((await routed(by, (await newLead(by))._id)).ownerId, absent.userId);
  });

  it('tries the next rule when nobody is available, and keeps the owner when there is none', async () => {
    const by = await newTenant();
    const [gone, there] = (await sellers(by, 2)) as [Client, Client];
    await by.patch(`/api/identity/users/${gone.userId}`, { active: false });
    const lead = await by.create('/api/sales/leads', { lastName: 'X' });
    assert.deepEqual(await routed(by, lead._id), {
      leadId: lead._id,
      ownerId: by.userId,
      ruleId: null,
      reason: 'No active rule matches the lead.',
    });
    await rule(by, { name: 'Gone', userIds: [gone.userId] });
    assert.match((await routed(by, lead._id)).reason, /No user of the rule “Gone” is available/);
    await rule(by, { name: 'There', position: 1, userIds: [there.userId] });
    assert.equal((await routed(by, lead._id)).ownerId, there.userId);
  });

  it('in turn gives each user exactly their share, also when leads are routed at once', async () => {
    const by = await newTenant();
    const [a, b, c] = (await sellers(by, 3)) as [Client, Client, Client];
    const weights = { [a.userId]: 2 };
    await rule(by, { method: 'roundRobin', userIds: [a, b, c].map(({ userId }) => userId), weights });
    const leads = await Promise.all(Array.from({ length: 24 }, () => by.create('/api/sales/leads', { lastName: 'L' })));
    const owners = await Promise.all(leads.map(async ({ _id }) => (await routed(by, _id)).ownerId));
    assert.deepEqual(tally(owners), { [a.userId]: 12, [b.userId]: 6, [c.userId]: 6 });
  });

  it('by the fewest open leads counts only open ones, for the members of a team too', async () => {
    const by = await newTenant();
    const [a, b] = (await sellers(by, 2)) as [Client, Client];
    const team = await by.create('/api/identity/teams', { name: 'Sales team' });
    for (const { userId } of [a, b]) await by.create('/api/identity/teamUsers', { teamId: team._id, userId });
    for (let n = 0; n < 3; n += 1) await newLead(by, { ownerId: a.userId });
    for (let n = 0; n < 5; n += 1) await newLead(by, { ownerId: b.userId, status: 'unqualified' });
    await newLead(by, { ownerId: b.userId });
    await rule(by, { method: 'leastBusy', teamId: team._id });
    const owners: string[] = [];
    for (let n = 0; n < 4; n += 1)
      owners.push((await routed(by, (await by.create('/api/sales/leads', { lastName: 'N' }))._id)).ownerId);
    assert.deepEqual(tally(owners), { [b.userId]: 3, [a.userId]: 1 });
  });

  it('gives an owner to new leads without one, from imports and from forms, and leaves others alone', async () => {
    const by = await newTenant();
    const owner = await seller(by);
    await rule(by, { userIds: [owner.userId] });
    const without = await newLead(by);
    const mine = await by.create('/api/sales/leads', { lastName: 'Mine' });
    const operations = [
      { op: 'create', record: { lastName: 'Imported' } },
      { op: 'create', record: { lastName: 'Null', ownerId: null } },
    ];
    const imported = await by.post('/api/sales/leads/bulk', { operations, import: true });
    assert.equal(imported.status, 200, imported.text);
    const ids = imported.body.results.map(({ record }: Json) => record._id);
    for (const id of [without._id, ...ids])
      await until('the owner', async () => (await ownerOf(by, id)) === owner.userId);
    assert.equal(await ownerOf(by, mine._id), by.userId);
    const history = (await by.get(`/api/sales/leads/${ids[0]}/history`)).body.data;
    assert.equal(history.at(-1).actor.via, 'import');
  });

  it('of a hundred new leads at once is exact', async () => {
    const by = await newTenant();
    const users = await sellers(by, 4);
    await rule(by, { method: 'roundRobin', userIds: users.map(({ userId }) => userId) });
    const operations = Array.from({ length: 50 }, () => ({
      op: 'create',
      record: { lastName: 'Bulk', ownerId: null },
    }));
    await Promise.all([1, 2].map(() => by.post('/api/sales/leads/bulk?return=minimal', { operations })));
    const owners = async () =>
      ((await by.get('/api/sales/leads?limit=200&fields=ownerId')).body.data as Json[]).map(({ ownerId }) => ownerId);
    await until('all owners', async () => (await owners()).every((id) => id !== null));
    assert.deepEqual(Object.values(tally(await owners())), [25, 25, 25, 25]);
  });

  it('needs the permission to write the lead', async () => {
    const by = await newTenant();
    const { _id } = await newLead(by);
    const reader = await app.user({ permissions: ['sales:read'] }, by);
    assert.equal((await route(reader, _id)).status, 403);
    assert.equal((await route(app.admin, _id)).status, 404);
  });
});

describe('a routing rule', () => {
  it('is refused with the field that is wrong', async () => {
    const by = await newTenant();
    const refused = async (values: Json, field: string) => {
      const reply = await by.post('/api/sales/leadRoutingRules', { name: 'R', ...values });
      assert.deepEqual([reply.status, reply.body.error.details?.[0]?.field], [422, field], reply.text);
    };
    const userIds = [by.userId];
    await refused({}, 'userIds');
    await refused({ userIds: [crypto.randomUUID()] }, 'userIds');
    await refused({ userIds, method: 'dice' }, 'method');
    await refused({ userIds, weights: { [by.userId]: 0 } }, 'weights');
    await refused({ userIds, weights: 'much' }, 'weights');
    await refused({ userIds, filter: { nothing: 1 } }, 'filter');
    assert.equal((await by.post('/api/sales/leadRoutingRules', { name: 'R', userIds, weights: [3] })).status, 201);
  });
});

describe('turns', () => {
  it('are spread evenly, and each user has exactly the share after one round', () => {
    const [a, b, c] = [
      { id: 'a', weight: 5 },
      { id: 'b', weight: 1 },
      { id: 'c', weight: 1 },
    ] as const;
    let turns: Turns = {};
    const order = Array.from({ length: 14 }, () => {
      const next = nextInTurn([a, b, c], turns);
      turns = next.turns;
      return next.chosen.id;
    }).join('');
    assert.equal(order, 'aabacaaaabacaa');
  });
});
