import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { adminEmail, adminPassword } from '#test/cluster.ts';
import { assertNoWrites, invalid, refused, types } from '#test/expect.ts';
import { appForFile, Client, type Json, type StoredEvent } from '#test/harness.ts';
import { createRegistry } from '../../../app.ts';

const app = await appForFile({ PUBLIC_URL: 'http://atrium.test' });
const { admin, anonymous, events, login, sql, tenant, url, user } = app;

const provisioning = '/api/identity/account-provisioning/provision';
const management = '/api/sales/account-management';
const account = '/api/identity/account';
const loginPath = '/api/identity/auth/login';
const statusModels = createRegistry().models.filter(({ statusList }) => statusList);
const credentials = { email: adminEmail, password: adminPassword };

let tenantCount = 0;
const newTenant = (more: Json = {}): Json => {
  tenantCount += 1;
  return {
    accountKey: `new-${tenantCount}`,
    adminEmail: `boss-${tenantCount}@example.com`,
    adminPassword,
    plan: 'enterprise',
    ...more,
  };
};

const tenantId = async (accountKey: string): Promise<string> =>
  (await sql('select id from tenants where account_key = $1', [accountKey]))[0]?.id;

/** All events of a tenant, in order. */
const eventsOf = async (accountKey: string): Promise<StoredEvent[]> =>
  sql('select * from events where tenant_id = $1 order by xid, seq', [await tenantId(accountKey)]);

/** All tables that provisioning writes to. */
const tablesOfTenants = ['tenants', 'identity_roles', 'identity_users', ...statusModels.map(({ table }) => table)];

const suspend = (accountKey: string, more: Json = {}, by: Client = admin, query = '') =>
  by.post(`${management}/suspend${query}`, { accountKey, ...more });
const reactivate = (accountKey: string, by: Client = admin, query = '') =>
  by.post(`${management}/reactivate${query}`, { accountKey });

/** Sends a request with a custom Host header, which fetch does not allow. */
function at(
  host: string,
  path: string,
  { body, token }: { body?: Json; token?: string | undefined } = {},
): Promise<{ status: number; body: Json }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const request = http.request(`${url}${path}`, { method: body ? 'POST' : 'GET', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }),
      );
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

describe('provisioning', () => {
  it('creates a tenant with an admin who can sign in at once, under both paths', async () => {
    for (const path of [provisioning, `${management}/provision`]) {
      const input = newTenant();
      const reply = await admin.post(path, input);
      assert.equal(reply.status, 201, reply.text);
      const { createdAt, admin: boss, ...rest } = reply.body;
      assert.deepEqual(rest, { accountKey: input.accountKey, plan: 'enterprise', status: 'active' });
      assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
      const client = await login(input.adminEmail, adminPassword, input.accountKey);
      assert.deepEqual(boss, { id: client.userId, email: input.adminEmail });
      const { body } = await client.get(`/api/identity/users/${client.userId}`);
      assert.deepEqual([body.roles, body.active, body.emailVerified], [['admin'], true, true]);
    }
  });

  it('creates the statuses of every status model, in order, with one default and an event each', async () => {
    const client = await tenant();
    const written = await eventsOf(client.accountKey);
    assert.ok(statusModels.length >= 10);
    for (const model of statusModels) {
      const { body } = await client.get(`${model.path}?sort=position&limit=100`);
      const found = body.data.map((record: Json) =>
        Object.fromEntries(Object.keys(model.standard[0] ?? {}).map((key) => [key, record[key]])),
      );
      assert.deepEqual(found, model.standard, model.name);
      assert.ok(found.length >= 3, model.name);
      assert.deepEqual(
        found.map(({ position }: Json) => position),
        found.map((_: Json, index: number) => index + 1),
      );
      assert.equal(found.filter(({ isDefault }: Json) => isDefault).length, 1, model.name);
      assert.equal(new Set(found.map(({ name }: Json) => name)).size, found.length, model.name);
      const created = written.filter((event) => event.model === model.name);
      assert.deepEqual(
        created.map(({ type, record_id, record, actor_id }) => [type, record_id, record, actor_id]),
        body.data.map((record: Json) => [`${model.key}.created`, record._id, record, null]),
      );
    }
    const names = async (path: string, closed: boolean) =>
      (await client.get(`${path}?sort=position&filter[isClosed]=${closed}`)).body.data.map(({ name }: Json) => name);
    const opportunities = '/api/sales/opportunityStatuses';
    assert.deepEqual(await names(opportunities, false), [
      'Prospecting',
      'Qualification',
      'Needs analysis',
      'Proposal',
      'Negotiation',
    ]);
    assert.deepEqual(await names(opportunities, true), ['Won', 'Lost']);
    assert.deepEqual(await names('/api/sales/leadStatuses', true), ['Unqualified', 'Converted']);
  });

  it('gives the first tenant the same statuses', async () => {
    for (const model of statusModels) {
      const { body } = await admin.get(`${model.path}?sort=position`);
      assert.equal(body.data.length, model.standard.length, model.name);
    }
  });

  it('creates statuses that can be used and changed like other records', async () => {
    const client = await tenant();
    const [status] = (await client.get('/api/sales/opportunityStatuses?filter[name]=Won')).body.data;
    const deal = await client.create('/api/sales/opportunities', { name: 'Deal', statusId: status._id });
    assert.equal(deal.statusId, status._id);
    assert.equal(
      (await client.patch(`/api/sales/opportunityStatuses/${status._id}`, { name: 'Gewonnen' })).status,
      200,
    );
    assert.deepEqual(types(await events(status._id)), ['opportunityStatus.created', 'opportunityStatus.updated']);
  });

  it('refuses an account key in use, and writes nothing', async () => {
    const client = await tenant();
    await assertNoWrites(app, tablesOfTenants, async () => {
      const reply = await admin.post(provisioning, newTenant({ accountKey: client.accountKey }));
      refused(reply, 409, 'conflict', 'accountKey');
    });
  });

  it('succeeds for one of several concurrent requests with the same account key', async () => {
    const input = newTenant();
    const replies = await Promise.all(Array.from({ length: 4 }, () => admin.post(provisioning, input)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    assert.equal((await sql('select 1 from tenants where account_key = $1', [input.accountKey])).length, 1);
  });

  it('refuses invalid input with the field names of the request, and writes nothing', async () => {
    const problems: [Json, Record<string, string>][] = [
      [{ accountKey: 'ab' }, { accountKey: 'invalid_format' }],
      [{ accountKey: 'a'.repeat(41) }, { accountKey: 'invalid_format' }],
      [{ accountKey: 'Upper' }, { accountKey: 'invalid_format' }],
      [{ accountKey: 'un_der' }, { accountKey: 'invalid_format' }],
      [{ accountKey: 'line-end\n' }, { accountKey: 'invalid_format' }],
      [{ adminEmail: 'nobody' }, { adminEmail: 'invalid_format' }],
      [{ adminPassword: 'short' }, { adminPassword: 'too_short' }],
      [{ adminPassword: 'Qwertyuiop' }, { adminPassword: 'too_common' }],
      [{ accountKey: 'well-known-key', adminPassword: 'Well-Known-Key' }, { adminPassword: 'too_common' }],
      [
        { adminEmail: 'long.name@example.com', adminPassword: 'Long.Name@example.com' },
        { adminPassword: 'too_common' },
      ],
      // This password has 40 characters and 80 bytes.
      [{ adminPassword: 'äöüßéèêç'.repeat(5) }, { adminPassword: 'too_long' }],
      [{ plan: '' }, { plan: 'not_an_option' }],
      [{ plan: 'gold' }, { plan: 'not_an_option' }],
      [{ plan: 'Standard' }, { plan: 'not_an_option' }],
      [{ colour: 'red' }, { colour: 'unknown_field' }],
      [{ adminPassword: undefined }, { adminPassword: 'required' }],
    ];
    await assertNoWrites(app, tablesOfTenants, async () => {
      for (const [more, expected] of problems) invalid(await admin.post(provisioning, newTenant(more)), expected);
    });
  });

  it('accepts a password of 72 bytes, and one of 10 characters with more bytes', async () => {
    for (const password of ['äöüßéèêçñå', 'x1y2z3w4v5u6t7s8r9q0'.repeat(4).slice(0, 72)]) {
      const input = newTenant({ adminPassword: password });
      assert.equal((await admin.post(provisioning, input)).status, 201, password);
      await login(input.adminEmail, password, input.accountKey);
    }
  });

  it('is allowed for the operator only', async () => {
    const other = await tenant();
    const helper = await user({ permissions: ['*'] });
    await assertNoWrites(app, tablesOfTenants, async () => {
      for (const client of [other, helper]) {
        for (const path of [provisioning, `${management}/provision`])
          refused(await client.post(path, newTenant()), 403, 'forbidden', 'platform:admin');
      }
      refused(await anonymous.post(provisioning, newTenant()), 401, 'unauthenticated');
    });
  });

  it('answers a dry run like a real request, and writes nothing', async () => {
    const input = newTenant();
    await assertNoWrites(app, tablesOfTenants, async () => {
      const reply = await admin.post(`${provisioning}?dryRun=true`, input);
      assert.equal(reply.status, 201, reply.text);
      assert.equal(reply.body.accountKey, input.accountKey);
      const taken = await admin.post(`${provisioning}?dryRun=true`, newTenant({ accountKey: 'default' }));
      refused(taken, 409, 'conflict', 'accountKey');
    });
    assert.equal((await admin.post(provisioning, input)).status, 201);
  });

  it('happens once for an Idempotency-Key', async () => {
    const input = newTenant();
    const send = () => admin.post(provisioning, input, { 'idempotency-key': `provision ${input.accountKey}` });
    const first = await send();
    assert.equal(first.status, 201, first.text);
    await assertNoWrites(app, tablesOfTenants, async () => {
      const again = await send();
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual([again.status, again.body], [201, first.body]);
    });
    await login(input.adminEmail, adminPassword, input.accountKey);
  });
});

describe('the check of an account key', () => {
  const validate = async (accountKey: unknown, by: Client = admin) =>
    by.post(`${management}/validate-key`, { accountKey });

  it('says whether it is valid, whether it is available, and the status of its tenant', async () => {
    const client = await tenant();
    const expected: [string, Json][] = [
      ['free-key-1', { valid: true, available: true, status: null }],
      [client.accountKey, { valid: true, available: false, status: 'active' }],
      ['default', { valid: true, available: false, status: 'active' }],
      ['No', { valid: false, available: false, status: null }],
      ['', { valid: false, available: false, status: null }],
      ['with space', { valid: false, available: false, status: null }],
      ['a'.repeat(41), { valid: false, available: false, status: null }],
      ['free-key-1\n', { valid: false, available: false, status: null }],
    ];
    for (const [key, answer] of expected) {
      const reply = await validate(key);
      assert.deepEqual([reply.status, reply.body], [200, answer], key);
    }
    await suspend(client.accountKey);
    assert.deepEqual((await validate(client.accountKey)).body, { valid: true, available: false, status: 'suspended' });
  });

  it('is allowed for the operator only', async () => {
    refused(await validate('some-key', await tenant()), 403, 'forbidden', 'platform:admin');
    refused(await validate('some-key', anonymous), 401, 'unauthenticated');
    invalid(await validate(7), { accountKey: 'invalid_type' });
  });
});

describe('suspending and reactivating', () => {
  const security = (list: StoredEvent[]) => list.filter(({ model }) => model === 'identity.security');
  const ofAccount = (list: StoredEvent[]) => list.filter(({ model }) => model === 'identity.account');

  it('refuses all requests of the tenant, then allows new sign-ins, with the data unchanged', async () => {
    const client = await tenant();
    const contact = await client.create('/api/sales/contacts', { lastName: 'Kept' });
    const reply = await suspend(client.accountKey, { reason: 'Not paid.' });
    assert.equal(reply.status, 200, reply.text);
    const { suspendedAt, ...rest } = reply.body;
    assert.deepEqual(rest, {
      accountKey: client.accountKey,
      plan: 'standard',
      status: 'suspended',
      reason: 'Not paid.',
    });
    assert.ok(Math.abs(Date.parse(suspendedAt) - Date.now()) < 60_000);
    refused(await client.get(`/api/sales/contacts/${contact._id}`), 403, 'account_suspended');
    refused(await client.get('/api/data/changes'), 403, 'account_suspended');
    refused(await client.post('/api/sales/contacts', { lastName: 'New' }), 403, 'account_suspended');
    const signingIn = { ...credentials, accountKey: client.accountKey };
    refused(await anonymous.post(loginPath, signingIn), 403, 'account_suspended');
    refused(await anonymous.post(loginPath, { ...signingIn, password: 'a wrong one' }), 401, 'unauthenticated');
    const back = await reactivate(client.accountKey);
    assert.deepEqual(back.body, {
      accountKey: client.accountKey,
      plan: 'standard',
      status: 'active',
      suspendedAt: null,
      reason: null,
    });
    refused(await client.get(`/api/sales/contacts/${contact._id}`), 401, 'unauthenticated');
    const again = new Client(client.url, (await anonymous.post(loginPath, signingIn)).body.token);
    assert.deepEqual((await again.get(`/api/sales/contacts/${contact._id}`)).body, contact);
  });

  it('does not affect other tenants', async () => {
    const [client, other] = [await tenant(), await tenant()];
    await suspend(client.accountKey);
    assert.equal((await other.get('/api/sales/contacts')).status, 200);
    assert.equal((await admin.get('/api/sales/contacts')).status, 200);
  });

  it('writes one event per change for the tenant, and one into the security log of the operator', async () => {
    const { accountKey } = await tenant();
    const before = (await eventsOf(accountKey)).length;
    const operatorBefore = security(await eventsOf('default')).length;
    const agent = { 'user-agent': 'the console of the operator' };
    assert.equal((await admin.post(`${management}/suspend`, { accountKey, reason: 'Abuse.' }, agent)).status, 200);
    assert.equal((await admin.post(`${management}/reactivate`, { accountKey }, agent)).status, 200);
    const written = (await eventsOf(accountKey)).slice(before);
    const state = (status: string, reason: string | null) => ({ accountKey, plan: 'standard', status, reason });
    assert.deepEqual(
      ofAccount(written).map(({ type, record, previous }) => ({ type, record, previous })),
      [
        { type: 'tenant.suspended', record: state('suspended', 'Abuse.'), previous: state('active', null) },
        { type: 'tenant.reactivated', record: state('active', null), previous: state('suspended', 'Abuse.') },
      ],
    );
    const expected = ['security.accountSuspended', 'security.accountReactivated'];
    assert.deepEqual(types(security(written)), expected);
    assert.equal(written.length, 4);
    // The events of the tenant do not name the person who did it; the operator's events do.
    assert.ok(written.every(({ actor_id }) => actor_id === null));
    assert.ok(security(written).every(({ record }) => record.ip === null && record.agent === null));
    const own = security(await eventsOf('default')).slice(operatorBefore);
    assert.deepEqual(types(own), expected);
    for (const { actor_id, record } of own) {
      assert.equal(actor_id, admin.userId);
      assert.deepEqual([record.accountKey, record.agent], [accountKey, 'the console of the operator']);
    }
  });

  it('can be repeated: suspendedAt stays, and the reason may change', async () => {
    const { accountKey } = await tenant();
    const first = await suspend(accountKey, { reason: 'One.' });
    await assertNoWrites(app, [], async () => {
      assert.deepEqual((await suspend(accountKey, { reason: 'One.' })).body, first.body);
      assert.deepEqual((await suspend(accountKey)).body, first.body);
    });
    const second = await suspend(accountKey, { reason: 'Two.' });
    assert.deepEqual(second.body, { ...first.body, reason: 'Two.' });
    assert.deepEqual(types(ofAccount(await eventsOf(accountKey))), ['tenant.suspended', 'tenant.updated']);
    const back = await reactivate(accountKey);
    await assertNoWrites(app, [], async () => assert.deepEqual((await reactivate(accountKey)).body, back.body));
    assert.equal((await suspend(accountKey)).body.reason, null);
  });

  it('happens once for concurrent requests', async () => {
    const { accountKey } = await tenant();
    const replies = await Promise.all(Array.from({ length: 5 }, () => suspend(accountKey, { reason: 'x' })));
    assert.deepEqual(new Set(replies.map(({ text }) => text)).size, 1);
    assert.deepEqual(types(ofAccount(await eventsOf(accountKey))), ['tenant.suspended']);
  });

  it('writes nothing in a dry run, and happens once for an Idempotency-Key', async () => {
    const client = await tenant();
    const { accountKey } = client;
    await assertNoWrites(app, [], async () => {
      assert.equal((await suspend(accountKey, {}, admin, '?dryRun=true')).body.status, 'suspended');
    });
    assert.equal((await client.get('/api/sales/contacts')).status, 200);
    const send = () =>
      admin.post(`${management}/suspend`, { accountKey }, { 'idempotency-key': `suspend ${accountKey}` });
    const first = await send();
    refused(await client.get('/api/sales/contacts'), 403, 'account_suspended');
    await assertNoWrites(app, [], async () => {
      assert.deepEqual((await reactivate(accountKey, admin, '?dryRun=true')).body.status, 'active');
    });
    refused(await client.get('/api/sales/contacts'), 403, 'account_suspended');
    await reactivate(accountKey);
    const again = await send();
    assert.deepEqual([again.headers.get('idempotent-replayed'), again.body], ['true', first.body]);
    refused(await client.get('/api/sales/contacts'), 401, 'unauthenticated');
  });

  it('is 404 for an unknown tenant, and refused for the operator’s own', async () => {
    await assertNoWrites(app, ['tenants'], async () => {
      for (const key of ['not-there', 'Not Valid', '']) {
        refused(await suspend(key), 404, 'not_found');
        refused(await reactivate(key), 404, 'not_found');
      }
      refused(await suspend('default', { reason: 'By mistake.' }), 409, 'conflict');
      assert.equal((await reactivate('default')).body.status, 'active');
    });
    assert.equal((await admin.get('/api/sales/contacts')).status, 200);
  });

  it('is allowed for the operator only', async () => {
    const [client, victim] = [await tenant(), await tenant()];
    const helper = await user({ permissions: ['*'] });
    await assertNoWrites(app, ['tenants'], async () => {
      for (const by of [client, helper]) {
        refused(await suspend(victim.accountKey, {}, by), 403, 'forbidden', 'platform:admin');
        refused(await suspend(client.accountKey, {}, by), 403, 'forbidden', 'platform:admin');
        refused(await reactivate(victim.accountKey, by), 403, 'forbidden', 'platform:admin');
      }
      refused(await suspend(victim.accountKey, {}, anonymous), 401, 'unauthenticated');
      invalid(await suspend(victim.accountKey, { reason: 'x'.repeat(1001) }), { reason: 'out_of_range' });
      invalid(await suspend(victim.accountKey, { until: 'later' }), { until: 'unknown_field' });
    });
  });
});

describe('the account', () => {
  const defaultSettings = { registrationOpen: false, registrationRole: 'member' };
  const localization = { currency: 'USD', language: 'en', timeZone: 'UTC', firstDayOfWeek: null };
  const registration = ({ registrationOpen, registrationRole }: Json) => ({ registrationOpen, registrationRole });
  const change = (client: Client, settings: Json, query = '') => client.patch(`${account}${query}`, { settings });

  it('shows its key, plan, status and settings, and counts users and records', async () => {
    const client = await tenant();
    const read = async () => {
      const reply = await client.get(account);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const { createdAt, counts, ...rest } = await read();
    assert.deepEqual(rest, {
      accountKey: client.accountKey,
      plan: 'standard',
      status: 'active',
      settings: { ...defaultSettings, ...localization },
    });
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
    const id = await tenantId(client.accountKey);
    const all = await Promise.all(
      createRegistry().models.map(({ table }) => sql(`select count(*)::int from ${table} where tenant_id = $1`, [id])),
    );
    assert.deepEqual(counts, { users: 1, records: all.reduce((sum, [row]) => sum + row.count, 0) });
    await client.create('/api/sales/contacts', { lastName: 'One more' });
    await user({ permissions: ['sales:read'] }, client);
    assert.deepEqual((await read()).counts, { users: 2, records: counts.records + 3 });
  });

  it('has one currency, language, time zone and first day of the week, whichever way they are written', async () => {
    const client = await tenant();
    const changed = { currency: 'EUR', language: 'de', timeZone: 'Europe/Berlin', firstDayOfWeek: 1 };
    const reply = await change(client, changed);
    assert.equal(reply.status, 200, reply.text);
    assert.partialDeepStrictEqual(reply.body.settings, changed);
    assert.partialDeepStrictEqual((await client.get('/api/identity/company')).body, changed);
    assert.partialDeepStrictEqual((await client.get('/api/identity/me')).body.company, changed);
    const [setting] = (await client.get('/api/ui/settings?filter[key]=company')).body.data;
    assert.deepEqual(setting.value, changed);
    await client.patch(`/api/ui/settings/${setting._id}`, { value: { ...changed, currency: 'CHF' } });
    assert.equal((await client.get(account)).body.settings.currency, 'CHF');
    assert.equal((await client.get('/api/identity/company')).body.currency, 'CHF');
    const wrong = { currency: 'XXY', language: 'nonsense!', timeZone: 'Mars/Base', firstDayOfWeek: 8 };
    for (const [key, value] of Object.entries(wrong)) {
      invalid(await change(client, { [key]: value }), { [`settings.${key}`]: 'invalid_value' });
      const refusedSetting = await client.patch(`/api/ui/settings/${setting._id}`, { value: { [key]: value } });
      invalid(refusedSetting, { value: 'invalid_value' });
      assert.match(refusedSetting.text, new RegExp(key));
    }
    const reader = await user({ permissions: ['sales:read'] }, client);
    assert.equal((await reader.get('/api/identity/company')).body.currency, 'CHF');
    refused(await reader.patch('/api/identity/company', { name: 'Mine' }), 403, 'forbidden', 'identity:admin');
  });

  it('counts the records of custom models', async () => {
    const client = await tenant();
    const { records } = (await client.get(account)).body.counts;
    const model = { moduleKey: 'sales', slug: 'boats', modelKey: 'boat', label: 'Boat', labelPlural: 'Boats' };
    await client.create('/api/data/models', model);
    await client.create('/api/sales/boats', {});
    assert.equal((await client.get(account)).body.counts.records, records + 1);
  });

  it('merges settings that its admins change, with an event', async () => {
    const client = await tenant();
    const opened = await change(client, { registrationOpen: true });
    assert.equal(opened.status, 200, opened.text);
    assert.deepEqual(registration(opened.body.settings), { registrationOpen: true, registrationRole: 'member' });
    const narrowed = await change(client, { registrationRole: 'viewer' });
    assert.deepEqual(registration(narrowed.body.settings), { registrationOpen: true, registrationRole: 'viewer' });
    assert.deepEqual((await client.get(account)).body, narrowed.body);
    const written = (await eventsOf(client.accountKey)).filter(({ model }) => model === 'identity.account');
    const state = (settings: Json) => ({
      accountKey: client.accountKey,
      plan: 'standard',
      status: 'active',
      settings: registration(settings),
    });
    assert.deepEqual(
      written.map(({ type, actor_id, record, previous }) => ({ type, actor_id, record, previous })),
      [
        {
          type: 'tenant.updated',
          actor_id: client.userId,
          record: state(opened.body.settings),
          previous: state(defaultSettings),
        },
        {
          type: 'tenant.updated',
          actor_id: client.userId,
          record: state(narrowed.body.settings),
          previous: state(opened.body.settings),
        },
      ],
    );
    assert.deepEqual(
      (await app.app.services.directory.tenantByKey(client.accountKey))?.settings,
      registration(narrowed.body.settings),
    );
  });

  it('writes nothing when nothing changes, in a dry run, or with invalid input', async () => {
    const client = await tenant();
    const id = await tenantId(client.accountKey);
    const stored = () => sql('select settings from tenants where id = $1', [id]);
    const before = await stored();
    await assertNoWrites(app, [], async () => {
      assert.equal((await change(client, {})).status, 200);
      assert.equal((await change(client, defaultSettings)).status, 200);
      assert.equal(
        (await change(client, { registrationOpen: true }, '?dryRun=true')).body.settings.registrationOpen,
        true,
      );
      invalid(await change(client, { registrationRole: 'nobody' }), {
        'settings.registrationRole': 'reference_not_found',
      });
      invalid(await change(client, { registrationOpen: 'yes' }), { 'settings.registrationOpen': 'invalid_type' });
      invalid(await change(client, { color: 'red' }), { 'settings.color': 'unknown_field' });
      invalid(await client.patch(account, { plan: 'gold', settings: {} }), { plan: 'unknown_field' });
    });
    assert.deepEqual(await stored(), before);
    assert.deepEqual(registration((await client.get(account)).body.settings), defaultSettings);
  });

  it('does not let a caller choose a registration role with scopes that the caller lacks', async () => {
    const client = await tenant();
    const clerk = await user({ permissions: ['identity:*'] }, client);
    await assertNoWrites(app, [], async () => {
      refused(await change(clerk, { registrationRole: 'admin' }), 403, 'forbidden');
      refused(await change(clerk, { registrationOpen: true }), 403, 'forbidden');
    });
    await change(client, { registrationOpen: true, registrationRole: 'admin' });
    assert.equal((await change(clerk, { registrationOpen: false })).status, 200);
    refused(await change(clerk, { registrationOpen: true }), 403, 'forbidden');
  });

  it('needs identity:read to be seen and identity:admin to be changed', async () => {
    const client = await tenant();
    const reader = await user({ permissions: ['identity:read'] }, client);
    const stranger = await user({ permissions: ['sales:*'] }, client);
    assert.equal((await reader.get(account)).status, 200);
    refused(await change(reader, {}), 403, 'forbidden', 'identity:admin');
    refused(await stranger.get(account), 403, 'forbidden', 'identity:read');
    refused(await anonymous.get(account), 401, 'unauthenticated');
  });
});

describe('the list of tenants', () => {
  const accounts = `${management}/accounts`;
  const keysOf = (reply: Json) => reply.body.data.map(({ accountKey }: Json) => accountKey);

  it('shows the operator every tenant with its plan and status, page by page', async () => {
    for (const accountKey of ['listed-c', 'listed-a', 'listed-b']) await tenant(accountKey);
    await admin.post(`${management}/suspend`, { accountKey: 'listed-b', reason: 'Unpaid' });
    const first = await admin.get(`${accounts}?q=LISTED-&limit=2`);
    assert.deepEqual(keysOf(first), ['listed-a', 'listed-b']);
    assert.deepEqual([first.body.meta.total, first.body.meta.hasMore], [3, true]);
    const { suspendedAt, createdAt, ...suspended } = first.body.data[1];
    assert.deepEqual(suspended, {
      accountKey: 'listed-b',
      plan: 'standard',
      status: 'suspended',
      reason: 'Unpaid',
      operator: false,
    });
    assert.ok(Date.parse(createdAt) <= Date.parse(suspendedAt));
    const rest = await admin.get(`${accounts}?q=listed-&limit=2&cursor=${first.body.meta.nextCursor}`);
    assert.deepEqual([keysOf(rest), rest.body.meta.nextCursor], [['listed-c'], null]);
    assert.deepEqual(keysOf(await admin.get(`${accounts}?q=listed-&limit=2&page=2`)), ['listed-c']);
    assert.deepEqual(keysOf(await admin.get(`${accounts}?q=listed-&filter[status]=suspended`)), ['listed-b']);
    const own = await admin.get(`${accounts}?q=default`);
    assert.deepEqual([keysOf(own), own.body.data[0].operator], [['default'], true]);
  });

  it('refuses everybody else, unknown statuses and foreign cursors', async () => {
    refused(await (await tenant()).get(accounts), 403, 'forbidden');
    refused(await anonymous.get(accounts), 401, 'unauthenticated');
    refused(await admin.get(`${accounts}?filter[status]=gone`), 400, 'bad_request', 'filter[status]');
    refused(await admin.get(`${accounts}?page=2&cursor=YQ`), 400, 'bad_request', 'cursor');
  });
});

describe('the subdomain', () => {
  it('selects the tenant of a sign-in, which is the default one without it', async () => {
    const acme = await tenant('acme');
    const signIn = (host: string, more: Json = {}) => at(host, loginPath, { body: { ...credentials, ...more } });
    assert.equal((await signIn('acme.atrium.test')).body.user.id, acme.userId);
    assert.equal((await signIn('ACME.Atrium.Test:8080')).body.user.id, acme.userId);
    assert.equal((await signIn('atrium.test')).body.user.id, admin.userId);
    assert.equal((await signIn('elsewhere.example')).body.user.id, admin.userId);
    assert.equal((await signIn('nobody.atrium.test')).status, 401);
    assert.equal((await signIn('atrium.test', { accountKey: 'acme' })).body.user.id, acme.userId);
  });

  it('accepts no token of another tenant', async () => {
    const [beta, gamma] = [await tenant('beta'), await tenant('gamma')];
    const list = (host: string, { token }: Client) => at(host, '/api/sales/contacts', { token });
    assert.equal((await list('beta.atrium.test', beta)).status, 200);
    assert.equal((await list('atrium.test', beta)).status, 200);
    for (const client of [gamma, admin]) {
      const reply = await list('beta.atrium.test', client);
      assert.deepEqual([reply.status, reply.body.error.code], [401, 'unauthenticated']);
    }
    // The result must be the same once both tenants are cached.
    assert.equal((await list('gamma.atrium.test', gamma)).status, 200);
    assert.equal((await list('beta.atrium.test', gamma)).status, 401);
  });
});
