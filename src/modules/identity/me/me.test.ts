import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { ids, invalid, refused } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';

const app = await appForFile({ LOGIN_MAX_FAILURES: '3' });
const { anonymous, sql, events, login, tenant, user, url } = app;
const boss = await tenant();

const path = '/api/identity/me';
const users = '/api/identity/users';

const byKey = async (by: Client, scopes: string[]): Promise<Client> =>
  new Client(url, (await by.create('/api/identity/apiKeys', { name: 'A key', scopes })).key);

describe('GET /me', () => {
  it('returns who the caller is, what they may do and how they signed in', async () => {
    const { status, body } = await boss.get(path);
    assert.equal(status, 200);
    assert.deepEqual(body.user, (await boss.get(`${users}/${boss.userId}`)).body);
    const [session] = await sql('select id from sessions where user_id = $1', [boss.userId]);
    const { user: _user, company, ...rest } = body;
    assert.deepEqual(company, (await boss.get('/api/identity/company')).body);
    assert.deepEqual(rest, {
      roles: ['admin'],
      scopes: ['*'],
      teamIds: [],
      teamMateIds: [],
      tenant: { accountKey: boss.accountKey, plan: 'standard', status: 'active' },
      session: { id: session.id, kind: 'session' },
    });
  });

  it('works for callers who may not read users, and for API keys', async () => {
    const seller = await user({ permissions: ['sales:read:own'] }, boss);
    refused(await seller.get(`${users}/${seller.userId}`), 403, 'forbidden', 'identity:read');
    const { body } = await seller.get(path);
    assert.deepEqual([body.user._id, body.scopes], [seller.userId, ['sales:read:own']]);
    assert.deepEqual(body.user.password, { set: true });
    const key = await boss.create('/api/identity/apiKeys', { name: 'A key', scopes: ['sales:read'] });
    const shown = (await new Client(url, key.key).get(path)).body;
    assert.deepEqual(shown.session, { id: key._id, kind: 'apiKey' });
    assert.deepEqual([shown.user._id, shown.scopes, shown.roles], [boss.userId, ['sales:read'], ['admin']]);
  });

  it('shows the tenant’s custom fields, and hides the fields that the caller’s roles hide', async () => {
    const client = await tenant();
    await client.post('/api/data/models/identity/users/fields', { key: 'shoeSize', type: 'integer' });
    const permissions = ['sales:read'];
    const hiddenFields = { 'identity.users': ['phone', 'managerId'] };
    const shy = await user({ permissions, hiddenFields }, client);
    await client.patch(`${users}/${shy.userId}`, { shoeSize: 38, phone: '+1 202 555 1000' });
    const shown = (await shy.get(path)).body.user;
    assert.equal(shown.shoeSize, 38);
    assert.ok(!('phone' in shown) && !('managerId' in shown));
  });

  it('needs an authenticated caller, and takes no parameters', async () => {
    refused(await anonymous.get(path), 401, 'unauthenticated');
    refused(await boss.get(`${path}?all=true`), 400, 'bad_request', 'all');
    refused(await boss.post(path, {}), 405, 'method_not_allowed');
    refused(await boss.delete(path), 405, 'method_not_allowed');
  });
});

describe('PATCH /me', () => {
  const profile: Json = {
    firstName: 'Ada',
    lastName: 'Byron',
    title: 'Countess',
    phone: '+44 20 7946 0000',
    mobilePhone: '+44 7700 900000',
    language: 'en',
    timeZone: 'Europe/London',
    currency: 'GBP',
    dateFormat: 'DD/MM/YYYY',
    avatarUrl: 'https://example.com/ada.png',
    signature: 'A. B.',
    about: 'Writes programs.',
    notificationSettings: { mail: false },
    preferences: { theme: 'dark', pages: [1, 2] },
  };

  it('changes the caller’s own profile without any permission, and names the caller in the event', async () => {
    const client = await user({ permissions: [] }, boss);
    const reply = await client.patch(path, profile, { 'x-request-id': 'changes-profile' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, (await client.get(path)).body);
    const { user: changed } = reply.body;
    assert.deepEqual(Object.fromEntries(Object.keys(profile).map((key) => [key, changed[key]])), profile);
    assert.deepEqual([changed.name, changed.version, changed.updatedBy], ['Ada Byron', 2, client.userId]);
    const event = (await events(client.userId)).at(-1);
    assert.deepEqual(
      [event?.type, event?.actor_id, event?.request_id],
      ['user.updated', client.userId, 'changes-profile'],
    );
    const cleared = await client.patch(path, { title: null, preferences: null });
    assert.deepEqual([cleared.body.user.title, cleared.body.user.preferences], [null, null]);
  });

  it('refuses every other field, and names it', async () => {
    const client = await user({ permissions: [] }, boss);
    const before = (await client.get(path)).body;
    const others: Json = {
      roles: ['admin'],
      active: false,
      emailVerified: true,
      emailVerifiedAt: '2026-01-01T00:00:00Z',
      password: 'another password of mine',
      departmentId: null,
      managerId: null,
      lastLoginAt: null,
      _id: boss.userId,
      version: 7,
      name: 'Another',
    };
    for (const [key, value] of Object.entries(others))
      invalid(await client.patch(path, { title: 'Boss', [key]: value }), { [key]: 'unknown_field' });
    assert.deepEqual((await client.get(path)).body, before);
  });

  it('validates values like a write to the users model', async () => {
    invalid(await boss.patch(path, { avatarUrl: 'nowhere', currency: 'EURO' }), {
      avatarUrl: 'invalid_format',
      currency: 'too_long',
    });
    refused(await boss.patch(path, { firstName: 5 }), 422, 'validation_failed', 'firstName');
    refused(await boss.patch(path, { preferences: [] }), 422, 'validation_failed', 'preferences');
    refused(await boss.patch(path, '"text"'), 422, 'validation_failed');
    refused(await anonymous.patch(path, { title: 'Boss' }), 401, 'unauthenticated');
  });

  it('does not change what the caller’s roles hide or protect', async () => {
    const client = await user(
      {
        permissions: [],
        hiddenFields: { 'identity.users': ['phone'] },
        readOnlyFields: { 'identity.users': ['title', 'email'] },
      },
      boss,
    );
    invalid(await client.patch(path, { phone: '+1 202 555 1000' }), { phone: 'unknown_field' });
    invalid(await client.patch(path, { title: 'Boss' }), { title: 'read_only' });
    const email = 'protected@example.com';
    invalid(await client.patch(path, { email, currentPassword: adminPassword }), { email: 'read_only' });
    const { body } = await client.patch(path, { lastName: 'Byron' });
    assert.ok(!('phone' in body.user));
  });

  it('writes nothing in a dry run', async () => {
    const client = await user({ permissions: [] }, boss);
    assert.equal((await client.patch(`${path}?dryRun=true`, { title: 'Boss' })).body.user.title, 'Boss');
    assert.equal((await client.get(path)).body.user.title, null);
  });

  it('needs identity:write when the caller is an API key', async () => {
    const reader = await byKey(boss, ['sales:*', 'identity:read']);
    refused(await reader.patch(path, { title: 'Boss' }), 403, 'forbidden', 'identity:write');
    const writer = await byKey(boss, ['identity:write']);
    assert.equal((await writer.patch(path, { title: 'Boss' })).body.user.title, 'Boss');
  });
});

describe('a new email address of the caller', () => {
  it('needs the password, and must be verified again', async () => {
    const client = await user({ permissions: ['sales:read'] }, boss);
    const [before] = await sql('select email from identity_users where id = $1', [client.userId]);
    await sql('update identity_users set email_verified = true where id = $1', [client.userId]);
    const email = 'moved@example.com';
    const reply = await client.patch(path, { email, currentPassword: adminPassword, title: 'Moved' });
    assert.equal(reply.status, 200, reply.text);
    const { user: moved } = reply.body;
    assert.deepEqual([moved.email, moved.emailVerified, moved.title, moved.version], [email, false, 'Moved', 2]);
    const [changed, ...more] = await sql(
      `select actor_id, record from events where type = 'security.emailChanged' and record->>'userId' = $1`,
      [client.userId],
    );
    assert.deepEqual(more, []);
    assert.equal(changed.actor_id, client.userId);
    assert.deepEqual([changed.record.email, changed.record.before], [email, before.email]);
    assert.equal((await events(client.userId)).at(-1)?.actor_id, client.userId);
    const links = await sql('select purpose, email from one_time_tokens where user_id = $1', [client.userId]);
    assert.deepEqual(links, [{ purpose: 'verification', email }]);
    assert.equal((await client.get(path)).status, 200, 'the session stays valid');
    await login(email, adminPassword, boss.accountKey);
  });

  it('is refused without the password, with a wrong one, and when it is in use or not an address', async () => {
    const client = await user({ permissions: [] }, boss);
    const currentPassword = adminPassword;
    const email = 'refused@example.com';
    invalid(await client.patch(path, { email }), { currentPassword: 'required' });
    invalid(await client.patch(path, { email, currentPassword: 'not this one' }), {
      currentPassword: 'wrong_password',
    });
    refused(
      await client.patch(path, { email: 'admin@example.com', currentPassword }),
      409,
      'unique_violation',
      'email',
    );
    invalid(await client.patch(path, { email: 'nowhere', currentPassword }), { email: 'invalid_format' });
    invalid(await client.patch(path, { email: null, currentPassword }), { email: 'required' });
    const { user: same } = (await client.get(path)).body;
    assert.equal(same.version, 1);
    const again = await client.patch(path, { email: same.email, lastName: 'Byron' });
    assert.equal(again.status, 200, 'the same address is not a change');
  });

  it('locks the account after too many wrong passwords', async () => {
    const client = await user({ permissions: [] }, boss);
    const { email } = (await client.get(path)).body.user;
    const guess = () => client.patch(path, { email: 'guess@example.com', currentPassword: 'not this one' });
    for (let n = 0; n < 3; n += 1) invalid(await guess(), { currentPassword: 'wrong_password' });
    refused(await guess(), 423, 'account_locked');
    refused(
      await client.patch(path, { email: 'guess@example.com', currentPassword: adminPassword }),
      423,
      'account_locked',
    );
    refused(
      await anonymous.post('/api/identity/auth/login', {
        email,
        password: adminPassword,
        accountKey: boss.accountKey,
      }),
      423,
      'account_locked',
    );
    const failures = await sql(
      `select type from events where record->>'email' = $1 and type like 'security.%' order by seq`,
      [email],
    );
    const count = (type: string) => failures.filter((event) => event.type === type).length;
    assert.deepEqual([count('security.signInFailed'), count('security.locked')], [3, 1]);
  });

  it('cannot be set with an API key, whatever its scopes', async () => {
    const client = await byKey(boss, ['*']);
    const email = 'bykey@example.com';
    refused(await client.patch(path, { email }), 403, 'forbidden', 'email');
    refused(await client.patch(path, { email, currentPassword: adminPassword }), 403, 'forbidden', 'email');
  });

  it('cannot be set through the user record, not even by an admin', async () => {
    const reply = await boss.patch(`${users}/${boss.userId}`, { email: 'around@example.com' });
    refused(reply, 403, 'forbidden', 'email');
  });
});

describe('the user search', () => {
  const search = `${users}/search`;

  it('finds active users by prefixes of their names and addresses', async () => {
    const client = await tenant();
    const make = (email: string, firstName: string, lastName: string): Promise<Json> =>
      client.create(users, { email, firstName, lastName, title: 'Writer' });
    const ada = await make('ada@example.org', 'Ada', 'Byron');
    const adam = await make('smith@example.com', 'Adam', 'Smith');
    const deleted = await make('adele@example.com', 'Adele', 'Gone');
    await client.delete(`${users}/${deleted._id}`);
    const found = await client.get(`${search}?q=ad`);
    assert.deepEqual(found.body, {
      data: [ada, adam, { _id: client.userId, email: 'admin@example.com', name: null }].map((one: Json) => ({
        _id: one._id,
        email: one.email,
        firstName: one.firstName ?? null,
        lastName: one.lastName ?? null,
        name: one.name,
        title: one.title ?? null,
        avatarUrl: null,
      })),
    });
    assert.deepEqual(ids(await client.get(`${search}?q=BYR`)), [ada._id]);
    assert.deepEqual(ids(await client.get(`${search}?q=smi%20ad`)), [adam._id]);
    assert.deepEqual(ids(await client.get(`${search}?q=example.org`)), [ada._id]);
    assert.deepEqual(ids(await client.get(`${search}?q=nobody`)), []);
    assert.deepEqual(ids(await client.get(`${search}?limit=1`)), [ada._id]);
    assert.equal(ids(await client.get(search)).length, 3);
  });

  it('shows and searches only fields that the caller may see', async () => {
    const client = await tenant();
    const made = await client.create(users, { email: 'hidden@example.com', firstName: 'Grace', lastName: 'Hopper' });
    const permissions = ['identity:read'];
    const hiddenFields = { 'identity.users': ['email', 'active', 'title'] };
    const shy = await user({ permissions, hiddenFields }, client);
    const { data } = (await shy.get(`${search}?q=hop`)).body;
    assert.deepEqual(data, [
      { _id: made._id, firstName: 'Grace', lastName: 'Hopper', name: 'Grace Hopper', avatarUrl: null },
    ]);
    assert.deepEqual(ids(await shy.get(`${search}?q=hidden`)), []);
    const blind = await user(
      {
        permissions,
        hiddenFields: { 'identity.users': ['email', 'name', 'firstName', 'lastName', 'title', 'avatarUrl'] },
      },
      client,
    );
    assert.ok((await blind.get(search)).body.data.every((one: Json) => Object.keys(one).join() === '_id'));
    await client.delete(`${users}/${made._id}`);
    assert.deepEqual(ids(await shy.get(`${search}?q=hop`)), []);
  });

  it('needs identity:read, and refuses unknown parameters', async () => {
    const seller = await user({ permissions: ['sales:*'] }, boss);
    refused(await seller.get(`${search}?q=a`), 403, 'forbidden', 'identity:read');
    refused(await boss.get(`${search}?limit=0`), 400, 'bad_request', 'limit');
    refused(await boss.get(`${search}?limit=201`), 400, 'bad_request', 'limit');
    refused(await boss.get(`${search}?sort=email`), 400, 'bad_request', 'sort');
    refused(await anonymous.get(search), 401, 'unauthenticated');
  });

  it('does not replace the search that every model has', async () => {
    const reply = await boss.post(search, { filter: { email: 'admin@example.com' } });
    assert.deepEqual(ids(reply), [boss.userId]);
    const { paths } = (await anonymous.get('/openapi.json')).body;
    assert.deepEqual(Object.keys(paths[search]).sort(), ['get', 'post']);
  });
});
