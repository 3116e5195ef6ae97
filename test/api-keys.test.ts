import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastUsed } from '../src/modules/identity/sign-in/last-used.ts';
import { adminPassword } from './cluster.ts';
import { invalid, nobody, quietly, refused, types } from './expect.ts';
import { appForFile, Client, type Json, type Reply } from './harness.ts';
import { until } from './process.ts';

const app = await appForFile({ TRUST_PROXY: 'true' });
const { admin, sql, events, tenant, user, url } = app;
const boss = await tenant();

const keys = '/api/identity/apiKeys';
const contacts = '/api/sales/contacts';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const make = (by: Client, scopes: string[], more: Json = {}): Promise<Json> =>
  by.create(keys, { name: 'A key', scopes, ...more });

/** Somebody who comes with a key. */
const holder = ({ key }: Json): Client => new Client(url, key);

const securityEvents = (type: string, keyId: string): Promise<Json[]> =>
  sql(
    `select * from events where model = 'identity.security' and type = $1 and record->>'keyId' = $2 order by xid, seq`,
    [type, keyId],
  );

/** Has what was used written now. */
const written = () => lastUsed(app.app.services).stop();

describe('an API key', () => {
  it('is shown when it is made, and never again', async () => {
    const made = await make(boss, ['sales:read']);
    assert.match(made.key, /^ak_[0-9a-z]+_[0-9a-f]{32}_[\w-]{43}$/);
    assert.equal(made.key.split('_')[2], made._id.replaceAll('-', ''));
    assert.equal(made.prefix, `ak_…${made.key.split('_').slice(3).join('_').slice(0, 6)}`);
    assert.equal(made.userId, boss.userId);
    assert.equal(made.lastUsedAt, null);
    const read = (await boss.get(`${keys}/${made._id}`)).body;
    assert.deepEqual(read, { ...made, key: { set: true } });
    const listed = (await boss.get(`${keys}?filter[_id]=${made._id}`)).text;
    const changed = (await boss.patch(`${keys}/${made._id}`, { name: 'Another name' })).text;
    const history = (await boss.get(`${keys}/${made._id}/history`)).text;
    for (const text of [listed, changed, history]) assert.ok(!text.includes(made.key));
  });

  it('is not kept, neither in its row nor in an event', async () => {
    const made = await make(boss, ['sales:read']);
    const secret = made.key.slice(-43);
    const [row] = await sql('select * from identity_api_keys where id = $1', [made._id]);
    assert.ok(!JSON.stringify(row).includes(secret));
    const all = await sql('select record, previous from events');
    assert.ok(!JSON.stringify(all).includes(secret));
    const [created] = await events(made._id);
    assert.equal(created?.type, 'apiKey.created');
    assert.equal('key' in (created?.record ?? {}), false);
  });

  it('is told of when it is made and deleted', async () => {
    const made = await make(boss, ['sales:read', 'support:write:own'], { expiresAt: inAnHour() });
    assert.equal((await boss.delete(`${keys}/${made._id}`)).status, 204);
    const [created] = await securityEvents('security.keyCreated', made._id);
    assert.equal(created.actor_id, boss.userId);
    const { ip, agent, ...about } = created.record;
    assert.deepEqual(about, {
      userId: boss.userId,
      email: 'admin@example.com',
      keyId: made._id,
      name: 'A key',
      scopes: made.scopes,
      expiresAt: made.expiresAt,
    });
    assert.ok(ip.length > 0 && agent.length > 0);
    const [deleted, ...more] = await securityEvents('security.keyDeleted', made._id);
    assert.deepEqual([deleted.record.userId, deleted.record.name, more], [boss.userId, 'A key', []]);
    assert.deepEqual(types(await events(made._id)), ['apiKey.created', 'apiKey.deleted']);
    refused(await boss.post(`${keys}/${made._id}/restore`, {}), 409, 'conflict');
  });

  it('does what its scopes say, as its owner', async () => {
    const reader = holder(await make(boss, ['sales:read']));
    assert.equal((await reader.get(contacts)).status, 200);
    refused(await reader.post(contacts, { firstName: 'Ada' }), 403, 'forbidden', 'sales:write');
    refused(await reader.get('/api/identity/users'), 403, 'forbidden', 'identity:read');
    const writer = holder(await make(boss, ['sales:write']));
    const contact = await writer.create(contacts, { firstName: 'Ada' });
    assert.deepEqual([contact.createdBy, contact.ownerId], [boss.userId, boss.userId]);
    assert.equal((await events(contact._id))[0]?.actor_id, boss.userId);
    const stranger = holder(await make(await tenant(), ['*']));
    refused(await stranger.get(`${contacts}/${contact._id}`), 404, 'not_found');
  });

  it('is refused with fields that are not valid', async () => {
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

  it('is written by administrators of users, and read by those who read users', async () => {
    const made = await make(boss, ['sales:read']);
    const reader = await user({ permissions: ['identity:read', 'sales:read'] }, boss);
    assert.equal((await reader.get(`${keys}/${made._id}`)).status, 200);
    refused(await reader.post(keys, { name: 'Mine', scopes: ['sales:read'] }), 403, 'forbidden', 'identity:admin');
    refused(await reader.delete(`${keys}/${made._id}`), 403, 'forbidden', 'identity:admin');
    const seller = await user({ permissions: ['sales:*'] }, boss);
    refused(await seller.get(keys), 403, 'forbidden', 'identity:read');
  });

  it('made by many at once in bulk is shown to each', async () => {
    const operations = ['One', 'Two'].map((name) => ({ op: 'create', record: { name, scopes: ['sales:read'] } }));
    const { results } = (await boss.post(`${keys}/bulk`, { operations })).body;
    for (const { status, record } of results) {
      assert.equal(status, 201);
      assert.equal((await holder(record).get(contacts)).status, 200);
    }
  });
});

describe('an API key without identity:admin', () => {
  const sessions = '/api/identity/sessions';
  const missing = (reply: Reply) =>
    assert.equal(refused(reply, 403, 'forbidden', 'identity:admin')[0]?.code, 'missing_scope', reply.text);

  it('neither sees nor ends sessions, and changes no password or identity, not even its owner’s', async () => {
    const owner = await user({ permissions: ['*'] });
    const [{ _id }] = (await owner.get(sessions)).body.data;
    for (const scopes of [['sales:*'], ['identity:read', 'identity:write'], ['*:read', '*:write']]) {
      const key = holder(await make(owner, scopes));
      assert.equal((await key.get('/api/identity/me')).status, 200);
      await quietly(app, ['sessions'], async () => {
        missing(await key.get(sessions));
        missing(await key.get(`${sessions}?userId=${owner.userId}`));
        missing(await key.delete(`${sessions}/${_id}`));
        missing(await key.delete(`${sessions}/${nobody}`));
        const passwords = { currentPassword: adminPassword, password: 'another quiet evening' };
        missing(await key.post('/api/identity/auth/change-password', passwords));
        missing(await key.get('/api/identity/identities'));
        missing(await key.delete(`/api/identity/identities/${nobody}`));
        missing(await key.post(`/api/identity/users/${owner.userId}/send-reset`, {}));
        missing(await key.get('/api/identity/invitations'));
        missing(await key.post('/api/identity/invitations', { email: 'k@example.com', roles: [] }));
        missing(await key.post(keys, { name: 'Another', scopes }));
        missing(await key.post(`${keys}/bulk`, { operations: [{ op: 'create', record: { name: 'B', scopes } }] }));
        missing(await key.post('/api/identity/users', { email: 'k@example.com', password: adminPassword }));
        const change = { email: 'k@example.com', currentPassword: adminPassword };
        assert.equal((await key.patch('/api/identity/me', change)).status, 403);
      });
      assert.equal((await owner.get(sessions)).status, 200);
    }
  });

  it('has it when * covers it, and then sees and ends sessions', async () => {
    for (const scopes of [['identity:admin'], ['identity:*'], ['*']]) {
      const owner = await user({ permissions: ['*'] });
      const key = holder(await make(owner, scopes));
      const [{ _id, current }] = (await key.get(sessions)).body.data;
      assert.equal(current, false);
      assert.equal((await key.delete(`${sessions}/${_id}`)).status, 204);
      refused(await owner.get(sessions), 401, 'unauthenticated');
    }
  });

  it('has it only as far as its owner has', async () => {
    const owner = await user({ permissions: ['*'] });
    const key = holder(await make(owner, ['*']));
    assert.equal((await key.get(sessions)).status, 200);
    const [name] = (await admin.get(`/api/identity/users/${owner.userId}`)).body.roles;
    const { data } = (await admin.get(`/api/identity/roles?filter[name]=${name}`)).body;
    await admin.patch(`/api/identity/roles/${data[0]._id}`, { permissions: ['sales:*'] });
    missing(await key.get(sessions));
    assert.equal((await owner.get(sessions)).status, 200);
  });
});

describe('the scopes of a key', () => {
  it('are held by whoever makes it', async () => {
    const lesser = await user({ permissions: ['identity:admin', 'sales:read', 'support:write:own'] }, boss);
    for (const scope of ['sales:write', 'support:write', '*', '*:read', 'marketing:read', 'platform:admin'])
      refused(await lesser.post(keys, { name: 'More', scopes: ['sales:read', scope] }), 403, 'forbidden', scope);
    assert.equal((await make(lesser, ['sales:read:own', 'support:write:own', 'identity:read'])).userId, lesser.userId);
    refused(await boss.post(keys, { name: 'All', scopes: ['platform:admin'] }), 403, 'forbidden', 'platform:admin');
    const operator = holder(await make(admin, ['platform:admin']));
    const made = await operator.post('/api/identity/account-provisioning/provision?dryRun=true', {
      accountKey: 'made-by-key',
      adminEmail: 'key@example.com',
      adminPassword: 'correct horse battery',
      plan: 'standard',
    });
    assert.equal(made.status, 201, made.text);
  });

  it('shrink with the permissions of its owner, at once', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:*'] }, boss);
    const reader = holder(await make(owner, ['sales:read']));
    assert.equal((await reader.get(contacts)).status, 200);
    const { roles } = (await boss.get(`/api/identity/users/${owner.userId}`)).body;
    const [role] = (await boss.get(`/api/identity/roles?filter[name]=${roles[0]}`)).body.data;
    await boss.patch(`/api/identity/roles/${role._id}`, { permissions: ['identity:admin'] });
    refused(await reader.get(contacts), 403, 'forbidden', 'sales:read');
  });

  it('of a key that is made through a key are within those of that key', async () => {
    const first = holder(await make(boss, ['identity:admin', 'sales:read']));
    refused(await first.post(keys, { name: 'Wider', scopes: ['sales:write'] }), 403, 'forbidden', 'sales:write');
    refused(await first.post(keys, { name: 'Wider', scopes: ['*'] }), 403, 'forbidden', '*');
    const second = await make(first, ['sales:read:own']);
    assert.equal(second.userId, boss.userId);
    refused(await first.patch(`${keys}/${second._id}`, { scopes: ['sales:write'] }), 403, 'forbidden', 'sales:write');
  });

  it('are narrowed by any administrator, and widened within what both the caller and the owner hold', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:*', 'marketing:read'] }, boss);
    const lesser = await user({ permissions: ['identity:admin', 'support:read'] }, boss);
    const { _id } = await make(owner, ['sales:*']);
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
    const told = await securityEvents('security.permissionsChanged', _id);
    assert.deepEqual(
      told.map(({ record, actor_id }) => [actor_id, record.userId, record.before, record.after]),
      [
        [lesser.userId, owner.userId, ['sales:*'], ['sales:write', 'sales:read:own']],
        [boss.userId, owner.userId, ['sales:write', 'sales:read:own'], ['marketing:read']],
      ],
    );
  });

  it('that change are in force at once', async () => {
    const made = await make(boss, ['sales:read', 'marketing:read']);
    assert.equal((await holder(made).get(contacts)).status, 200);
    await boss.patch(`${keys}/${made._id}`, { scopes: ['marketing:read'] });
    refused(await holder(made).get(contacts), 403, 'forbidden', 'sales:read');
  });
});

describe('the end of a key', () => {
  it('is its deletion, its time, or that of its owner, at once', async () => {
    const owner = await user({ permissions: ['identity:admin', 'sales:read'] }, boss);
    const deleted = await make(owner, ['sales:read']);
    const expiring = await make(owner, ['sales:read'], { expiresAt: new Date(Date.now() + 1500).toISOString() });
    const left = await make(owner, ['sales:read']);
    for (const key of [deleted, expiring, left]) assert.equal((await holder(key).get(contacts)).status, 200);
    await boss.delete(`${keys}/${deleted._id}`);
    refused(await holder(deleted).get(contacts), 401, 'unauthenticated');
    await until('the key has expired', () => Date.now() > Date.parse(expiring.expiresAt));
    refused(await holder(expiring).get(contacts), 401, 'unauthenticated');
    assert.equal((await holder(left).get(contacts)).status, 200);
    await boss.patch(`/api/identity/users/${owner.userId}`, { active: false });
    refused(await holder(left).get(contacts), 401, 'unauthenticated');
  });

  it('comes no later than that of the key it was made through', async () => {
    const expiresAt = inAnHour();
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    const first = await make(boss, ['identity:admin', 'sales:read'], { expiresAt });
    const by = holder(first);
    const record = { name: 'Longer', scopes: ['sales:read'] };
    refused(await by.post(keys, { ...record, expiresAt: later }), 403, 'forbidden', 'expiresAt');
    refused(await by.post(keys, { ...record, expiresAt: null }), 403, 'forbidden', 'expiresAt');
    const second = await make(by, ['sales:read']);
    assert.equal(second.expiresAt, expiresAt);
    for (const { _id } of [first, second]) {
      refused(await by.patch(`${keys}/${_id}`, { expiresAt: later }), 403, 'forbidden', 'expiresAt');
      refused(await by.put(`${keys}/${_id}`, record), 403, 'forbidden', 'expiresAt');
    }
    assert.equal((await boss.patch(`${keys}/${second._id}`, { expiresAt: null })).body.expiresAt, null);
  });

  it('is put off only by somebody who holds all its scopes, and lies in the future', async () => {
    const lesser = await user({ permissions: ['identity:admin'] }, boss);
    const made = await make(boss, ['sales:read'], { expiresAt: inAnHour() });
    const path = `${keys}/${made._id}`;
    const sooner = new Date(Date.parse(made.expiresAt) - 60_000).toISOString();
    refused(await lesser.patch(path, { expiresAt: null }), 403, 'forbidden', 'sales:read');
    assert.equal((await lesser.patch(path, { expiresAt: sooner })).body.expiresAt, sooner);
    refused(await lesser.patch(path, { expiresAt: made.expiresAt }), 403, 'forbidden', 'sales:read');
    invalid(await boss.patch(path, { expiresAt: '2020-01-01T00:00:00Z' }), { expiresAt: 'out_of_range' });
    await sql(`update identity_api_keys set expires_at = now() - interval '1 day' where id = $1`, [made._id]);
    const ended = (await boss.get(path)).body;
    assert.equal((await boss.put(path, { ...ended, name: 'Ended' })).body.name, 'Ended');
  });

  it('has not come for a key with another secret, another id or another tenant: such were never there', async () => {
    const made = await make(boss, ['sales:read']);
    const other = await make(boss, ['sales:read']);
    assert.equal((await holder(made).get(contacts)).status, 200);
    const [, place, id, ...rest] = made.key.split('_');
    const secret = rest.join('_');
    const wrong = [
      `ak_${place}_${id}_${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `ak_${place}_${id}_${other.key.slice(-43)}`,
      `ak_${place}_${other._id.replaceAll('-', '')}_${secret}`,
      `ak_${place}_${nobody.replaceAll('-', '')}_${secret}`,
      `ak_1_${id}_${secret}`,
      `ak_zzzzzzzzzzzz_${id}_${secret}`,
      `ak_${place}_${id}`,
      `ak_${id}_${secret}`,
      'ak_',
    ];
    for (const key of wrong) refused(await new Client(url, key).get(contacts), 401, 'unauthenticated');
    assert.equal((await holder(made).get(contacts)).status, 200);
  });
});

describe('the use of a key', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip, 'user-agent': `from ${ip}` });
  const told = async ({ _id }: Json) =>
    (await securityEvents('security.keyUsed', _id)).map(({ record }) => [record.ip, record.agent]);

  it('is written down a little later, and is no change of the record', async () => {
    const made = await make(boss, ['sales:read']);
    const begun = Date.now();
    await holder(made).get(contacts);
    await written();
    const read = (await boss.get(`${keys}/${made._id}`)).body;
    assert.ok(Date.parse(read.lastUsedAt) >= begun - 1000 && Date.parse(read.lastUsedAt) <= Date.now() + 1000);
    assert.deepEqual([read.version, read.updatedAt], [1, made.updatedAt]);
    assert.deepEqual(types(await events(made._id)), ['apiKey.created']);
  });

  it('is told the first time, from every other address, and after an hour without', async () => {
    const made = await make(boss, ['sales:read']);
    const client = holder(made);
    const one = ['192.0.2.1', 'from 192.0.2.1'];
    const two = ['2001:db8::2', 'from 2001:db8::2'];
    for (let n = 0; n < 3; n += 1) await client.get(contacts, from('192.0.2.1'));
    await written();
    assert.deepEqual(await told(made), [one]);
    for (const ip of ['2001:db8::2', '192.0.2.1', '2001:db8::2']) await client.get(contacts, from(ip));
    await written();
    assert.deepEqual(await told(made), [one, two]);
    for (const ip of ['192.0.2.1', '2001:db8::2']) await client.get(contacts, from(ip));
    await written();
    assert.deepEqual(await told(made), [one, two], 'both addresses are known');
    await sql(`update identity_api_keys set last_used_at = now() - interval '61 minutes' where id = $1`, [made._id]);
    await client.get(contacts, from('192.0.2.1'));
    await written();
    assert.deepEqual(await told(made), [one, two, one]);
    const [first] = await securityEvents('security.keyUsed', made._id);
    const { userId, email, keyId, name } = first.record;
    assert.deepEqual([first.actor_id, userId, keyId, name], [boss.userId, boss.userId, made._id, 'A key']);
    assert.equal(email, 'admin@example.com');
  });

  it('from very many addresses at once is followed to some of them', async () => {
    const made = [await make(boss, ['sales:read']), await make(boss, ['sales:read'])];
    const counts: number[] = [];
    for (const key of made) {
      for (let n = 1; n <= 30; n += 1) await holder(key).get(contacts, from(`198.51.100.${n}`));
      await written();
      counts.push((await told(key)).length);
    }
    // The server writes by itself as well, every fifteen seconds, and may have done so in the midst of one of them.
    assert.equal(Math.min(...counts), 20);
  });

  it('is written as time goes by, and told once however long it goes on', async () => {
    const made = await make(boss, ['sales:read']);
    const background = lastUsed(app.app.services, 20);
    await background.start();
    await holder(made).get(contacts, from('192.0.2.7'));
    await until('the use is told', async () => (await told(made)).length > 0);
    for (let n = 0; n < 10; n += 1) {
      await holder(made).get(contacts, from('192.0.2.7'));
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await background.stop();
    assert.deepEqual(await told(made), [['192.0.2.7', 'from 192.0.2.7']]);
  });

  it('that failed is none', async () => {
    const made = await make(boss, ['sales:read']);
    const wrong = `${made.key.slice(0, -1)}${made.key.endsWith('A') ? 'B' : 'A'}`;
    await new Client(url, wrong).get(contacts);
    await written();
    assert.equal((await boss.get(`${keys}/${made._id}`)).body.lastUsedAt, null);
    assert.deepEqual(await told(made), []);
  });

  it('is written of sessions as well, of all tenants together', async () => {
    const others = [await tenant(), await tenant()];
    await sql(`update sessions set last_used_at = '2020-01-01'`);
    for (const client of others) await client.get(contacts);
    await written();
    const used = await sql(`select user_id from sessions where last_used_at > now() - interval '1 minute'`);
    const who = used.map(({ user_id }) => user_id);
    for (const { userId } of others) assert.ok(who.includes(userId));
  });
});
