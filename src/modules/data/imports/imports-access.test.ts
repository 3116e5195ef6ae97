import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { refused as refusedBy } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { endedImport, importFile, sendFile } from '#test/import-files.ts';
import { Atrium } from '../../../../packages/sdk/src/index.ts';

const app = await appForFile();
const { admin, events, sql } = app;
const path = '/api/data/imports';
const contacts = '/api/sales/contacts';
const seller = { permissions: ['sales:read', 'sales:write', 'data:read'] };

const refused = async (client: Client, fields: Json, csv = 'lastName\nA\n') => {
  const { status, body } = await sendFile(client, path, csv, fields);
  return [status, body.error?.code];
};

describe('an import writes only what its user may write', () => {
  it('no model without its permission, and none that the platform writes', async () => {
    const user = await app.user({ permissions: ['sales:read', 'data:read', 'data:write'] });
    assert.deepEqual(await refused(user, { model: 'contacts' }), [403, 'forbidden']);
    assert.deepEqual(await refused(await app.user(seller), { model: 'users' }, 'email\na@b.example\n'), [
      403,
      'forbidden',
    ]);
    for (const model of ['data.imports', 'merges', 'aiCompletionLogs'])
      assert.deepEqual(await refused(admin, { model }, 'model\nx\n'), [422, 'validation_failed']);
  });

  it('no fields that roles hide or make read-only', async () => {
    const user = await app.user({
      ...seller,
      hiddenFields: { 'sales.contacts': ['score'] },
      readOnlyFields: { 'sales.contacts': ['rating'] },
    });
    const csv = 'lastName,score,rating\nA,1,hot\n';
    assert.deepEqual(await refused(user, { model: 'contacts', mapping: { score: 'score' } }, csv), [
      422,
      'validation_failed',
    ]);
    assert.deepEqual(await refused(user, { model: 'contacts', mapping: { rating: 'rating' } }, csv), [
      422,
      'validation_failed',
    ]);
    const preview = await sendFile(user, `${path}/preview`, csv, { model: 'contacts' });
    assert.deepEqual(
      preview.body.columns.map(({ field }: Json) => field),
      ['lastName', null, null],
    );
  });

  it('only records within reach', async () => {
    const user = await app.user({ permissions: ['sales:read', 'sales:write:own', 'data:read'] });
    await admin.create(contacts, { lastName: 'Theirs', email: 'theirs@reach.example' });
    const done = await importFile(user, 'email,lastName\ntheirs@reach.example,Mine\n', {
      model: 'contacts',
      mode: 'update',
      matchBy: 'email',
    });
    assert.deepEqual([done.failed, done.updated], [1, 0]);
    const [{ last_name }] = await sql(`select last_name from sales_contacts where email = 'theirs@reach.example'`);
    assert.equal(last_name, 'Theirs');
  });

  it('no roles that its user does not have', async () => {
    const user = await app.user({ permissions: ['identity:read', 'identity:write', 'identity:admin', 'data:read'] });
    const csv = `email,roles,password\nevil@roles.example,admin,${'Long-enough-1!'}\n`;
    const mapping = { email: 'email', roles: 'roles', password: 'password' };
    const { status, body } = await sendFile(user, path, csv, { model: 'users', mapping });
    if (status === 202) {
      const done = await endedImport(user, body._id);
      assert.deepEqual([done.created, done.failed], [0, 1]);
    } else assert.equal(status, 403);
    assert.equal((await sql(`select 1 from identity_users where email = 'evil@roles.example'`)).length, 0);
  });

  it('with an API key only what the key may write', async () => {
    const { _id, key } = await admin.create('/api/identity/apiKeys', {
      name: 'imports',
      scopes: ['sales:read', 'sales:write:own', 'data:read'],
    });
    const byKey = { ...admin, token: key } as Client;
    const other = await app.user(seller);
    await other.create(contacts, { lastName: 'Theirs', email: 'theirs@key.example' });
    const csv = 'email,lastName\ntheirs@key.example,Mine\n';
    const response = await sendFile(byKey, path, csv, { model: 'contacts', mode: 'update', matchBy: 'email' });
    assert.equal(response.status, 202, JSON.stringify(response.body));
    const done = await endedImport(admin, response.body._id);
    assert.deepEqual([done.failed, done.updated, done.keyId], [1, 0, _id]);
  });

  it('with an API key no other import of its user, and no undo beyond the key', async () => {
    const keyWith = async (scopes: string[]): Promise<Client> => {
      const { key } = await admin.create('/api/identity/apiKeys', { name: `Key for ${scopes}`, scopes });
      return new Client(admin.url, key);
    };
    const done = await importFile(admin, 'lastName,email\nKept,kept@undo.example\nBad,nonsense\n', {
      model: 'contacts',
    });
    const reader = await keyWith(['sales:read', 'data:read']);
    for (const action of ['pause', 'resume', 'cancel', 'undo'])
      refusedBy(await reader.post(`${path}/${done._id}/${action}`, {}), 403, 'forbidden');
    refusedBy(await reader.get(`${path}/${done._id}/rejected`), 403, 'forbidden');
    // It may begin the undo, and deletes nothing, as its scopes say.
    const steward = await keyWith(['data:admin', 'sales:read']);
    assert.equal((await steward.post(`${path}/${done._id}/undo`, {})).status, 202);
    const undone = await endedImport(admin, done._id);
    assert.deepEqual([undone.status, undone.undone, undone.kept], ['undone', 0, 1]);
    assert.match(undone.keptReasons[0].reason, /sales:write/);
    assert.equal((await sql(`select 1 from sales_contacts where email = 'kept@undo.example'`)).length, 1);
  });

  it('no file of others, and none of another tenant', async () => {
    const user = await app.user(seller);
    const stranger = await app.tenant();
    const { nextCursor } = (await user.get('/api/data/changes?since=now')).body.meta;
    const { body } = await sendFile(admin, path, 'lastName\nA\n', { model: 'contacts' });
    const done = await endedImport(admin, body._id);
    const seen = await eventually(async () => {
      const { data } = (await user.get(`/api/data/changes?since=${nextCursor}`)).body;
      const slugs = data.map(({ slug }: Json) => slug);
      assert.ok(slugs.includes('contacts'));
      return slugs;
    });
    assert.ok(!seen.includes('storedFiles') && !seen.includes('imports'), String(seen));
    for (const client of [user, stranger]) {
      const reply = await client.post(path, { model: 'contacts', storedFileId: done.storedFileId });
      assert.deepEqual([reply.status, reply.body.error.details[0].field], [422, 'storedFileId']);
    }
    assert.equal((await user.get(`/api/data/storedFiles/${done.storedFileId}/content`)).status, 404);
    assert.equal((await admin.get(`/api/data/storedFiles/${done.storedFileId}/content`)).status, 200);
  });

  it('quiet and historic only with data:admin', async () => {
    const user = await app.user(seller);
    for (const options of [{ quiet: true }, { historic: true }])
      assert.deepEqual(await refused(user, { model: 'contacts', options }), [403, 'forbidden']);
  });
});

describe('imports of others', () => {
  it('are not there, except for administrators of data', async () => {
    const [one, other] = [await app.user(seller), await app.user(seller)];
    const { _id } = await importFile(one, 'lastName,email\nA,nonsense\n', { model: 'contacts' });
    assert.equal((await one.get(`${path}/${_id}/rejected`)).status, 200);
    assert.equal((await other.get(`${path}/${_id}`)).status, 404);
    assert.equal((await other.get(`${path}/${_id}/rejected`)).status, 404);
    for (const action of ['pause', 'resume', 'cancel', 'undo'])
      assert.equal((await other.post(`${path}/${_id}/${action}`, {})).status, 404, action);
    assert.equal((await other.get(path)).body.data.length, 0);
    assert.equal((await admin.get(`${path}/${_id}`)).status, 200);
    assert.equal((await admin.get(`${path}/${_id}/rejected`)).status, 200);
    assert.equal((await one.patch(`${path}/${_id}`, { status: 'completed' })).status, 405);
  });
});

describe('an import by an administrator of data', () => {
  it('may keep dates, users and numbers of another system', async () => {
    const user = await app.user(seller);
    const [{ email }] = await sql('select email from identity_users where id = $1', [user.userId]);
    const csv = `lastName,createdAt,createdBy,email\nPast,2019-05-01 10:00,${email},past@historic.example\nBad,2031-01-01,,bad@historic.example\n`;
    const mapping = { lastName: 'lastName', createdAt: 'createdAt', createdBy: 'createdBy.email', email: 'email' };
    const done = await importFile(admin, csv, { model: 'contacts', mapping, options: { historic: true } });
    assert.deepEqual([done.created, done.failed], [1, 1]);
    const [past] = (await admin.get(`${contacts}?filter[email]=past@historic.example`)).body.data;
    assert.deepEqual([past.createdAt, past.createdBy], ['2019-05-01T10:00:00.000Z', user.userId]);
    assert.match(done.errors[0].message, /must not be in the future/);
  });

  it('may be quiet: history has the records, webhooks and workflows do not get them', async () => {
    const done = await importFile(admin, 'lastName,email\nQ,q@quiet.example\n', {
      model: 'contacts',
      options: { quiet: true },
    });
    assert.equal(done.created, 1);
    const stored = await sql(`select quiet, type from events where record->>'email' = 'q@quiet.example'`);
    assert.deepEqual(stored, [{ quiet: true, type: 'contact.created' }]);
    const [{ id }] = await sql(`select id from sales_contacts where email = 'q@quiet.example'`);
    assert.equal((await events(id)).length, 1);
    assert.equal((await admin.get(`${contacts}/${id}/history`)).body.data.length, 1);
    assert.equal((await admin.post(`${path}/${done._id}/undo`, {})).status, 202);
    assert.equal((await endedImport(admin, done._id)).undone, 1);
    const deleted = await sql('select quiet, type from events where record_id = $1 and record is null', [id]);
    assert.deepEqual(deleted, [{ quiet: true, type: 'contact.deleted' }]);
  });

  it('that is quiet is not in the stream of deliveries', async () => {
    const client = await app.tenant();
    const since = (await client.get('/api/data/changes?since=now')).body.meta.nextCursor;
    await importFile(client, 'lastName\nQuiet\n', { model: 'contacts', options: { quiet: true } });
    await client.create(contacts, { lastName: 'Loud', description: 'x'.repeat(40_000) });
    const sdk = new Atrium({ url: client.url, token: client.token });
    for await (const { body } of sdk.deliveries({ events: ['contact.*'], since })) {
      assert.deepEqual(JSON.parse(body).data.record.lastName, 'Loud');
      break;
    }
  });
});
