import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { assertNoWrites, invalid, nobody, refused, types } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { lastUsed } from './last-used.ts';

const app = await appForFile({ TRUST_PROXY: 'true' });
const { admin, sql, events, tenant, user, url } = app;
const boss = await tenant();

const keys = '/api/identity/apiKeys';
const contacts = '/api/sales/contacts';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const createKey = (by: Client, scopes: string[], more: Json = {}): Promise<Json> =>
  by.create(keys, { name: 'A key', scopes, ...more });

/** A client that authenticates with the key. */
const clientOf = ({ key }: Json): Client => new Client(url, key);

const securityEvents = (type: string, keyId: string): Promise<Json[]> =>
  sql(
    `select * from events where model = 'identity.security' and type = $1 and record->>'keyId' = $2 order by xid, seq`,
    [type, keyId],
  );

/** Writes the buffered times of last use to the database now. */
const flushLastUsed = () => lastUsed(app.app.services).stop();

describe('an API key', () => {
  it('is shown when it is created, and never again', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    assert.match(apiKey.key, /^ak_[0-9a-z]+_[0-9a-f]{32}_[\w-]{43}$/);
    assert.equal(apiKey.key.split('_')[2], apiKey._id.replaceAll('-', ''));
    assert.equal(apiKey.prefix, `ak_…${apiKey.key.split('_').slice(3).join('_').slice(0, 6)}`);
    assert.equal(apiKey.userId, boss.userId);
    assert.equal(apiKey.lastUsedAt, null);
    const read = (await boss.get(`${keys}/${apiKey._id}`)).body;
    assert.deepEqual(read, { ...apiKey, key: { set: true } });
    const listed = (await boss.get(`${keys}?filter[_id]=${apiKey._id}`)).text;
    const changed = (await boss.patch(`${keys}/${apiKey._id}`, { name: 'Another name' })).text;
    const history = (await boss.get(`${keys}/${apiKey._id}/history`)).text;
    for (const text of [listed, changed, history]) assert.ok(!text.includes(apiKey.key));
  });

  it('is in plain text neither in its row nor in an event', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const secret = apiKey.key.slice(-43);
    const [row] = await sql('select * from identity_api_keys where id = $1', [apiKey._id]);
    assert.ok(!JSON.stringify(row).includes(secret));
    const all = await sql('select record, previous from events');
    assert.ok(!JSON.stringify(all).includes(secret));
    const [created] = await events(apiKey._id);
    assert.equal(created?.type, 'apiKey.created');
    assert.equal('key' in (created?.record ?? {}), false);
  });

  it('writes a security event when it is created and when it is deleted', async () => {
    const apiKey = await createKey(boss, ['sales:read', 'support:write:own'], { expiresAt: inAnHour() });
    assert.equal((await boss.delete(`${keys}/${apiKey._id}`)).status, 204);
    const [created] = await securityEvents('security.keyCreated', apiKey._id);
    assert.equal(created.actor_id, boss.userId);
    const { ip, agent, ...about } = created.record;
    assert.deepEqual(about, {
      userId: boss.userId,
      email: 'admin@example.com',
      keyId: apiKey._id,
      name: 'A key',
      scopes: apiKey.scopes,
      expiresAt: apiKey.expiresAt,
    });
    assert.ok(ip.length > 0 && agent.length > 0);
    const [deleted, ...more] = await securityEvents('security.keyDeleted', apiKey._id);
    assert.deepEqual([deleted.record.userId, deleted.record.name, more], [boss.userId, 'A key', []]);
    assert.deepEqual(types(await events(apiKey._id)), ['apiKey.created', 'apiKey.deleted']);
    refused(await boss.post(`${keys}/${apiKey._id}/restore`, {}), 409, 'conflict');
  });

  it('acts as its owner, within its scopes', async () => {
    const reader = clientOf(await createKey(boss, ['sales:read']));
    assert.equal((await reader.get(contacts)).status, 200);
    refused(await reader.post(contacts, { firstName: 'Ada' }), 403, 'forbidden', 'sales:write');
    refused(await reader.get('/api/identity/users'), 403, 'forbidden', 'identity:read');
    const writer = clientOf(await createKey(boss, ['sales:write']));
    const contact = await writer.create(contacts, { firstName: 'Ada' });
    assert.deepEqual([contact.createdBy, contact.ownerId], [boss.userId, boss.userId]);
    assert.equal((await events(contact._id))[0]?.actor_id, boss.userId);
    const stranger = clientOf(await createKey(await tenant(), ['*']));
    refused(await stranger.get(`${contacts}/${contact._id}`), 404, 'not_found');
  });

  it('is not created with invalid fields', async () => {
    const valid = { name: 'A key', scopes: ['sales:read'] };
    const wrong: [Json, Record<string, string>][] = [
      [{ name: null }, { name: 'required' }],
      [{ scopes: undefined }, { scopes: 'required' }],
      [{ scopes: [] }, { scopes: 'required' }],
      [{ scopes: ['sales:read', 'anything'] }, { scopes: 'invalid_format' }],
      [{ scopes: 'sales:read' }, { scopes: 'invalid_type' }],
      [{ expiresAt: 'soon' }, { expiresAt: 'invalid_format' }],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'out_of_range' }],
      [{ key: 'ak_mine' }, { key: 'read_only' }],
      [{ prefix: 'ak_' }, { prefix: 'read_only' }],
      [{ userId: nobody }, { userId: 'read_only' }],
      [{ lastUsedAt: inAnHour() }, { lastUsedAt: 'read_only' }],
    ];
    for (const [change, problems] of wrong) invalid(await boss.post(keys, { ...valid, ...change }), problems);
  });

  it('is written with identity:admin, and read with identity:read', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const reader = await user({ permissions: ['identity:read', 'sales:read'] }, boss);
    assert.equal((await reader.get(`${keys}/${apiKey._id}`)).status, 200);
    refused(await reader.post(keys, { name: 'Mine', scopes: ['sales:read'] }), 403, 'forbidden', 'identity:admin');
    refused(await reader.delete(`${keys}/${apiKey._id}`), 403, 'forbidden', 'identity:admin');
    const seller = await user({ permissions: ['sales:*'] }, boss);
    refused(await seller.get(keys), 403, 'forbidden', 'identity:read');
  });

  it('is shown for each key that a bulk request creates', async () => {
    const operations = ['One', 'Two'].map((name) => ({ op: 'create', record: { name, scopes: ['sales:read'] } }));
    const { results } = (await boss.post(`${keys}/bulk`, { operations })).body;
    for (const { status, record } of results) {
      assert.equal(status, 201);
      assert.equal((await clientOf(record).get(contacts)).status, 200);
    }
  });
});

describe('the scope identity:admin of an API key', () => {
  const sessions = '/api/identity/sessions';
  const missesScope = (reply: Reply) =>
    assert.equal(refused(reply, 403, 'forbidden', 'identity:admin')[0]?.code, 'missing_scope', reply.text);

  it('is required to list or end sessions and to change a password or identity, even those of its owner', async () => {
    const owner = await user({ permissions: ['*'] });
    const [{ _id }] = (await owner.get(sessions)).body.data;
    for (const scopes of [['sales:*'], ['identity:read', 'identity:write'], ['*:read', '*:write']]) {
      const key = clientOf(await createKey(owner, scopes));
      assert.equal((await key.get('/api/identity/me')).status, 200);
      await assertNoWrites(app, ['sessions'], async () => {
        missesScope(await key.get(sessions));
        missesScope(await key.get(`${sessions}?userId=${owner.userId}`));
        missesScope(await key.delete(`${sessions}/${_id}`));
        missesScope(await key.delete(`${sessions}/${nobody}`));
        const passwords = { currentPassword: adminPassword, password: 'another quiet evening' };
        missesScope(await key.post('/api/identity/auth/change-password', passwords));
        missesScope(await key.get('/api/identity/identities'));
        missesScope(await key.delete(`/api/identity/identities/${nobody}`));
        missesScope(await key.post(`/api/identity/users/${owner.userId}/send-reset`, {}));
        missesScope(await key.get('/api/identity/invitations'));
        missesScope(await key.post('/api/identity/invitations', { email: 'k@example.com', roles: [] }));
        missesScope(await key.post(keys, { name: 'Another', scopes }));
        missesScope(await key.post(`${keys}/bulk`, { operations: [{ op: 'create', record: { name: 'B', scopes } }] }));
        missesScope(await key.post('/api/identity/users', { email: 'k@example.com', password: adminPassword }));
        const change = { email: 'k@example.com', currentPassword: adminPassword };
        assert.equal((await key.patch('/api/identity/me', change)).status, 403);
      });
      assert.equal((await owner.get(sessions)).status, 200);
    }
  });

  it('is covered by identity:* and by *, which list and end sessions', async () => {
    for (const scopes of [['identity:admin'], ['identity:*'], ['*']]) {
      const owner = await user({ permissions: ['*'] });
      const key = clientOf(await createKey(owner, scopes));
      const [{ _id, current }] = (await key.get(sessions)).body.data;
      assert.equal(current, false);
      assert.equal((await key.delete(`${sessions}/${_id}`)).status, 204);
      refused(await owner.get(sessions), 401, 'unauthenticated');
    }
  });

  it('is lost when the owner loses it', async () => {
    const owner = await user({ permissions: ['*'] });
    const key = clientOf(await createKey(owner, ['*']));
    assert.equal((await key.get(sessions)).status, 200);
    const [name] = (await admin.get(`/api/identity/users/${owner.userId}`)).body.roles;
    const { data } = (await admin.get(`/api/identity/roles?filter[name]=${name}`)).body;
    await admin.patch(`/api/identity/roles/${data[0]._id}`, { permissions: ['sales:*'] });
    missesScope(await key.get(sessions));
    assert.equal((await owner.get(sessions)).status, 200);
  });
});

describe('the scopes of a key', () => {
  it('are within the permissions of the user who creates it', async () => {
    const lesser = await user({ permissions: ['identity:admin', 'sales:read', 'support:write:own'] }, boss);
    for (const scope of ['sales:write', 'support:write', '*', '*:read', 'marketing:read', 'platform:admin'])
      refused(await lesser.post(keys, { name: 'More', scopes: ['sales:read', scope] }), 403, 'forbidden', scope);
    assert.equal(
      (await createKey(lesser, ['sales:read:own', 'support:write:own', 'identity:read'])).userId,
      lesser.userId,
    );
    refused(await boss.post(keys, { name: 'All', scopes: ['platform:admin'] }), 403, 'forbidden', 'platform:admin');
    const operator = clientOf(await createKey(admin, ['platform:admin']));
    const provisioned = await operator.post('/api/identity/account-provisioning/provision?dryRun=true', {
      accountKey: 'made-by-key',
      adminEmail: 'key@example.com',
      adminPassword: 'correct horse battery',
      plan: 'standard',
    });
    assert.equal(provisioned.status, 201, provisioned.text);
  });

  it('shrink at once with the permissions of its owner', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:*'] }, boss);
    const reader = clientOf(await createKey(owner, ['sales:read']));
    assert.equal((await reader.get(contacts)).status, 200);
    const { roles } = (await boss.get(`/api/identity/users/${owner.userId}`)).body;
    const [role] = (await boss.get(`/api/identity/roles?filter[name]=${roles[0]}`)).body.data;
    await boss.patch(`/api/identity/roles/${role._id}`, { permissions: ['identity:admin'] });
    refused(await reader.get(contacts), 403, 'forbidden', 'sales:read');
  });

  it('are within the scopes of the key that created it', async () => {
    const first = clientOf(await createKey(boss, ['identity:admin', 'sales:read']));
    refused(await first.post(keys, { name: 'Wider', scopes: ['sales:write'] }), 403, 'forbidden', 'sales:write');
    refused(await first.post(keys, { name: 'Wider', scopes: ['*'] }), 403, 'forbidden', '*');
    const second = await createKey(first, ['sales:read:own']);
    assert.equal(second.userId, boss.userId);
    refused(await first.patch(`${keys}/${second._id}`, { scopes: ['sales:write'] }), 403, 'forbidden', 'sales:write');
  });

  it('are narrowed by any administrator, and widened only within the permissions of both caller and owner', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:*', 'marketing:read'] }, boss);
    const lesser = await user({ permissions: ['identity:admin', 'support:read'] }, boss);
    const { _id } = await createKey(owner, ['sales:*']);
    const set = (by: Client, ...scopes: string[]) => by.patch(`${keys}/${_id}`, { scopes });
    assert.deepEqual((await set(lesser, 'sales:write', 'sales:read:own')).body.scopes, [
      'sales:write',
      'sales:read:own',
    ]);
    refused(await set(lesser, 'sales:write', 'sales:read'), 403, 'forbidden', 'sales:read');
    refused(await set(lesser, 'support:read'), 403, 'forbidden', 'support:read');
    refused(await set(boss, 'support:read'), 403, 'forbidden', 'support:read');
    refused(await set(boss, '*'), 403, 'forbidden', '*');
    assert.equal((await set(boss, 'marketing:read')).status, 200);
    refused(await lesser.post(`${keys}/${_id}/revert`, { version: 1 }), 403, 'forbidden', 'sales:*');
    const changes = await securityEvents('security.permissionsChanged', _id);
    assert.deepEqual(
      changes.map(({ record, actor_id }) => [actor_id, record.userId, record.before, record.after]),
      [
        [lesser.userId, owner.userId, ['sales:*'], ['sales:write', 'sales:read:own']],
        [boss.userId, owner.userId, ['sales:write', 'sales:read:own'], ['marketing:read']],
      ],
    );
  });

  it('take effect at once when they change', async () => {
    const apiKey = await createKey(boss, ['sales:read', 'marketing:read']);
    assert.equal((await clientOf(apiKey).get(contacts)).status, 200);
    await boss.patch(`${keys}/${apiKey._id}`, { scopes: ['marketing:read'] });
    refused(await clientOf(apiKey).get(contacts), 403, 'forbidden', 'sales:read');
  });
});

describe('a key ends', () => {
  it('at once when it is deleted, when it expires, or when its owner is deactivated', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:read'] }, boss);
    const deleted = await createKey(owner, ['sales:read']);
    const expiring = await createKey(owner, ['sales:read'], { expiresAt: new Date(Date.now() + 1500).toISOString() });
    const remaining = await createKey(owner, ['sales:read']);
    for (const key of [deleted, expiring, remaining]) assert.equal((await clientOf(key).get(contacts)).status, 200);
    await boss.delete(`${keys}/${deleted._id}`);
    refused(await clientOf(deleted).get(contacts), 401, 'unauthenticated');
    await until('the key has expired', () => Date.now() > Date.parse(expiring.expiresAt));
    refused(await clientOf(expiring).get(contacts), 401, 'unauthenticated');
    assert.equal((await clientOf(remaining).get(contacts)).status, 200);
    await boss.patch(`/api/identity/users/${owner.userId}`, { active: false });
    refused(await clientOf(remaining).get(contacts), 401, 'unauthenticated');
  });

  it('no later than the key that created it', async () => {
    const expiresAt = inAnHour();
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const first = await createKey(boss, ['identity:admin', 'sales:read'], { expiresAt });
    const by = clientOf(first);
    const record = { name: 'Longer', scopes: ['sales:read'] };
    refused(await by.post(keys, { ...record, expiresAt: later }), 403, 'forbidden', 'expiresAt');
    refused(await by.post(keys, { ...record, expiresAt: null }), 403, 'forbidden', 'expiresAt');
    const second = await createKey(by, ['sales:read']);
    assert.equal(second.expiresAt, expiresAt);
    for (const { _id } of [first, second]) {
      refused(await by.patch(`${keys}/${_id}`, { expiresAt: later }), 403, 'forbidden', 'expiresAt');
      refused(await by.put(`${keys}/${_id}`, record), 403, 'forbidden', 'expiresAt');
    }
    assert.equal((await boss.patch(`${keys}/${second._id}`, { expiresAt: null })).body.expiresAt, null);
  });

  it('later only when a caller who holds all its scopes moves expiresAt, to a time in the future', async () => {
    const lesser = await user({ permissions: ['identity:admin'] }, boss);
    const apiKey = await createKey(boss, ['sales:read'], { expiresAt: inAnHour() });
    const path = `${keys}/${apiKey._id}`;
    const sooner = new Date(Date.parse(apiKey.expiresAt) - 60_000).toISOString();
    refused(await lesser.patch(path, { expiresAt: null }), 403, 'forbidden', 'sales:read');
    assert.equal((await lesser.patch(path, { expiresAt: sooner })).body.expiresAt, sooner);
    refused(await lesser.patch(path, { expiresAt: apiKey.expiresAt }), 403, 'forbidden', 'sales:read');
    invalid(await boss.patch(path, { expiresAt: '2020-01-01T00:00:00Z' }), { expiresAt: 'out_of_range' });
    await sql(`update identity_api_keys set expires_at = now() - interval '1 day' where id = $1`, [apiKey._id]);
    const ended = (await boss.get(path)).body;
    assert.equal((await boss.put(path, { ...ended, name: 'Ended' })).body.name, 'Ended');
  });

  it('not because of requests with another secret, id or tenant, which get 401', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const other = await createKey(boss, ['sales:read']);
    assert.equal((await clientOf(apiKey).get(contacts)).status, 200);
    const [, tenantNumber, id, ...rest] = apiKey.key.split('_');
    const secret = rest.join('_');
    const wrong = [
      `ak_${tenantNumber}_${id}_${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `ak_${tenantNumber}_${id}_${other.key.slice(-43)}`,
      `ak_${tenantNumber}_${other._id.replaceAll('-', '')}_${secret}`,
      `ak_${tenantNumber}_${nobody.replaceAll('-', '')}_${secret}`,
      `ak_1_${id}_${secret}`,
      `ak_zzzzzzzzzzzz_${id}_${secret}`,
      `ak_${tenantNumber}_${id}`,
      `ak_${id}_${secret}`,
      'ak_',
    ];
    for (const key of wrong) refused(await new Client(url, key).get(contacts), 401, 'unauthenticated');
    assert.equal((await clientOf(apiKey).get(contacts)).status, 200);
  });
});

describe('the use of a key', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip, 'user-agent': `from ${ip}` });
  const reportedUses = async ({ _id }: Json) =>
    (await securityEvents('security.keyUsed', _id)).map(({ record }) => [record.ip, record.agent]);

  it('is written a little later, and does not change version, updatedAt or history', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const begun = Date.now();
    await clientOf(apiKey).get(contacts);
    await flushLastUsed();
    const read = (await boss.get(`${keys}/${apiKey._id}`)).body;
    assert.ok(Date.parse(read.lastUsedAt) >= begun - 1000 && Date.parse(read.lastUsedAt) <= Date.now() + 1000);
    assert.deepEqual([read.version, read.updatedAt], [1, apiKey.updatedAt]);
    assert.deepEqual(types(await events(apiKey._id)), ['apiKey.created']);
  });

  it('is reported the first time, from each new address, and again after an hour without use', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const client = clientOf(apiKey);
    const one = ['192.0.2.1', 'from 192.0.2.1'];
    const two = ['2001:db8::2', 'from 2001:db8::2'];
    for (let n = 0; n < 3; n += 1) await client.get(contacts, from('192.0.2.1'));
    await flushLastUsed();
    assert.deepEqual(await reportedUses(apiKey), [one]);
    for (const ip of ['2001:db8::2', '192.0.2.1', '2001:db8::2']) await client.get(contacts, from(ip));
    await flushLastUsed();
    assert.deepEqual(await reportedUses(apiKey), [one, two]);
    for (const ip of ['192.0.2.1', '2001:db8::2']) await client.get(contacts, from(ip));
    await flushLastUsed();
    assert.deepEqual(await reportedUses(apiKey), [one, two], 'both addresses were reported before');
    await sql(`update identity_api_keys set last_used_at = now() - interval '61 minutes' where id = $1`, [apiKey._id]);
    await client.get(contacts, from('192.0.2.1'));
    await flushLastUsed();
    assert.deepEqual(await reportedUses(apiKey), [one, two, one]);
    const [first] = await securityEvents('security.keyUsed', apiKey._id);
    const { userId, email, keyId, name } = first.record;
    assert.deepEqual([first.actor_id, userId, keyId, name], [boss.userId, boss.userId, apiKey._id, 'A key']);
    assert.equal(email, 'admin@example.com');
  });

  it('is reported for at most 20 addresses at once', async () => {
    const apiKeys = [await createKey(boss, ['sales:read']), await createKey(boss, ['sales:read'])];
    const counts: number[] = [];
    for (const key of apiKeys) {
      for (let n = 1; n <= 30; n += 1) await clientOf(key).get(contacts, from(`198.51.100.${n}`));
      await flushLastUsed();
      counts.push((await reportedUses(key)).length);
    }
    // The server also writes every fifteen seconds, possibly in the middle of one of the two series.
    assert.equal(Math.min(...counts), 20);
  });

  it('is written periodically, and reported once however long it continues', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const background = lastUsed(app.app.services, 20);
    await background.start();
    await clientOf(apiKey).get(contacts, from('192.0.2.7'));
    await until('the use to be reported', async () => (await reportedUses(apiKey)).length > 0);
    for (let n = 0; n < 10; n += 1) {
      await clientOf(apiKey).get(contacts, from('192.0.2.7'));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await background.stop();
    assert.deepEqual(await reportedUses(apiKey), [['192.0.2.7', 'from 192.0.2.7']]);
  });

  it('is not written when authentication failed', async () => {
    const apiKey = await createKey(boss, ['sales:read']);
    const wrong = `${apiKey.key.slice(0, -1)}${apiKey.key.endsWith('A') ? 'B' : 'A'}`;
    await new Client(url, wrong).get(contacts);
    await flushLastUsed();
    assert.equal((await boss.get(`${keys}/${apiKey._id}`)).body.lastUsedAt, null);
    assert.deepEqual(await reportedUses(apiKey), []);
  });

  it('is written for sessions as well, of several tenants at once', async () => {
    const others = [await tenant(), await tenant()];
    await sql(`update sessions set last_used_at = '2020-01-01'`);
    for (const client of others) await client.get(contacts);
    await flushLastUsed();
    const used = await sql(`select user_id from sessions where last_used_at > now() - interval '1 minute'`);
    const who = used.map(({ user_id }) => user_id);
    for (const { userId } of others) assert.ok(who.includes(userId));
  });
});
