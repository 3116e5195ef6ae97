import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { assertNoWrites, ids, invalid, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, events, login, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
const opportunities = '/api/sales/opportunities';
const password = 'correct horse battery';

/** Creates a user with existing roles. */
async function colleague(roles: string[], by: Client = admin): Promise<Client> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  await by.create('/api/identity/users', { email, password, roles });
  return login(email, password, by.accountKey);
}

const rolesOf = async (client: Client, by: Client = admin): Promise<string[]> =>
  (await by.get(`/api/identity/users/${client.userId}`)).body.roles;

/** The single role that `user` created for this client. */
async function roleOf(client: Client): Promise<Json> {
  const [name] = await rolesOf(client);
  return (await admin.get(`/api/identity/roles?filter[name]=${name}`)).body.data[0];
}

const setRole = async (client: Client, change: Json) => {
  const reply = await admin.patch(`/api/identity/roles/${(await roleOf(client))._id}`, change);
  assert.equal(reply.status, 200, reply.text);
};

describe('a scope', () => {
  const reads = ['/api/sales/contacts', '/api/marketing/campaigns', '/api/identity/users', '/api/ui/screens'];
  const writes: [path: string, scope: string, body: Json][] = [
    ['/api/sales/contacts', 'sales:write', { firstName: 'A' }],
    ['/api/marketing/campaigns', 'marketing:write', { name: 'C' }],
    ['/api/ui/dashboards', 'ui:write', { name: 'D' }],
    ['/api/ui/screens', 'ui:admin', { name: 'S' }],
    ['/api/ui/workspaces', 'ui:admin', { name: 'W' }],
    ['/api/identity/departments', 'identity:admin', { name: 'Dep' }],
    ['/api/integrations/webhooks', 'integrations:write', { url: 'https://example.com', events: ['*'] }],
    ['/api/data/models', 'data:admin', { moduleKey: 'sales', slug: 'widgets' }],
  ];
  const granted: [permissions: string[], covers: (scope: string) => boolean][] = [
    [[], () => false],
    [['*'], () => true],
    [['*:*'], () => true],
    [['*:admin'], () => true],
    [['*:read'], (scope) => scope.endsWith(':read')],
    [['*:write'], (scope) => scope.endsWith(':write')],
    [['sales:read'], (scope) => scope === 'sales:read'],
    [['sales:write'], (scope) => scope === 'sales:write'],
    [['sales:*'], (scope) => scope.startsWith('sales:')],
    [['ui:admin', 'marketing:read'], (scope) => scope.startsWith('ui:') || scope === 'marketing:read'],
    [['data:write', 'identity:write', 'ui:write'], (scope) => scope === 'ui:write'],
    [['data:admin', 'identity:admin'], (scope) => /^(data|identity):/.test(scope)],
  ];
  for (const [permissions, covers] of granted) {
    it(`gives exactly the access that it names: ${permissions.join(', ') || 'none'}`, async () => {
      const caller = await user({ permissions });
      for (const path of reads) {
        const scope = `${path.split('/')[2]}:read`;
        const reply = await caller.get(path);
        if (covers(scope)) assert.equal(reply.status, 200, reply.text);
        else refused(reply, 403, 'forbidden', scope);
      }
      for (const [path, scope, body] of writes) {
        await assertNoWrites(app, [], async () => {
          const reply = await caller.post(`${path}?dryRun=true`, body);
          if (covers(scope)) assert.equal(reply.status, 201, reply.text);
          else refused(reply, 403, 'forbidden', scope);
        });
      }
    });
  }

  it('is needed for every operation, whether the record exists or not', async () => {
    const caller = await user({ permissions: ['marketing:*'] });
    const { _id } = await admin.create(contacts, { firstName: 'A' });
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const id of [_id, nobody]) {
        refused(await caller.get(`${contacts}/${id}`), 403, 'forbidden', 'sales:read');
        refused(await caller.put(`${contacts}/${id}`, {}), 403, 'forbidden', 'sales:write');
        refused(await caller.patch(`${contacts}/${id}`, {}), 403, 'forbidden', 'sales:write');
        refused(await caller.delete(`${contacts}/${id}`), 403, 'forbidden', 'sales:write');
      }
      refused(await caller.post(`${contacts}/search`, {}), 403, 'forbidden', 'sales:read');
      refused(await caller.get(`${contacts}/aggregate?count=true`), 403, 'forbidden', 'sales:read');
      refused(await caller.get('/api/marketing/segments?include=contactIds'), 403, 'forbidden', 'sales:read');
      const path = '/api/marketing/workflowEnrollments?filter[contactId.firstName]=A';
      refused(await caller.get(path), 403, 'forbidden', 'sales:read');
    });
  });

  it('is refused in a role when it is malformed, and so is a hidden or read-only field that does not exist', async () => {
    const roles = '/api/identity/roles';
    await assertNoWrites(app, ['identity_roles', 'identity_users'], async () => {
      for (const wrong of [
        'sales',
        'sales:delete',
        'sales:read:mine',
        'sales:read:own:own',
        'sales:',
        '**',
        'a b:read',
      ]) {
        refused(await admin.post(roles, { name: 'R', permissions: [wrong] }), 422, 'validation_failed', 'permissions');
      }
      for (const list of ['hiddenFields', 'readOnlyFields']) {
        for (const wrong of [
          { contacts: ['phone'] },
          { 'sales.contacts': ['nothing'] },
          { 'sales.contacts': 'phone' },
        ]) {
          refused(await admin.post(roles, { name: 'R', [list]: wrong }), 422, 'validation_failed', list);
        }
      }
      const body = { email: 'r@example.com', password, roles: ['no such role'] };
      invalid(await admin.post('/api/identity/users', body), { roles: 'reference_not_found' });
    });
  });
});

describe('a new tenant', () => {
  let owner: Client;
  before(async () => {
    owner = await tenant();
  });

  it('has the roles admin, manager, member and viewer', async () => {
    const { data } = (await owner.get('/api/identity/roles?sort=name')).body;
    const member = ['sales', 'communications', 'inventory', 'forms', 'support', 'customerSuccess', 'ui'];
    assert.deepEqual(
      data.map(({ name, permissions, hiddenFields, readOnlyFields }: Json) => [
        name,
        new Set(permissions),
        hiddenFields,
        readOnlyFields,
      ]),
      [
        ['admin', new Set(['*']), {}, {}],
        ['manager', new Set(['*:read', '*:write']), {}, {}],
        ['member', new Set(['*:read', ...member.map((module) => `${module}:write`)]), {}, {}],
        ['viewer', new Set(['*:read']), {}, {}],
      ],
    );
    assert.deepEqual(await rolesOf(owner, owner), ['admin']);
  });

  const cases: [role: string, may: string[], mayNot: [string, string][]][] = [
    [
      'member',
      ['sales/contacts', 'communications/emailTemplates', 'inventory/equipment', 'forms/forms', 'ui/dashboards'],
      [
        ['marketing/campaigns', 'marketing:write'],
        ['identity/teams', 'identity:admin'],
        ['data/models', 'data:admin'],
        ['integrations/webhooks', 'integrations:write'],
        ['ui/screens', 'ui:admin'],
        ['ui/workspaces', 'ui:admin'],
      ],
    ],
    [
      'manager',
      ['sales/contacts', 'marketing/campaigns', 'integrations/webhooks', 'ui/dashboards'],
      [
        ['identity/users', 'identity:admin'],
        ['identity/roles', 'identity:admin'],
        ['data/models', 'data:admin'],
        ['ui/screens', 'ui:admin'],
      ],
    ],
    [
      'viewer',
      [],
      [
        ['sales/contacts', 'sales:write'],
        ['ui/dashboards', 'ui:write'],
      ],
    ],
  ];
  for (const [role, may, mayNot] of cases) {
    it(`lets a ${role} read everything and write what the role allows`, async () => {
      const caller = await colleague([role], owner);
      for (const path of ['sales/contacts', 'marketing/campaigns', 'identity/roles', 'ui/screens', 'data/models']) {
        assert.equal((await caller.get(`/api/${path}`)).status, 200, path);
      }
      for (const path of may) {
        // 422 instead of 403 shows that the permission was granted: only the body is wrong.
        const reply = await caller.post(`/api/${path}`, { nonsense: 1 });
        refused(reply, 422, 'validation_failed', 'nonsense');
      }
      for (const [path, scope] of mayNot) refused(await caller.post(`/api/${path}`, {}), 403, 'forbidden', scope);
    });
  }
});

describe('a permission narrowed by :own or :team', () => {
  let ann: Client;
  let bob: Client;
  let cleo: Client;
  const mine: Record<string, Json> = {};
  const foreign: Record<string, Json> = {};
  const team: Record<string, Json> = {};

  before(async () => {
    ann = await user({ permissions: ['sales:read:own', 'sales:write:own'] });
    cleo = await user({ permissions: ['sales:read:team', 'sales:write:team'] });
    bob = await user({ permissions: ['sales:*'] });
    const { _id: teamId } = await admin.create('/api/identity/teams', { name: 'Narrow' });
    for (const { userId } of [cleo, bob]) await admin.create('/api/identity/teamUsers', { teamId, userId });
    for (const [owner, records, name] of [
      [ann, mine, 'Mine'],
      [admin, foreign, 'Foreign'],
      [bob, team, 'Team'],
    ] as const) {
      const ownerId = owner.userId;
      records.account = await admin.create(accounts, { name: `${name} account`, ownerId });
      records.deal = await admin.create(opportunities, { name, value: 10, accountId: records.account._id, ownerId });
    }
    mine.crossing = await admin.create(opportunities, {
      name: 'Mine at a foreign account',
      value: 5,
      accountId: foreign.account._id,
      ownerId: ann.userId,
    });
  });

  it('lists, counts, gets and searches only the records within reach', async () => {
    const own = [mine.deal._id, mine.crossing._id].sort();
    const list = await ann.get(opportunities);
    assert.deepEqual(ids(list).sort(), own);
    assert.deepEqual([list.body.meta.total, list.body.meta.hasMore], [2, false]);
    assert.equal((await ann.get(`${opportunities}?limit=1&count=exact`)).body.meta.total, 2);
    assert.deepEqual(ids(await ann.post(`${opportunities}/search`, { filter: {} })).sort(), own);
    assert.deepEqual(ids(await ann.get(`${opportunities}?q=foreign`)), [mine.crossing._id]);
    assert.deepEqual(ids(await ann.get(`${opportunities}?filter[ownerId]=${admin.userId}`)), []);
    assert.equal((await ann.get(`${opportunities}/${mine.deal._id}`)).status, 200);
    refused(await ann.get(`${opportunities}/${foreign.deal._id}`), 404, 'not_found');
    assert.deepEqual(ids(await cleo.get(opportunities)), [team.deal._id]);
    assert.equal((await cleo.get(`${opportunities}/${team.deal._id}`)).status, 200);
    refused(await cleo.get(`${opportunities}/${mine.deal._id}`), 404, 'not_found');
  });

  it('aggregates only the records within reach', async () => {
    const sums = async (caller: Client) =>
      (await caller.get(`${opportunities}/aggregate?sum=value&count=true`)).body.data[0];
    assert.deepEqual(await sums(ann), { count: 2, sum: { value: 15 } });
    assert.deepEqual(await sums(cleo), { count: 1, sum: { value: 10 } });
  });

  it('includes only records within reach, and filters only through references to them', async () => {
    const { body } = await ann.get(`${opportunities}?include=accountId`);
    assert.deepEqual(Object.keys(body.included), [mine.account._id]);
    const one = await ann.get(`${opportunities}/${mine.crossing._id}?include=accountId`);
    assert.deepEqual(one.body.included, {});
    assert.deepEqual(ids(await ann.get(`${opportunities}?filter[accountId.name]=Mine account`)), [mine.deal._id]);
    assert.deepEqual(ids(await ann.get(`${opportunities}?filter[accountId.name]=Foreign account`)), []);
    assert.deepEqual(ids(await ann.get(`${opportunities}?filter[accountId.name][startsWith]=Fo`)), []);
  });

  it('updates and deletes only the records within reach', async () => {
    const path = `${opportunities}/${foreign.deal._id}`;
    await assertNoWrites(app, ['sales_opportunities'], async () => {
      for (const caller of [ann, cleo]) {
        refused(await caller.patch(path, { value: 1 }), 404, 'not_found');
        refused(await caller.put(path, { name: 'X' }), 404, 'not_found');
        refused(await caller.delete(path), 404, 'not_found');
      }
    });
    assert.equal((await ann.patch(`${opportunities}/${mine.deal._id}`, { nextStep: 'Call' })).status, 200);
    assert.equal((await cleo.patch(`${opportunities}/${team.deal._id}`, { nextStep: 'Call' })).status, 200);
    const deleted = await ann.create(opportunities, { name: 'Gone' });
    assert.equal((await ann.delete(`${opportunities}/${deleted._id}`)).status, 204);
    assert.deepEqual(types(await events(deleted._id)), ['opportunity.created', 'opportunity.deleted']);
  });

  it('creates records only for owners within reach, and gives no record to another owner', async () => {
    assert.equal((await ann.create(opportunities, { name: 'A' })).ownerId, ann.userId);
    assert.equal((await cleo.create(opportunities, { name: 'A', ownerId: bob.userId })).ownerId, bob.userId);
    const own = `${opportunities}/${mine.deal._id}`;
    await assertNoWrites(app, ['sales_opportunities'], async () => {
      for (const [caller, ownerId] of [
        [ann, admin.userId],
        [ann, null],
        [cleo, ann.userId],
      ] as const) {
        refused(await caller.post(opportunities, { name: 'A', ownerId }), 403, 'forbidden', 'ownerId');
      }
      refused(await ann.patch(own, { ownerId: bob.userId }), 403, 'forbidden', 'ownerId');
      refused(await ann.put(own, { name: 'A', ownerId: null }), 403, 'forbidden', 'ownerId');
    });
  });

  it('may be wider for reading than for writing', async () => {
    const caller = await user({ permissions: ['sales:read', 'sales:write:own'] });
    const path = `${opportunities}/${foreign.deal._id}`;
    assert.equal((await caller.get(path)).status, 200);
    await assertNoWrites(app, ['sales_opportunities'], async () => {
      refused(await caller.patch(path, { value: 1 }), 403, 'forbidden', 'sales:write');
      refused(await caller.delete(path), 403, 'forbidden', 'sales:write');
    });
    const wide = await user({ permissions: ['sales:read:own', 'sales:read'] });
    assert.equal((await wide.get(path)).status, 200);
  });
});

describe('a hidden field', () => {
  let caller: Client;
  let contact: Json;
  let account: Json;
  const path = () => `${contacts}/${contact._id}`;

  before(async () => {
    const hiddenFields = {
      'sales.contacts': ['phone', 'score', 'reportsToId'],
      'sales.accounts': ['annualRevenue', 'phone', 'score', 'name'],
    };
    caller = await user({ permissions: ['*'], hiddenFields });
    account = await admin.create(accounts, { name: 'Hidden', annualRevenue: 777.25, domain: 'hidden.example' });
    const boss = await admin.create(contacts, { firstName: 'Boss' });
    contact = await admin.create(contacts, {
      firstName: 'Hidden',
      phone: '+1 202 555 0199',
      score: 42,
      accountId: account._id,
      reportsToId: boss._id,
    });
  });

  it('is absent from every answer', async () => {
    const filter = `filter[firstName]=Hidden`;
    const operations = [{ op: 'update', _id: contact._id, record: { title: 'T' } }];
    const replies = [
      await caller.get(path()),
      await caller.get(`${contacts}?${filter}`),
      await caller.post(`${contacts}/search`, { filter: { firstName: 'Hidden' } }),
      await caller.post(contacts, { firstName: 'Hidden too' }),
      await caller.patch(path(), { title: 'A' }),
      await caller.patch(`${path()}?dryRun=true`, { title: 'B' }),
      await caller.post(`${contacts}/bulk`, { operations }),
      await caller.get(`${path()}?include=accountId`),
      await caller.get(`${contacts}?${filter}&include=accountId`),
    ];
    for (const reply of replies) {
      assert.ok(reply.status < 300, reply.text);
      assert.ok(reply.text.includes('"firstName"'));
      assert.doesNotMatch(reply.text, /"(phone|score|reportsToId|annualRevenue)":|555 0199|777\.25/);
    }
    assert.equal(replies[7]?.body.included[account._id].domain, 'hidden.example');
    assert.match((await admin.get(path())).text, /"phone":"\+1 202 555 0199"/);
  });

  it('cannot be selected, filtered, sorted, grouped, measured, included or searched by', async () => {
    const queries = [
      'fields=firstName,phone',
      'filter[phone]=x',
      'filter[score][gt]=1',
      'filter[or][0][score]=42',
      'filter[not][score]=42',
      'filter[and][0][score]=42',
      'sort=phone',
      'sort=-score',
      'include=reportsToId',
      'filter[reportsToId.firstName]=Boss',
      'filter[accountId.annualRevenue]=777.25',
    ];
    for (const query of queries) refused(await caller.get(`${contacts}?${query}`), 400, 'bad_request');
    refused(await caller.get(`${path()}?fields=phone`), 400, 'bad_request', 'fields');
    refused(await caller.post(`${contacts}/search`, { filter: { score: 42 } }), 400, 'bad_request');
    refused(await caller.post(`${contacts}/search`, { sort: ['score'] }), 400, 'bad_request');
    for (const query of [
      'sum=score',
      'max=score',
      'groupBy=phone',
      'groupBy=accountId.annualRevenue',
      'groupBy=reportsToId.firstName',
      'count=true&filter[score]=42',
    ]) {
      refused(await caller.get(`${contacts}/aggregate?${query}`), 400, 'bad_request');
    }
    assert.deepEqual(ids(await admin.get(`${contacts}?q=0199`)), [contact._id]);
    assert.deepEqual(ids(await caller.get(`${contacts}?q=0199`)), []);
    assert.deepEqual((await caller.get(`${contacts}/aggregate?count=true&q=0199`)).body.data, [{ count: 0 }]);
    assert.equal((await caller.get(`${contacts}?q=hidden`)).body.data.length, 2);
  });

  it('is not in the registry of that caller', async () => {
    const keys = (model: Json) => model.fields.map(({ key }: Json) => key);
    const one = keys((await caller.get('/api/data/models/sales/contacts')).body);
    const listed = keys((await caller.get('/api/data/models?filter[modelKey]=contact')).body.data[0]);
    for (const list of [one, listed]) {
      assert.ok(list.includes('email') && !list.includes('phone') && !list.includes('reportsToId'));
    }
    assert.ok(keys((await admin.get('/api/data/models/sales/contacts')).body).includes('phone'));
  });

  it('is an unknown field to writes, and PUT does not reset it', async () => {
    await assertNoWrites(app, ['sales_contacts'], async () => {
      invalid(await caller.post(contacts, { firstName: 'A', phone: '+1 202 555 0000' }), { phone: 'unknown_field' });
      invalid(await caller.patch(path(), { score: 1 }), { score: 'unknown_field' });
      invalid(await caller.put(path(), { firstName: 'A', phone: null }), { phone: 'unknown_field' });
    });
    const read = (await caller.get(path())).body;
    assert.equal((await caller.put(path(), { ...read, firstName: 'Replaced', title: null })).status, 200);
    const { phone, score, reportsToId, firstName } = (await admin.get(path())).body;
    assert.deepEqual(
      { phone, score, reportsToId, firstName },
      { phone: contact.phone, score: 42, reportsToId: contact.reportsToId, firstName: 'Replaced' },
    );
    const last = (await events(contact._id)).at(-1);
    assert.equal(last?.record.phone, contact.phone);
    // A PUT may omit even a required field when it is hidden, because the caller does not know it.
    assert.equal((await caller.put(`${accounts}/${account._id}`, { website: 'https://example.com' })).status, 200);
    assert.equal((await admin.get(`${accounts}/${account._id}`)).body.name, 'Hidden');
  });
});

describe('a field that a role may only read', () => {
  it('is shown, keeps its value, and accepts no other value', async () => {
    const readOnlyFields = { 'sales.contacts': ['phone', 'emailOptIn'] };
    const caller = await user({ permissions: ['sales:*'], readOnlyFields });
    const contact = await admin.create(contacts, { firstName: 'A', phone: '+1 202 555 0100', emailOptIn: true });
    const path = `${contacts}/${contact._id}`;
    assert.equal((await caller.get(`${path}?fields=phone`)).body.phone, contact.phone);
    await assertNoWrites(app, ['sales_contacts'], async () => {
      invalid(await caller.patch(path, { phone: null }), { phone: 'read_only' });
      invalid(await caller.put(path, { firstName: 'A', phone: '+1 202 555 0101' }), { phone: 'read_only' });
      invalid(await caller.post(contacts, { firstName: 'A', phone: '+1 202 555 0101' }), { phone: 'read_only' });
    });
    const complete = await caller.put(path, { ...(await caller.get(path)).body, firstName: 'B' });
    assert.deepEqual([complete.status, complete.body.firstName, complete.body.phone], [200, 'B', contact.phone]);
    const partial = await caller.put(path, { firstName: 'C' });
    assert.deepEqual([partial.body.phone, partial.body.emailOptIn], [contact.phone, true]);
    assert.equal((await caller.create(contacts, { firstName: 'D' })).emailOptIn, false);
  });
});

describe('a change of permissions takes effect on the very next request with the same token', () => {
  it('when a role is edited or deleted', async () => {
    const caller = await user({ permissions: ['sales:read'] });
    assert.equal((await caller.get(contacts)).status, 200);
    refused(await caller.post(contacts, {}), 403, 'forbidden', 'sales:write');
    await setRole(caller, { permissions: ['sales:*'] });
    const { _id } = await caller.create(contacts, { firstName: 'A', phone: '+1 202 555 0100' });
    await setRole(caller, { hiddenFields: { 'sales.contacts': ['phone'] } });
    assert.ok(!('phone' in (await caller.get(`${contacts}/${_id}`)).body));
    await setRole(caller, { permissions: [] });
    refused(await caller.get(contacts), 403, 'forbidden', 'sales:read');
    await setRole(caller, { permissions: ['*'] });
    assert.equal((await caller.get(contacts)).status, 200);
    const path = `/api/identity/roles/${(await roleOf(caller))._id}`;
    refused(await admin.delete(path), 409, 'still_referenced');
    await admin.patch(`/api/identity/users/${caller.userId}`, { roles: [] });
    assert.equal((await admin.delete(path)).status, 204);
    refused(await caller.get(contacts), 403, 'forbidden', 'sales:read');
  });

  it('when the roles of a user change, or the user is deactivated', async () => {
    const caller = await colleague(['viewer']);
    const path = `/api/identity/users/${caller.userId}`;
    refused(await caller.post(contacts, {}), 403, 'forbidden');
    await admin.patch(path, { roles: ['viewer', 'member'] });
    assert.equal((await caller.post(contacts, { firstName: 'A' })).status, 201);
    await admin.patch(path, { roles: [] });
    refused(await caller.get(contacts), 403, 'forbidden');
    await admin.patch(path, { roles: ['viewer'], active: false });
    refused(await caller.get(contacts), 401, 'unauthenticated');
    // Deactivation ended the sessions for good. The user has to sign in again.
    await admin.patch(path, { active: true });
    refused(await caller.get(contacts), 401, 'unauthenticated');
    const { email } = (await admin.get(path)).body;
    assert.equal((await (await login(email, password)).get(contacts)).status, 200);
  });

  it('when somebody joins or leaves a team', async () => {
    const caller = await user({ permissions: ['sales:read:team'] });
    const peer = await user({ permissions: ['sales:*'] });
    const { _id } = await peer.create(opportunities, { name: 'Of the team' });
    const seen = async () => ids(await caller.get(opportunities));
    assert.deepEqual(await seen(), []);
    const team = await admin.create('/api/identity/teams', { name: 'Changing' });
    const join = (userId: string) => admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
    await join(caller.userId);
    assert.deepEqual(await seen(), []);
    const membership = await join(peer.userId);
    assert.deepEqual(await seen(), [_id]);
    await admin.delete(`/api/identity/teamUsers/${membership._id}`);
    assert.deepEqual(await seen(), []);
    await join(peer.userId);
    assert.deepEqual(await seen(), [_id]);
    await admin.delete(`/api/identity/teams/${team._id}`);
    assert.deepEqual(await seen(), []);
  });

  it('when another node changes a team and no notification of it arrives', async () => {
    const caller = await user({ permissions: ['sales:read:team', 'sales:write:team'] });
    const peer = await user({ permissions: ['sales:*'] });
    const { _id } = await peer.create(opportunities, { name: 'Of a silent team' });
    const team = await admin.create('/api/identity/teams', { name: 'Silent' });
    for (const { userId } of [caller, peer])
      await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
    const path = `${opportunities}/${_id}`;
    assert.equal((await caller.get(path)).status, 200);
    assert.equal((await caller.patch(path, { nextStep: 'Call' })).status, 200);
    // Triggers are off in this session, so no node is notified of the change.
    await sql(`set session_replication_role = replica;
      delete from identity_team_users where user_id = '${peer.userId}'; reset session_replication_role`);
    refused(await caller.get(path), 404, 'not_found');
    refused(await caller.patch(path, { nextStep: 'Mail' }), 404, 'not_found');
    refused(await caller.get(`${path}/history`), 404, 'not_found');
    refused(await caller.post(opportunities, { name: 'X', ownerId: peer.userId }), 403, 'forbidden', 'ownerId');
    assert.deepEqual(ids(await caller.get(opportunities)), []);
  });

  it('or shortly after, when another node made the change', async () => {
    const caller = await user({ permissions: ['sales:read'] });
    assert.equal((await caller.get(contacts)).status, 200);
    const { _id } = await roleOf(caller);
    await sql(`update identity_roles set permissions = '{}' where id = $1`, [_id]);
    await until('this node to be notified', async () => (await caller.get(contacts)).status === 403);
  });
});

describe('platform:admin', () => {
  const paths = ['/api/identity/account-provisioning/provision', '/api/sales/account-management/provision'];
  const body = { accountKey: 'not-to-be', adminEmail: 'a@example.com', adminPassword: password };

  it('belongs to admins of the operator tenant and to nobody else', async () => {
    const owner = await tenant();
    const grasping = { name: 'grasping', permissions: ['*', 'platform:admin', 'platform:*'] };
    refused(await owner.post('/api/identity/roles', grasping), 403, 'forbidden', 'platform:admin');
    const others = [
      owner,
      await colleague(['admin'], owner),
      await colleague(['manager']),
      await user({ permissions: ['*', 'platform:admin'] }),
    ];
    await assertNoWrites(app, ['tenants'], async () => {
      for (const caller of others) {
        for (const path of paths) refused(await caller.post(path, body), 403, 'forbidden', 'platform:admin');
      }
    });
    const second = await colleague(['admin']);
    assert.equal((await second.post(`${paths[0]}?dryRun=true`, body)).status, 201);
  });
});
