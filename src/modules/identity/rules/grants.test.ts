import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertNoWrites, ids, refused, types } from '#test/expect.ts';
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
  rolesPath,
  unique,
  usersPath,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const { admin, anonymous, events, user } = app;
const accountPath = '/api/identity/account';
const teamsPath = '/api/identity/teams';
const membersPath = '/api/identity/teamUsers';
const opportunities = '/api/sales/opportunities';

const phone = '+49 30 7654321';
const mask = { 'sales.contacts': ['phone'] };

const createRole = (role: Json, by: Client = admin): Promise<Json> => by.create(rolesPath, { name: unique(), ...role });
const createUser = (roles: string[], by: Client = admin): Promise<Json> =>
  by.create(usersPath, { email: newAddress(), password, roles });

describe('nobody can give a role that shows more than they see', () => {
  let restricted: Client;
  let own: string;
  /** Shows the field that the caller's role hides. */
  let open: Json;
  /** Hides the same field. */
  let alike: Json;
  /** Gives no access to models with hidden fields. */
  let elsewhere: Json;

  const refusedField = (reply: Reply, field = 'sales.contacts.phone') => refused(reply, 403, 'forbidden', field);

  before(async () => {
    await admin.create(contactsPath, { firstName: 'Ada', phone });
    own = (await createRole({ permissions: ['sales:*', 'marketing:read', 'identity:*'], hiddenFields: mask })).name;
    restricted = (await person(app, { roles: [own] })).client;
    open = await createRole({ permissions: ['sales:read'] });
    alike = await createRole({ permissions: ['sales:read'], hiddenFields: { 'sales.contacts': ['phone', 'email'] } });
    elsewhere = await createRole({ permissions: ['marketing:read'] });
  });

  it('to a new user', async () => {
    await assertNoWrites(app, ['identity_users'], async () => {
      const record = { email: newAddress(), password, roles: [open.name] };
      refusedField(await restricted.post(usersPath, record));
      assert.equal(await bulk(restricted, usersPath, { op: 'create', record }), 403);
      assert.equal(await bulk(restricted, usersPath, { op: 'upsert', by: 'email', record }), 403);
    });
    for (const roles of [[alike.name], [elsewhere.name], [own], []]) await createUser(roles, restricted);
    // A field is hidden if any role hides it, so a second role may hide what the first one shows.
    const { _id } = await createUser([open.name, alike.name], restricted);
    assert.deepEqual(types(await events(_id)), ['user.created']);
  });

  it('to an existing user, also by removing the role that hides the field', async () => {
    const { _id } = await createUser([open.name, alike.name]);
    const path = `${usersPath}/${_id}`;
    await assertNoWrites(app, [], async () => {
      refusedField(await restricted.patch(path, { roles: [open.name] }));
      refusedField(await restricted.patch(path, { roles: [open.name, elsewhere.name] }));
    });
    assert.equal((await restricted.patch(path, { roles: [alike.name] })).status, 200);
    await admin.patch(path, { roles: [open.name] });
    await admin.patch(path, { roles: [] });
    refusedField(await restricted.post(`${path}/revert`, { version: 3 }));
  });

  it('to themselves', async () => {
    const path = `${usersPath}/${restricted.userId}`;
    refusedField(await restricted.patch(path, { roles: [open.name] }));
    assert.doesNotMatch((await restricted.get(contactsPath)).text, /7654321/);
  });

  it('by an invitation, both when it is sent and when it is accepted', async () => {
    refusedField(await restricted.post(invitationsPath, { email: newAddress(), roles: [open.name] }));
    const email = newAddress('invited');
    const role = await createRole({ permissions: ['sales:read'], hiddenFields: mask });
    const invited = await restricted.post(invitationsPath, { email, roles: [role.name] });
    assert.equal(invited.status, 201, invited.text);
    const { token } = await mailbox.next(email, /invited/);
    await admin.patch(`${rolesPath}/${role._id}`, { hiddenFields: {} });
    refusedField(await anonymous.post(acceptPath, { token, password: newPassword }));
  });

  it('as the role for registrations', async () => {
    const settings = { registrationOpen: true, registrationRole: open.name };
    refusedField(await restricted.patch(accountPath, { settings }));
    const allowed = await restricted.patch(`${accountPath}?dryRun=true`, {
      settings: { registrationOpen: true, registrationRole: alike.name },
    });
    assert.equal(allowed.status, 200, allowed.text);
  });

  it('by creating, changing or restoring a role', async () => {
    await assertNoWrites(app, ['identity_roles'], async () => {
      const record = { name: unique(), permissions: ['sales:read'] };
      refusedField(await restricted.post(rolesPath, record));
      refusedField(await restricted.post(rolesPath, { ...record, hiddenFields: { 'sales.contacts': ['email'] } }));
      assert.equal(await bulk(restricted, rolesPath, { op: 'create', record }), 403);
      refusedField(await restricted.patch(`${rolesPath}/${elsewhere._id}`, { permissions: ['sales:read'] }));
      refusedField(await restricted.patch(`${rolesPath}/${elsewhere._id}`, { permissions: ['sales:write'] }));
    });
    const deleted = await createRole({ permissions: ['sales:read'] });
    await admin.delete(`${rolesPath}/${deleted._id}`);
    refusedField(await restricted.post(`${rolesPath}/${deleted._id}/restore`, {}));
    assert.equal((await createRole({ permissions: ['sales:read'], hiddenFields: mask }, restricted)).version, 1);
  });

  it('by removing a field from hiddenFields, even of a role without permissions', async () => {
    const only = await createRole({ permissions: [], hiddenFields: mask });
    const masked = await createRole({ permissions: ['sales:read', 'identity:*'] });
    const { client } = await person(app, { roles: [masked.name, only.name] });
    const ownRole = (await admin.get(`${rolesPath}?filter[name]=${own}`)).body.data[0];
    for (const by of [restricted, client]) {
      for (const role of [only, alike, ownRole]) {
        for (const hiddenFields of [{}, { 'sales.contacts': ['email'] }, { 'sales.contacts': [] }, null]) {
          const reply = await by.patch(`${rolesPath}/${role._id}`, { hiddenFields });
          assert.equal(reply.status, 403, reply.text);
        }
      }
    }
    assert.doesNotMatch((await client.get(contactsPath)).text, /7654321/);
    // A field that the caller sees may be removed.
    const reply = await restricted.patch(`${rolesPath}/${alike._id}`, { hiddenFields: mask });
    assert.deepEqual([reply.status, reply.body.hiddenFields], [200, mask]);
  });

  it('or that may write fields which they may only read', async () => {
    const readOnlyFields = { 'sales.contacts': ['phone'] };
    const reader = await user({ permissions: ['sales:*', 'identity:*'], readOnlyFields });
    const writes = await createRole({ permissions: ['sales:write'] });
    const reads = await createRole({ permissions: ['sales:read'] });
    refusedField(await reader.post(usersPath, { email: newAddress(), password, roles: [writes.name] }));
    await createUser([reads.name], reader);
    await createUser([(await createRole({ permissions: ['sales:write'], hiddenFields: mask })).name], reader);
    await createUser([(await createRole({ permissions: ['sales:write'], readOnlyFields }, reader)).name], reader);
  });

  it('even with the scope *', async () => {
    const all = await user({ permissions: ['*'], hiddenFields: mask });
    refusedField(await all.post(usersPath, { email: newAddress(), password, roles: ['manager'] }));
    refusedField(await all.patch(`${usersPath}/${all.userId}`, { roles: ['viewer'] }));
    refusedField(await all.post(rolesPath, { name: unique(), permissions: ['*'] }));
  });

  it('and an account always keeps an admin who sees everything', async () => {
    const boss = await app.tenant();
    const role = await createRole({ hiddenFields: mask }, boss);
    const path = `${usersPath}/${boss.userId}`;
    const last = (reply: Reply) => assert.equal(refused(reply, 409, 'conflict')[0]?.code, 'last_admin', reply.text);
    await assertNoWrites(app, [], async () => last(await boss.patch(path, { roles: ['admin', role.name] })));
    const harmless = await createRole({}, boss);
    assert.equal((await boss.patch(path, { roles: ['admin', harmless.name] })).status, 200);
    last(await boss.patch(`${rolesPath}/${harmless._id}`, { readOnlyFields: mask }));
    await createUser(['admin'], boss);
    assert.equal((await boss.patch(path, { roles: ['admin', role.name] })).status, 200);
  });

  it('by changing the email address of a user who sees more', async () => {
    const { _id } = await createUser([open.name]);
    refusedField(await restricted.patch(`${usersPath}/${_id}`, { email: newAddress() }));
    const { _id: other } = await createUser([alike.name]);
    assert.equal((await restricted.patch(`${usersPath}/${other}`, { email: newAddress() })).status, 200);
  });

  it('by an API key, which hides what its owner’s roles hide', async () => {
    const { key } = await restricted.create('/api/identity/apiKeys', { name: 'K', scopes: ['sales:*', 'identity:*'] });
    const headers = { authorization: `Bearer ${key}` };
    assert.doesNotMatch((await anonymous.get(contactsPath, headers)).text, /7654321/);
    refusedField(await anonymous.post(usersPath, { email: newAddress(), password, roles: [open.name] }, headers));
  });

  it('while a caller who sees everything can give every role', async () => {
    const clerk = await user({ permissions: ['sales:*', 'identity:*'] });
    await createUser([open.name], clerk);
    await createUser([alike.name], clerk);
    assert.equal((await clerk.patch(`${rolesPath}/${alike._id}`, { hiddenFields: {} })).status, 200);
  });
});

describe('the members of a team', () => {
  let ann: Client;
  let bob: Client;
  let deal: Json;
  let annsTeam: Json;
  let bobsTeam: Json;
  let membership: Json;

  const createTeam = (by: Client = admin): Promise<Json> => by.create(teamsPath, { name: unique() });
  const join = (team: Json, userId: string, by: Client = admin) => by.post(membersPath, { teamId: team._id, userId });
  const outOfReach = (reply: Reply, scope = 'sales:read') => refused(reply, 403, 'forbidden', scope);

  before(async () => {
    ann = await user({ permissions: ['sales:read:team', 'identity:*'] });
    bob = await user({ permissions: ['sales:*'] });
    deal = await bob.create(opportunities, { name: 'Of Bob' });
    [annsTeam, bobsTeam] = [await createTeam(), await createTeam()];
    await join(annsTeam, ann.userId);
    membership = (await join(bobsTeam, bob.userId)).body;
  });

  it('cannot be changed in any way by a caller who reaches only part of the records', async () => {
    await assertNoWrites(app, ['identity_team_users', 'identity_teams'], async () => {
      outOfReach(await join(annsTeam, bob.userId, ann));
      outOfReach(await join(bobsTeam, ann.userId, ann));
      outOfReach(await join(bobsTeam, admin.userId, ann));
      const record = { teamId: annsTeam._id, userId: bob.userId };
      for (const operation of [{ op: 'create' }, { op: 'upsert', by: 'userId' }])
        assert.equal(await bulk(ann, membersPath, { ...operation, record }), 403);
      outOfReach(await ann.patch(`${membersPath}/${membership._id}`, { teamId: annsTeam._id }));
      outOfReach(await ann.patch(`${membersPath}/${membership._id}`, { userId: ann.userId }));
      outOfReach(await ann.delete(`${membersPath}/${membership._id}`));
      outOfReach(await ann.delete(`${teamsPath}/${bobsTeam._id}`));
    });
    assert.deepEqual(ids(await ann.get(opportunities)), []);
    refused(await ann.get(`${opportunities}/${deal._id}`), 404, 'not_found');
  });

  it('cannot be restored by such a caller, alone or with their team', async () => {
    const team = await createTeam();
    const mine = (await join(team, ann.userId)).body;
    const his = (await join(team, bob.userId)).body;
    assert.deepEqual(ids(await ann.get(opportunities)), [deal._id]);
    await admin.delete(`${membersPath}/${his._id}`);
    outOfReach(await ann.post(`${membersPath}/${his._id}/restore`, {}));
    await admin.post(`${membersPath}/${his._id}/restore`, {});
    await admin
      .patch(`${membersPath}/${his._id}`, { teamId: bobsTeam._id })
      .then(({ status }) => assert.equal(status, 409));
    await admin.delete(`${teamsPath}/${team._id}`);
    outOfReach(await ann.post(`${teamsPath}/${team._id}/restore`, {}));
    assert.deepEqual(ids(await ann.get(opportunities)), []);
    refused(await ann.get(`${membersPath}/${mine._id}`), 404, 'not_found');
  });

  it('cannot be changed by an API key of such a user, whatever its scopes', async () => {
    const { key } = await ann.create('/api/identity/apiKeys', { name: 'K', scopes: ['identity:*'] });
    const body = { teamId: annsTeam._id, userId: bob.userId };
    outOfReach(await anonymous.post(membersPath, body, { authorization: `Bearer ${key}` }));
  });

  it('cannot be changed by a caller without the scope that the team gives to a member', async () => {
    const clerk = await user({ permissions: ['identity:*'] });
    outOfReach(await join(annsTeam, bob.userId, clerk));
    outOfReach(await join(bobsTeam, ann.userId, clerk));
    // This join works, because nobody in the team has a :team scope.
    assert.equal((await join(bobsTeam, clerk.userId, clerk)).status, 201);
  });

  it('can be changed by a caller with that scope for all records', async () => {
    const chief = await user({ permissions: ['sales:read', 'identity:*'] });
    const joined = await join(annsTeam, bob.userId, chief);
    assert.equal(joined.status, 201, joined.text);
    assert.deepEqual(types(await events(joined.body._id)), ['teamUser.created']);
    assert.deepEqual(ids(await ann.get(opportunities)), [deal._id]);
    assert.equal((await chief.delete(`${membersPath}/${joined.body._id}`)).status, 204);
    assert.deepEqual(ids(await ann.get(opportunities)), []);
  });

  it('cannot get a :team scope from a caller outside the team who has only that :team scope', async () => {
    const role = await createRole({ permissions: ['sales:read:team'] });
    const idle = await createRole({ permissions: [] });
    const { _id } = await createUser([idle.name]);
    await join(bobsTeam, _id);
    await assertNoWrites(app, [], async () => {
      outOfReach(await ann.patch(`${usersPath}/${_id}`, { roles: [role.name] }));
      outOfReach(await ann.patch(`${rolesPath}/${idle._id}`, { permissions: ['sales:read:team'] }));
    });
    // A new user, or a user who has only teams of the caller, gets nothing from the role that the caller does not see.
    const newUser = await createUser([role.name], ann);
    await admin.patch(`${usersPath}/${newUser._id}`, { roles: [] });
    await join(annsTeam, newUser._id);
    assert.equal((await ann.patch(`${usersPath}/${newUser._id}`, { roles: [role.name] })).status, 200);
  });

  it('cannot have their email address changed by a caller who does not reach the same records', async () => {
    const { _id } = await createUser([(await createRole({ permissions: ['sales:read:own'] })).name]);
    outOfReach(await ann.patch(`${usersPath}/${_id}`, { email: newAddress() }));
    assert.equal((await admin.patch(`${usersPath}/${_id}`, { email: newAddress() })).status, 200);
  });
});
