import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const users = '/api/identity/users';
const { admin, anonymous, events, login, sql, tenant, user } = await appForFile({ LOGIN_MAX_FAILURES: '2' });
const reader = await user({ permissions: ['identity:read'] });

let userCount = 0;
async function newUser(by: Client = admin): Promise<Json> {
  userCount += 1;
  return by.create(users, { email: `Locked-${userCount}@Example.com`, password: adminPassword, roles: ['member'] });
}

async function lock({ email }: Json, accountKey = 'default'): Promise<void> {
  for (let n = 0; n < 2; n += 1)
    await anonymous.post('/api/identity/auth/login', { email, password: 'a wrong password', accountKey });
  const right = { email, password: adminPassword, accountKey };
  assert.equal((await anonymous.post('/api/identity/auth/login', right)).status, 423);
}

const lockOf = async ({ _id }: Json, by: Client = admin) => (await by.get(`${users}/${_id}`)).body.lockedUntil;

describe('lockedUntil of a user', () => {
  it('is null for a user who is not locked, and otherwise the end of the lock', async () => {
    const [open, locked] = [await newUser(), await newUser()];
    await lock(locked);
    assert.equal(await lockOf(open), null);
    const until = await lockOf(locked);
    assert.ok(Math.abs(Date.parse(until) - Date.now() - 15 * 60_000) < 60_000, until);
    const { data } = (await admin.get(`${users}?filter[email][startsWith]=locked-&sort=email&limit=200`)).body;
    const byId = new Map(data.map((one: Json) => [one._id, one.lockedUntil]));
    assert.deepEqual([byId.get(open._id), byId.get(locked._id)], [null, until]);
    assert.deepEqual((await admin.get(`${users}/${locked._id}?fields=lockedUntil`)).body, {
      _id: locked._id,
      lockedUntil: until,
    });
  });

  it('is null again when the lock has expired', async () => {
    const one = await newUser();
    await lock(one);
    assert.notEqual(await lockOf(one), null);
    await sql(`update sign_in_attempts set locked_until = now() - interval '1 second' where locked_until is not null`);
    assert.equal(await lockOf(one), null);
  });

  it('concerns the email address in one account, and not the same address in another account', async () => {
    const other = await tenant();
    const [here, there] = [await newUser(), await newUser(other)];
    const twin = await other.create(users, { email: here.email, password: adminPassword, roles: ['member'] });
    await lock(here);
    assert.equal(await lockOf(twin, other), null);
    assert.equal(await lockOf(there, other), null);
    await lock(twin, other.accountKey);
    assert.notEqual(await lockOf(twin, other), null);
  });

  it('is null after the email address changes', async () => {
    const one = await newUser();
    await lock(one);
    await admin.patch(`${users}/${one._id}`, { email: 'somewhere-else@example.com' });
    assert.equal(await lockOf(one), null);
  });

  it('is shown only with identity:admin', async () => {
    const one = await newUser();
    await lock(one);
    const seen = (await reader.get(`${users}/${one._id}`)).body;
    assert.ok('lastLoginAt' in seen);
    assert.ok(!('lockedUntil' in seen));
    const { data } = (await reader.get(`${users}?limit=200`)).body;
    assert.ok(data.every((record: Json) => !('lockedUntil' in record)));
    assert.equal((await reader.get(`${users}?fields=lockedUntil`)).status, 400);
  });

  it('cannot be written: the error names the action that unlocks, and nothing is changed', async () => {
    const one = await newUser();
    await lock(one);
    const path = `${users}/${one._id}`;
    const operations = [{ op: 'update', _id: one._id, record: { lockedUntil: null } }];
    for (const reply of [
      await admin.patch(path, { lockedUntil: null, title: 'Clerk' }),
      await admin.patch(path, { lockedUntil: '2030-01-01T00:00:00.000Z' }),
      await admin.put(path, { ...one, lockedUntil: null }),
      await admin.post(`${users}/bulk`, { operations }),
    ]) {
      assert.equal(reply.status, 422, reply.text);
      assert.match(reply.text, /"field":"lockedUntil","code":"read_only"/);
      assert.match(reply.text, /POST \/api\/identity\/users\/\{id\}\/unlock/);
    }
    assert.notEqual(await lockOf(one), null);
    assert.equal((await admin.get(path)).body.title, null);
    assert.equal((await admin.post(`${path}/unlock`, {})).status, 200);
    assert.equal((await admin.patch(path, { lockedUntil: null, title: 'Clerk' })).status, 200);
  });

  it('may be sent back with the whole record, and is not part of events', async () => {
    const one = await newUser();
    await lock(one);
    const { body } = await admin.get(`${users}/${one._id}`);
    assert.equal((await admin.put(`${users}/${one._id}`, body)).status, 200);
    await sql(`update sign_in_attempts set locked_until = now() - interval '1 second' where locked_until is not null`);
    assert.equal((await admin.put(`${users}/${one._id}`, body)).status, 200);
    const made = { email: 'never@example.com', lockedUntil: '2030-01-01T00:00:00.000Z' };
    assert.equal((await admin.post(users, made)).status, 422);
    for (const { record } of await events(one._id)) assert.ok(!('lockedUntil' in record));
  });
});

describe('POST /api/identity/users/{id}/unlock', () => {
  it('ends the lock, resets the count of failures, and writes a security event', async () => {
    const one = await newUser();
    await lock(one);
    const reply = await admin.post(`${users}/${one._id}/unlock`, {});
    assert.deepEqual([reply.status, reply.body], [200, { unlocked: true }]);
    assert.equal(await lockOf(one), null);
    await anonymous.post('/api/identity/auth/login', { email: one.email, password: 'a wrong password' });
    await login(one.email, adminPassword);
    const { data } = (await admin.get('/api/identity/security-events?filter[type]=security.unlocked&limit=1')).body;
    assert.equal(data[0].type, 'security.unlocked');
    assert.equal(data[0].userId ?? data[0].record?.userId, one._id);
    assert.equal((await events()).filter(({ type }) => type === 'security.unlocked').at(-1)?.actor_id, admin.userId);
  });

  it('does nothing to a user who is not locked', async () => {
    const one = await newUser();
    const before = (await events()).length;
    const reply = await admin.post(`${users}/${one._id}/unlock`, {});
    assert.deepEqual([reply.status, reply.body], [200, { unlocked: false }]);
    assert.equal((await events()).length, before);
  });

  it('needs identity:admin in the account and all scopes of the user', async () => {
    const one = await newUser();
    await lock(one);
    assert.equal((await reader.post(`${users}/${one._id}/unlock`, {})).status, 403);
    assert.equal((await anonymous.post(`${users}/${one._id}/unlock`, {})).status, 401);
    const other = await tenant();
    assert.equal((await other.post(`${users}/${one._id}/unlock`, {})).status, 404);
    const limited = await user({ permissions: ['identity:admin'] });
    assert.equal((await limited.post(`${users}/${admin.userId}/unlock`, {})).status, 403);
    assert.notEqual(await lockOf(one), null);
  });
});
