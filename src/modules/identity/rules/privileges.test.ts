import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminEmail } from '#test/cluster.ts';
import { nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import {
  acceptPath,
  bulk,
  contactsPath,
  invitationsPath,
  newAddress,
  newPassword,
  password,
  person,
  provisionPath,
  rolesPath,
  sessionsPath,
  signIn,
  times,
  unique,
  usersPath,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const { admin, anonymous, tenant } = app;
/** The clerk has identity:admin and no other scope. */
const clerk = await person(app, { permissions: ['identity:admin'] });

const roleNamed = async (name: string, by: Client = admin): Promise<Json> =>
  (await by.get(`${rolesPath}?filter[name]=${name}`)).body.data[0];
const userOf = async (id: string, by: Client = admin): Promise<Json> => (await by.get(`${usersPath}/${id}`)).body;
const missingScope = (reply: Reply) => {
  const [detail] = refused(reply, 403, 'forbidden');
  assert.equal(detail?.code, 'missing_scope', reply.text);
};
describe('an invitation', () => {
  const invite = (by: Client, body: Json) => by.post(invitationsPath, body);
  const invited = async (by: Client = admin, roles: string[] = ['viewer']) => {
    const email = newAddress('invited');
    const reply = await invite(by, { email, roles });
    assert.equal(reply.status, 201, reply.text);
    const mail = await mailbox.next(email, /invited/);
    return { email, token: mail.token, id: reply.body._id, link: mail.link, shown: reply };
  };
  const accept = (token: string) => anonymous.post(acceptPath, { token, password: newPassword, firstName: 'Ada' });
  const dead = (reply: Reply) => refused(reply, 422, 'validation_failed', 'token');

  it('creates a user with the role and a verified address, who is signed in', async () => {
    const { email, token, link } = await invited();
    assert.match(link, new RegExp(`^${app.url}/app/accept-invitation\\?token=`));
    const reply = await accept(token);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body.user, { id: reply.body.user.id, email, roles: ['viewer'] });
    assert.match(reply.headers.get('set-cookie') ?? '', /^platform_access=ey/);
    const { emailVerified, firstName, active } = await userOf(reply.body.user.id);
    assert.deepEqual({ emailVerified, firstName, active }, { emailVerified: true, firstName: 'Ada', active: true });
    assert.equal((await anonymous.get(contactsPath, { authorization: `Bearer ${reply.body.token}` })).status, 200);
    assert.equal((await signIn(app, email, newPassword)).status, 200);
  });

  it('adds the user to the teams that it names and that still exist', async () => {
    const email = newAddress('teams');
    const [kept, deleted] = await times(2, () => admin.create('/api/identity/teams', { name: `Team ${unique()}` }));
    const teamIds = [kept?._id, deleted?._id];
    refused(await invite(admin, { email, teamIds: [admin.userId] }), 422, 'validation_failed', 'teamIds');
    const reply = await invite(admin, { email, roles: ['viewer'], teamIds: [...teamIds, kept?._id] });
    assert.deepEqual([reply.status, reply.body.teamIds], [201, teamIds], reply.text);
    await admin.delete(`/api/identity/teams/${deleted?._id}`);
    const { token } = await mailbox.next(email, /invited/);
    const { body } = await accept(token);
    const members = await admin.get(`/api/identity/teamUsers?filter[userId]=${body.user.id}`);
    assert.deepEqual(
      members.body.data.map((member: Json) => [member.teamId, member.createdBy]),
      [[kept?._id, admin.userId]],
    );
  });

  it('works once, even when it is used concurrently', async () => {
    const { token } = await invited();
    const replies = await times(5, () => accept(token));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422, 422, 422, 422]);
    dead(await accept(token));
  });

  it('is void when it was revoked, has expired or was sent again', async () => {
    const revoked = await invited();
    assert.equal((await admin.delete(`${invitationsPath}/${revoked.id}`)).status, 204);
    dead(await accept(revoked.token));
    refused(await admin.delete(`${invitationsPath}/${revoked.id}`), 404, 'not_found');
    const late = await invited();
    await app.sql(`update one_time_tokens set expires_at = now() - interval '1 second' where id = $1`, [late.id]);
    dead(await accept(late.token));
    const again = await invited();
    // Resets the mail limit, so that another mail is sent.
    await app.sql(`update account_mails set sent = '{}'`);
    await invite(admin, { email: again.email.toUpperCase(), roles: ['viewer'] });
    dead(await accept(again.token));
  });

  it('shows its token only in the mail', async () => {
    const { token, shown } = await invited();
    const [, secret = ''] = token.split('.');
    for (const { text } of [shown, await admin.get(invitationsPath), await admin.get('/api/data/changes?limit=1000')])
      assert.ok(!text.includes(secret));
  });

  it('gives no role with scopes that the inviter lacks', async () => {
    for (const roles of [['admin'], ['viewer'], ['admin', 'viewer']])
      missingScope(await invite(clerk.client, { email: newAddress(), roles }));
    missingScope(await invite(clerk.client, { email: newAddress() }));
    assert.equal((await invite(clerk.client, { email: newAddress(), roles: [] })).status, 201);
  });

  it('needs a valid address', async () => {
    for (const email of ['', 'no address', `${newAddress()}\r\nBcc: eve@example.com`])
      refused(await invite(admin, { email }), 422, 'validation_failed', 'email');
  });

  it('needs a role that exists, and an address without a user', async () => {
    refused(await invite(admin, { email: newAddress(), roles: ['no such role'] }), 422, 'validation_failed', 'roles');
    for (const known of [clerk.email, clerk.email.toUpperCase()])
      refused(await invite(admin, { email: known }), 409, 'conflict', 'email');
  });

  it('needs identity:admin to be created, listed or revoked', async () => {
    const { client } = await person(app, { permissions: ['identity:read', 'sales:admin'] });
    const { id } = await invited();
    missingScope(await invite(client, { email: newAddress(), roles: [] }));
    missingScope(await client.get(invitationsPath));
    missingScope(await client.delete(`${invitationsPath}/${id}`));
  });

  it('does not exist for another account', async () => {
    const { id, token } = await invited();
    const other = await tenant();
    assert.deepEqual((await other.get(invitationsPath)).body.data, []);
    refused(await other.delete(`${invitationsPath}/${id}`), 404, 'not_found');
    assert.equal((await accept(token)).status, 200);
  });

  it('is void once its sender may no longer give the role', async () => {
    const inviter = await person(app, { roles: ['admin'] });
    const [fired, demoted] = [await invited(inviter.client, ['admin']), await person(app, { roles: ['admin'] })];
    await admin.delete(`${usersPath}/${inviter.id}`);
    dead(await accept(fired.token));
    const late = await invited(demoted.client, ['admin']);
    await admin.patch(`${usersPath}/${demoted.id}`, { roles: [] });
    dead(await accept(late.token));
  });
});

describe('nobody can give a scope that they do not have', () => {
  it('by creating or changing a role', async () => {
    const role = await admin.create(rolesPath, { name: unique(), permissions: [] });
    const wider = ['*', '*:read', '*:admin', 'sales:read', 'sales:read:own', 'platform:admin', 'identity:admin:own'];
    for (const permission of wider.slice(0, -1)) {
      missingScope(await clerk.client.post(rolesPath, { name: unique(), permissions: [permission] }));
      missingScope(await clerk.client.patch(`${rolesPath}/${role._id}`, { permissions: [permission] }));
      missingScope(await clerk.client.put(`${rolesPath}/${role._id}`, { ...role, permissions: [permission] }));
      const record = { permissions: [permission] };
      assert.equal(await bulk(clerk.client, rolesPath, { op: 'update', _id: role._id, record }), 403);
      assert.equal(await bulk(clerk.client, rolesPath, { op: 'create', record: { name: unique(), ...record } }), 403);
    }
    assert.deepEqual((await admin.get(`${rolesPath}/${role._id}`)).body.permissions, []);
    const allowed = { name: unique(), permissions: ['identity:read', 'identity:admin:own'] };
    assert.equal((await clerk.client.post(rolesPath, allowed)).status, 201);
  });

  it('by reverting or restoring a role', async () => {
    const role = await admin.create(rolesPath, { name: unique(), permissions: ['sales:admin'] });
    await admin.patch(`${rolesPath}/${role._id}`, { permissions: [] });
    missingScope(await clerk.client.post(`${rolesPath}/${role._id}/revert`, { version: 1 }));
    await admin.delete(`${rolesPath}/${role._id}`);
    const deleted = await admin.create(rolesPath, { name: unique(), permissions: ['sales:admin'] });
    await admin.delete(`${rolesPath}/${deleted._id}`);
    missingScope(await clerk.client.post(`${rolesPath}/${deleted._id}/restore`, {}));
  });

  it('by giving a role to others or to themselves', async () => {
    const { id } = await person(app);
    for (const roles of [['admin'], ['manager'], ['viewer']]) {
      missingScope(await clerk.client.post(usersPath, { email: newAddress(), password, roles }));
      for (const target of [id, clerk.id]) {
        missingScope(await clerk.client.patch(`${usersPath}/${target}`, { roles }));
        assert.equal(await bulk(clerk.client, usersPath, { op: 'update', _id: target, record: { roles } }), 403);
      }
    }
    assert.equal(
      await bulk(clerk.client, usersPath, {
        op: 'upsert',
        by: 'email',
        record: { email: clerk.email, roles: ['admin'] },
      }),
      403,
    );
    missingScope(await clerk.client.get(contactsPath));
  });

  it('by reverting a user to an earlier role', async () => {
    const former = await person(app, { roles: ['admin'] });
    const own = (await admin.get(`${usersPath}/${clerk.id}`)).body.roles;
    await admin.patch(`${usersPath}/${former.id}`, { roles: own });
    const again = await app.login(former.email, password);
    missingScope(await again.post(`${usersPath}/${former.id}/revert`, { version: 1 }));
    assert.deepEqual((await userOf(former.id)).roles, own);
  });

  it('by showing a hidden field to themselves', async () => {
    const name = unique();
    const hiddenFields = { 'sales.contacts': ['phone'] };
    const role = await admin.create(rolesPath, { name, permissions: ['sales:read', 'identity:admin'], hiddenFields });
    const { client } = await person(app, { roles: [name] });
    await admin.create(contactsPath, { firstName: 'Ada', phone: '+49 30 123456' });
    await client.patch(`${rolesPath}/${role._id}`, { hiddenFields: {} });
    assert.doesNotMatch((await client.get(contactsPath)).text, /123456/);
  });

  it('by an :own scope', async () => {
    const { client } = await person(app, { permissions: ['identity:admin:own', 'identity:read'] });
    const { id } = await person(app);
    const statuses = {
      'lists invitations': (await client.get(invitationsPath)).status,
      invites: (await client.post(invitationsPath, { email: newAddress(), roles: [] })).status,
      'sees sessions': (await client.get(`${sessionsPath}?userId=${id}`)).status,
      'sends a link': (await client.post(`${usersPath}/${id}/send-reset`, {})).status,
    };
    assert.deepEqual(statuses, Object.fromEntries(Object.keys(statuses).map((what) => [what, 403])));
    assert.ok([403, 404].includes((await client.patch(`${usersPath}/${id}`, { title: 'x' })).status));
  });

  it('by using * in the operator’s account for platform:admin', async () => {
    const name = unique();
    await admin.create(rolesPath, { name, permissions: ['*'] });
    const { client, id } = await person(app, { roles: [name] });
    const input = { accountKey: `t-${unique()}`, adminEmail, adminPassword: password };
    missingScope(await client.post(provisionPath, input));
    await client.patch(`${usersPath}/${id}`, { roles: ['admin'] });
    missingScope(await client.post(provisionPath, input));
  });
});

describe('a caller with only identity:admin cannot take over an admin', () => {
  it('by changing email, roles, active or sessions', async () => {
    const chief = await person(app, { roles: ['admin'] });
    const before = await userOf(chief.id);
    const path = `${usersPath}/${chief.id}`;
    const changes: Json[] = [{ email: newAddress() }, { roles: [] }, { active: false }];
    for (const change of changes) {
      missingScope(await clerk.client.patch(path, change));
      const { email, roles, active } = before;
      missingScope(await clerk.client.put(path, { email, roles, active, ...change }));
      assert.equal(await bulk(clerk.client, usersPath, { op: 'update', _id: chief.id, record: change }), 403);
    }
    for (const nothing of [{ roles: null }, { active: null }])
      assert.ok([403, 422].includes((await clerk.client.patch(path, nothing)).status));
    missingScope(await clerk.client.delete(path));
    assert.equal(await bulk(clerk.client, usersPath, { op: 'delete', _id: chief.id }), 403);
    const [{ _id }] = (await admin.get(`${sessionsPath}?userId=${chief.id}`)).body.data;
    missingScope(await clerk.client.delete(`${sessionsPath}/${_id}`));
    assert.deepEqual(await userOf(chief.id), before);
    assert.equal((await chief.client.get(sessionsPath)).status, 200);
  });

  it('by a password reset link, which only the user receives, and which is refused for users with more scopes', async () => {
    const chief = await person(app, { roles: ['admin'] });
    missingScope(await clerk.client.post(`${usersPath}/${chief.id}/send-reset`, {}));
    const someone = await person(app, { roles: [] });
    const reply = await clerk.client.post(`${usersPath}/${someone.id}/send-reset`, {});
    assert.equal(reply.status, 202, reply.text);
    const { token } = await mailbox.next(someone.email, /choose a new password/i);
    assert.ok(token !== '' && !reply.text.includes(token));
    assert.ok(!(await clerk.client.get('/api/data/changes?limit=1000')).text.includes(token));
  });

  it('by removing scopes from a role that they do not have', async () => {
    const name = unique();
    const role = await admin.create(rolesPath, { name, permissions: ['sales:admin', 'identity:admin'] });
    missingScope(await clerk.client.patch(`${rolesPath}/${role._id}`, { permissions: [] }));
    const hiddenFields = { 'identity.users': ['email'] };
    refused(
      await clerk.client.patch(`${rolesPath}/${(await roleNamed('admin'))._id}`, { hiddenFields }),
      403,
      'forbidden',
    );
  });

  it('but can do all of it to users without further scopes', async () => {
    const { id, client } = await person(app, { permissions: ['identity:read'] });
    assert.equal((await clerk.client.patch(`${usersPath}/${id}`, { email: newAddress() })).status, 200);
    const [{ _id }] = (await clerk.client.get(`${sessionsPath}?userId=${id}`)).body.data;
    assert.equal((await clerk.client.delete(`${sessionsPath}/${_id}`)).status, 204);
    refused(await client.get(sessionsPath), 401, 'unauthenticated');
    assert.equal((await clerk.client.patch(`${usersPath}/${id}`, { roles: [], active: false })).status, 200);
  });
});

describe('an account always keeps an admin', () => {
  const lastAdmin = (reply: Reply) => assert.equal(refused(reply, 409, 'conflict')[0]?.code, 'last_admin', reply.text);

  it('when the last one would be demoted, deactivated or deleted', async () => {
    const boss = await tenant();
    const path = `${usersPath}/${boss.userId}`;
    const { email } = await userOf(boss.userId, boss);
    for (const change of [{ active: false }, { roles: [] }, { roles: ['viewer'] }])
      lastAdmin(await boss.patch(path, change));
    lastAdmin(await boss.put(path, { email }));
    lastAdmin(await boss.put(path, { email, roles: ['admin'], active: false }));
    lastAdmin(await boss.delete(path));
    for (const op of [{ op: 'delete' }, { op: 'update', record: { roles: [] } }])
      assert.equal(await bulk(boss, usersPath, { ...op, _id: boss.userId }), 409);
    assert.equal((await boss.get(usersPath)).status, 200);
  });

  it('when roles, active or permissions of the last one would be set to null', async () => {
    const boss = await tenant();
    const path = `${usersPath}/${boss.userId}`;
    for (const nothing of [{ roles: null }, { active: null }, { roles: null, active: null }]) {
      const reply = await boss.patch(path, nothing);
      assert.ok([409, 422].includes(reply.status), reply.text);
    }
    const role = await roleNamed('admin', boss);
    const reply = await boss.patch(`${rolesPath}/${role._id}`, { permissions: null });
    assert.ok([409, 422].includes(reply.status), reply.text);
  });

  it('when the only other one is not active', async () => {
    const boss = await tenant();
    const other = await person(app, { roles: ['admin'], by: boss });
    assert.equal((await boss.patch(`${usersPath}/${other.id}`, { active: false })).status, 200);
    lastAdmin(await boss.patch(`${usersPath}/${boss.userId}`, { roles: [] }));
  });

  it('when two demote each other concurrently', async () => {
    for (const change of [{ roles: [] }, { active: false }]) {
      const boss = await tenant();
      const other = await person(app, { roles: ['admin'], by: boss });
      const replies = await Promise.all([
        boss.patch(`${usersPath}/${other.id}`, change),
        other.client.patch(`${usersPath}/${boss.userId}`, change),
      ]);
      const statuses = replies.map(({ status }) => status).sort();
      assert.equal(statuses[0], 200, replies.map(({ text }) => text).join());
      assert.ok((statuses[1] as number) >= 400 && (statuses[1] as number) < 500, String(statuses));
    }
  });

  it('when all of them give up the role concurrently', async () => {
    const boss = await tenant();
    const others = await times(3, () => person(app, { roles: ['admin'], by: boss }));
    const all = [boss.userId, ...others.map(({ id }) => id)];
    const clients = [boss, ...others.map(({ client }) => client)];
    const replies = await Promise.all(
      clients.map((client, n) => client.patch(`${usersPath}/${all[n]}`, { roles: [] })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 409]);
  });

  it('and the admin role cannot be deleted, renamed or emptied', async () => {
    const boss = await tenant();
    const role = await roleNamed('admin', boss);
    const path = `${rolesPath}/${role._id}`;
    const changes: Json[] = [
      { name: 'chief' },
      { permissions: [] },
      { permissions: ['*:read'] },
      { permissions: ['*:*:own'] },
    ];
    for (const change of changes) {
      refused(await boss.patch(path, change), 409, 'conflict');
      assert.equal(await bulk(boss, rolesPath, { op: 'update', _id: role._id, record: change }), 409);
    }
    refused(await boss.put(path, { name: 'admin' }), 409, 'conflict');
    refused(await boss.delete(path), 409, 'conflict');
    assert.equal(await bulk(boss, rolesPath, { op: 'delete', _id: role._id }), 409);
    assert.deepEqual((await roleNamed('admin', boss)).permissions, ['*']);
  });

  it('and no role can be deleted or renamed while a user has it', async () => {
    const name = unique();
    const role = await admin.create(rolesPath, { name, permissions: [] });
    const { id } = await person(app, { roles: [name] });
    const path = `${rolesPath}/${role._id}`;
    refused(await admin.delete(path), 409, 'still_referenced');
    refused(await admin.patch(path, { name: unique() }), 409, 'still_referenced');
    assert.equal(await bulk(admin, rolesPath, { op: 'delete', _id: role._id }), 409);
    await admin.patch(`${usersPath}/${id}`, { roles: [] });
    assert.equal((await admin.delete(path)).status, 204);
  });
});

describe('a user record refuses', () => {
  const foreign: Readonly<Record<string, Json>> = {
    tenantId: '1',
    tenant_id: '1',
    passwordHash: '$2b$12$abcdefghijklmnopqrstuu',
    password_hash: '$2b$12$abcdefghijklmnopqrstuu',
    failures: 0,
    locked_until: '2030-01-01T00:00:00Z',
    email_verified: true,
    isAdmin: true,
    permissions: ['*'],
    sessions: [],
  };
  const decided: Readonly<Record<string, Json>> = {
    _id: nobody,
    emailVerified: true,
    emailVerifiedAt: '2030-01-01T00:00:00.000Z',
    verificationDueAt: '2030-01-01T00:00:00.000Z',
    lastLoginAt: '2030-01-01T00:00:00.000Z',
    createdAt: '2030-01-01T00:00:00.000Z',
    updatedAt: '2030-01-01T00:00:00.000Z',
    createdBy: nobody,
    updatedBy: nobody,
    version: 99,
    name: 'made up',
  };

  for (const [key, value] of Object.entries({ ...foreign, ...decided })) {
    it(`${key} in every kind of write`, async () => {
      const { id, email } = await person(app);
      const before = await userOf(id);
      const record = { email: newAddress(), [key]: value };
      refused(await admin.post(usersPath, record), 422, 'validation_failed', key);
      refused(await admin.patch(`${usersPath}/${id}`, { [key]: value }), 422, 'validation_failed', key);
      refused(await admin.put(`${usersPath}/${id}`, { ...before, [key]: value }), 422, 'validation_failed', key);
      for (const operation of [
        { op: 'create', record },
        { op: 'update', _id: id, record: { [key]: value } },
        { op: 'upsert', by: 'email', record: { email, [key]: value } },
      ])
        assert.equal(await bulk(admin, usersPath, operation), 422);
      assert.deepEqual(await userOf(id), before);
    });
  }

  it('lockedUntil, and ignores it in a complete record that is sent back', async () => {
    const { id } = await person(app);
    const before = await userOf(id);
    const lockedUntil = '2030-01-01T00:00:00.000Z';
    refused(await admin.post(usersPath, { email: newAddress(), lockedUntil }), 422, 'validation_failed', 'lockedUntil');
    refused(await admin.patch(`${usersPath}/${id}`, { lockedUntil }), 422, 'validation_failed', 'lockedUntil');
    assert.equal((await admin.put(`${usersPath}/${id}`, { ...before, lockedUntil })).status, 200);
    assert.deepEqual(await userOf(id), before);
  });
});

describe('PATCH /me refuses', () => {
  const forbidden = { roles: ['admin'], active: true, password: newPassword, managerId: nobody, departmentId: nobody };
  for (const [key, value] of Object.entries({
    ...forbidden,
    emailVerified: true,
    version: 1,
    tenantId: '1',
    _id: nobody,
  }))
    it(key, async () => {
      const { client, id } = await person(app);
      const before = await userOf(id);
      refused(await client.patch('/api/identity/me', { [key]: value }), 422, 'validation_failed', key);
      assert.deepEqual(await userOf(id), before);
    });
});

describe('no read shows', () => {
  const secret = /\$2[aby]\$|passwordHash|tenant_?id|locked_until|"failures"/i;

  it('the password, its hash, the tenant id or the count of failures of a user', async () => {
    const { id, email, client } = await person(app, { permissions: ['*:read'] });
    await signIn(app, email, 'not the right one');
    await admin.patch(`${usersPath}/${id}`, { title: 'Engineer' });
    await admin.create(contactsPath, { firstName: 'Ada', ownerId: id });
    const reads = [
      usersPath,
      `${usersPath}/${id}`,
      `${usersPath}/${id}?asOf=${new Date().toISOString()}`,
      `${usersPath}/${id}/history`,
      `${usersPath}?include=managerId,createdBy`,
      `${contactsPath}?include=ownerId,createdBy`,
      '/api/data/changes?limit=1000',
      '/api/data/jobs',
      '/api/data/models/identity/users',
      sessionsPath,
    ];
    for (const by of [admin, client]) {
      for (const path of reads) {
        const reply = await by.get(path);
        assert.equal(reply.status, 200, `${path}: ${reply.text}`);
        assert.doesNotMatch(reply.text, secret, path);
        // Only admins may learn if an address is locked. The existence of the field is public, like the whole schema.
        if (by === client) assert.doesNotMatch(reply.text, /"lockedUntil":/, path);
        assert.ok(!reply.text.includes(password), path);
      }
      assert.doesNotMatch((await by.post(`${usersPath}/search`, { q: email })).text, secret);
    }
  });

  it('who signs in from where, unless the reader has identity:admin', async () => {
    const { client } = await person(app, { permissions: ['*:read', '*:write'] });
    await signIn(app, adminEmail, 'not the right one');
    assert.doesNotMatch((await client.get('/api/data/changes?limit=1000')).text, /signInFailed|signedIn/);
    refused(await client.get('/api/identity/security-events'), 403, 'forbidden');
    const url = 'https://example.com/hook';
    for (const events of [['security.*'], ['security.signInFailed']]) {
      const reply = await client.post('/api/integrations/webhooks?dryRun=true', { url, events });
      assert.ok(reply.status >= 400 && reply.status < 500, `${events}: ${reply.text.slice(0, 200)}`);
    }
  });

  it('a secret by selecting, filtering, sorting, grouping or aggregating', async () => {
    for (const key of ['password', 'passwordHash', 'tenantId', 'tenant_id']) {
      for (const query of [
        `fields=${key}`,
        `filter[${key}]=x`,
        `filter[${key}][ne]=x`,
        `filter[${key}][contains]=$2`,
        `sort=${key}`,
        `sort=-${key}`,
      ]) {
        const reply = await admin.get(`${usersPath}?${query}`);
        if (!(key === 'password' && query.startsWith('fields')))
          assert.equal(reply.status, 400, `${query}: ${reply.text}`);
        assert.doesNotMatch(reply.text, /\$2[aby]\$/);
      }
      for (const query of [`groupBy=${key}&count=true`, `min=${key}`, `max=${key}`])
        assert.equal((await admin.get(`${usersPath}/aggregate?${query}`)).status, 400, query);
      assert.equal((await admin.get(`${contactsPath}?filter[ownerId.${key}]=x`)).status, 400);
      assert.equal((await admin.get(`${contactsPath}?sort=ownerId.${key}`)).status, 400);
    }
  });
});
