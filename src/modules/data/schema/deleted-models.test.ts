import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf, models } from '#test/custom-fields.ts';
import { assertNoWrites, ids, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { rowInserter, waitForJob } from '#test/large-records.ts';
import { long } from '#test/long.ts';
import { until } from '#test/process.ts';
import { data } from '../index.ts';

const app = await appForFile();
const { admin, events, settled, sql, tenant, user } = app;
const { rows: addRows } = await rowInserter(app);
const boats = '/api/sales/boats';
const boatsModel = `${models}/sales/boats`;
const definition = {
  moduleKey: 'sales',
  slug: 'boats',
  titleField: 'called',
  fields: [
    { key: 'called', type: 'text', required: true },
    { key: 'hull', type: 'text', unique: true },
    { key: 'tenderOf', type: 'reference', reference: { moduleKey: 'sales', slug: 'boats' } },
    { key: 'buyerId', type: 'reference', reference: { moduleKey: 'sales', slug: 'accounts' } },
  ],
};

const deletedOf = async (client: Client, query = ''): Promise<Json[]> => {
  const reply = await client.get(`${models}?deleted=true${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
};

async function tenantWithBoats(): Promise<{ owner: Client; argo: Json; tender: Json; account: Json }> {
  const owner = await tenant();
  await owner.create(models, definition);
  const account = await owner.create('/api/sales/accounts', { name: 'Jason' });
  const argo = await owner.create(boats, { called: 'Argo', hull: 'H1', buyerId: account._id });
  const tender = await owner.create(boats, { called: 'Tender', hull: 'H2', tenderOf: argo._id });
  return { owner, argo, tender, account };
}

const byRequest = async (requestId: string) => (await events()).filter((event) => event.request_id === requestId);

describe('a custom model that has records', () => {
  it('is deleted only with withRecords=true, and the refusal says how many records there are', async () => {
    const { owner } = await tenantWithBoats();
    const blind = await user({ permissions: ['data:admin'] }, owner);
    await assertNoWrites(app, ['custom_models', 'custom_fields', 'custom_records', 'deleted_models'], async () => {
      const reply = await owner.delete(boatsModel);
      refused(reply, 409, 'conflict');
      assert.match(reply.body.error.message, /sales\.boats has 2 records; .*\?withRecords=true/);
      refused(await owner.delete(`${boatsModel}?withRecords=yes`), 400, 'bad_request', 'withRecords');
      refused(await owner.delete(`${boatsModel}?async=true`), 400, 'bad_request', 'async');
      assert.match((await blind.delete(boatsModel)).body.error.message, /sales\.boats has records; /);
      assert.equal((await owner.delete(`${boatsModel}?withRecords=true&dryRun=true`)).status, 204);
    });
  });

  it('is restored with its previous fields and records, each with its event', async () => {
    const { owner, argo, tender } = await tenantWithBoats();
    const view = (await owner.get(boatsModel)).body;
    const deleted = await owner.delete(`${boatsModel}?withRecords=true`, { 'x-request-id': 'sink' });
    assert.equal(deleted.status, 204, deleted.text);
    assert.deepEqual(types(await byRequest('sink')), ['boat.deleted', 'boat.deleted', 'model.deleted']);
    refused(await owner.get(boats), 404, 'not_found');
    const reply = await owner.post(`${boatsModel}/restore`, {}, { 'x-request-id': 'raise' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, view);
    assert.deepEqual(types(await byRequest('raise')), ['model.created', 'boat.restored', 'boat.restored']);
    const list = (await owner.get(`${boats}?sort=called`)).body.data;
    for (const [n, was] of [argo, tender].entries()) {
      const { updatedAt, ...now } = list[n];
      assert.deepEqual({ ...now, updatedAt: was.updatedAt }, { ...was, version: 2 });
      assert.ok(updatedAt > was.updatedAt);
    }
    refused(await owner.post(boats, { called: 'X', hull: 'H1' }), 409, 'unique_violation', 'hull');
    const { body } = await owner.get(`${boats}/${argo._id}/history`);
    assert.deepEqual(
      body.data.map(({ action }: Json) => action),
      ['restored', 'deleted', 'created'],
    );
    assert.deepEqual(await deletedOf(owner), []);
    refused(await owner.post(`${boatsModel}/restore`, {}), 409, 'conflict');
  });

  it('is restored with its trash, and without references to records that were deleted since', async () => {
    const { owner, argo, tender, account } = await tenantWithBoats();
    await owner.delete(`${boats}/${tender._id}`);
    await owner.delete(`${boatsModel}?withRecords=true`);
    // The tender was deleted before the model, so it stays in the trash when the model is restored.
    assert.deepEqual(
      (await owner.get('/api/data/trash')).body.data.map(({ recordId }: Json) => recordId),
      [argo._id],
    );
    await owner.delete(`/api/sales/accounts/${account._id}`);
    assert.equal((await owner.post(`${models}/sales/boats/restore`, {})).status, 200);
    assert.deepEqual(ids(await owner.get(boats)), [argo._id]);
    assert.equal((await owner.get(`${boats}/${argo._id}`)).body.buyerId, null);
    const trash = (await owner.get('/api/data/trash?filter[modelKey]=boat')).body.data;
    assert.deepEqual(
      trash.map(({ recordId }: Json) => recordId),
      [tender._id],
    );
    assert.equal((await owner.post(`${boats}/${tender._id}/restore`, {})).body.tenderOf, argo._id);
  });
});

describe('the trash', () => {
  it('has the records of a deleted model, with the way to restore them', async () => {
    const { owner, argo, tender } = await tenantWithBoats();
    await owner.delete(`${boatsModel}?withRecords=true`);
    const byModel = async (name: string) => (await owner.get(`/api/data/trash?filter[modelKey]=${name}`)).body.data;
    for (const data of [await byModel('boat'), await byModel('sales.boats'), await byModel('boats')])
      assert.deepEqual(data.map(({ recordId }: Json) => recordId).sort(), [argo._id, tender._id].sort());
    const entry = (await owner.get('/api/data/trash')).body.data.find(({ recordId }: Json) => recordId === argo._id);
    assert.equal(entry.title, 'Argo');
    assert.equal(entry.modelDeleted, true);
    assert.equal(entry.record.hull, 'H1');
    assert.equal(entry.deletedBy._id, owner.userId);
    assert.equal((await owner.post(entry.restorePath, {})).status, 200);
    assert.equal((await owner.get(`${boats}/${argo._id}`)).body.called, 'Argo');
    assert.deepEqual((await owner.get('/api/data/trash')).body.data, []);
  });

  it('names records of a deleted model only to users who may restore the model and read its records', async () => {
    const { owner } = await tenantWithBoats();
    const wide = await user({ permissions: ['*:read', '*:write'] }, owner);
    const blind = await user({ permissions: ['data:admin', 'support:read'] }, owner);
    const blinkered = await user(
      { permissions: ['data:admin', 'sales:read'], hiddenFields: { 'sales.boats': ['hull'] } },
      owner,
    );
    await owner.delete(`${boatsModel}?withRecords=true`);
    for (const client of [wide, blind]) {
      assert.deepEqual((await client.get('/api/data/trash')).body.data, []);
      refused(await client.get('/api/data/trash?filter[modelKey]=boat'), 400, 'bad_request');
    }
    const seen = await blinkered.get('/api/data/trash');
    assert.equal(seen.body.data.length, 2);
    assert.doesNotMatch(seen.text, /H1|hull/);
    assert.deepEqual((await (await tenant()).get('/api/data/trash')).body.data, []);
  });

  it('does not have records of a deleted model whose name is taken', async () => {
    const { owner } = await tenantWithBoats();
    await owner.delete(`${boatsModel}?withRecords=true`);
    await owner.create(models, { moduleKey: 'sales', slug: 'boats', fields: [{ key: 'called', type: 'integer' }] });
    assert.deepEqual((await owner.get('/api/data/trash')).body.data, []);
  });
});

describe('a deleted model', () => {
  it('is listed for users who may restore it, and named nowhere else', async () => {
    const { owner } = await tenantWithBoats();
    await owner.delete(`${boatsModel}?withRecords=true`);
    const [entry, ...others] = await deletedOf(owner);
    const { deletedAt, restorableUntil, ...rest } = entry;
    assert.deepEqual(others, []);
    assert.deepEqual(rest, {
      kind: 'model',
      moduleKey: 'sales',
      slug: 'boats',
      modelKey: 'boat',
      label: 'Boat',
      deletedBy: { _id: owner.userId, email: 'admin@example.com' },
      restorePath: `${boatsModel}/restore`,
    });
    assert.equal(Date.parse(restorableUntil) - Date.parse(deletedAt), 365 * 86_400_000);
    assert.equal((await deletedOf(owner, '&filter[slug]=boats')).length, 1);
    assert.equal((await deletedOf(owner, '&filter[modelKey]=ship')).length, 0);
    const reader = await user({ permissions: ['*:read', '*:write'] }, owner);
    refused(await reader.get(`${models}?deleted=true`), 403, 'forbidden', 'data:admin');
    refused(await reader.post(`${boatsModel}/restore`, {}), 403, 'forbidden', 'data:admin');
    refused(await owner.get(`${models}?deleted=yes`), 400, 'bad_request');
    await settled();
    for (const path of [models, '/openapi.json', '/openapi/sales.json', '/api/integrations/event-types'])
      assert.doesNotMatch((await owner.get(path)).text, /boat|called|hull/i, path);
    const changes = (await owner.get('/api/data/changes?limit=200')).text;
    assert.doesNotMatch(changes, /Argo|called|hull|tenderOf/);
    refused(await (await tenant()).post(`${boatsModel}/restore`, {}), 404, 'not_found');
  });

  it('cannot be restored after a new model has taken its name', async () => {
    const { owner, argo } = await tenantWithBoats();
    await owner.delete(`${boatsModel}?withRecords=true`);
    await owner.create(models, { moduleKey: 'sales', slug: 'boats', fields: [{ key: 'called', type: 'integer' }] });
    const reply = await owner.post(`${boatsModel}/restore`, {});
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /sales\.boats cannot be restored any more: another one of that name/);
    assert.deepEqual(await deletedOf(owner), []);
    refused(await owner.get(`${boats}/${argo._id}/history`), 404, 'not_found');
    await owner.create(boats, { called: 7 });
    await owner.delete(`${boatsModel}?withRecords=true`);
    assert.equal((await owner.post(`${boatsModel}/restore`, {})).status, 200);
    assert.equal((await owner.get(boats)).body.data[0].called, 7);
  });

  it('can be restored only when the model it refers to exists and its model key is free', async () => {
    const owner = await tenant();
    const reference = { moduleKey: 'sales', slug: 'ports' };
    await owner.create(models, { moduleKey: 'sales', slug: 'ports' });
    const field = { key: 'portId', type: 'reference', reference };
    await owner.create(models, { moduleKey: 'sales', slug: 'boats', fields: [field] });
    refused(await owner.delete(`${models}/sales/ports`), 409, 'still_referenced');
    assert.equal((await owner.delete(boatsModel)).status, 204);
    assert.equal((await owner.delete(`${models}/sales/ports`)).status, 204);
    const early = await owner.post(`${boatsModel}/restore`, {});
    refused(early, 409, 'conflict');
    assert.match(early.body.error.message, /sales\.boats\.portId refers to sales\.ports/);
    assert.equal((await owner.post(`${models}/sales/ports/restore`, {})).status, 200);
    await owner.create(models, { moduleKey: 'support', slug: 'vessels', modelKey: 'boat' });
    const taken = await owner.post(`${boatsModel}/restore`, {});
    assert.match(taken.body.error.message, /model key boat is that of support\.vessels/);
    assert.equal((await owner.delete(`${models}/support/vessels`)).status, 204);
    assert.equal((await owner.post(`${boatsModel}/restore?dryRun=true`, {})).status, 200);
    refused(await owner.get(boats), 404, 'not_found');
    assert.equal((await owner.post(`${boatsModel}/restore`, {})).status, 200);
  });
});

describe('a custom model with many records', long, () => {
  let modelId: string;
  let calledId: string;
  let tenderId: string;

  before(async () => {
    await admin.create(models, definition);
    const [model] = await sql(`select id from custom_models where slug = 'boats' and tenant_id = 1`);
    modelId = model.id;
    const fields = await sql(`select key, id from custom_fields where slug = 'boats' and tenant_id = 1`);
    ({ called: calledId, tenderOf: tenderId } = Object.fromEntries(fields.map(({ key, id }) => [key, id])));
  });

  // Autovacuum would do this later: every index scan reads the pending list.
  const cleanPendingList = () => sql(`select gin_clean_pending_list('custom_records_gin_idx')`);
  const total = async () => (await admin.get(`${boats}?limit=1&count=exact`)).body.meta.total;

  it('is deleted and restored by jobs, with the references among its records', async () => {
    const added = await addRows(
      'custom_records',
      { model_id: `'${modelId}'`, custom: `jsonb_build_object('${calledId}', 'Boat ' || n)` },
      5500,
    );
    // Each record refers to the next one, which may be in another batch.
    await sql(
      `update custom_records t set custom = t.custom || jsonb_build_object('${tenderId}', n.next) from (
         select id, lead(id) over (order by id) as next from custom_records where model_id = $1) n
       where t.id = n.id and n.next is not null`,
      [modelId],
    );
    await cleanPendingList();
    const links = () =>
      sql(`select id, custom->>'${tenderId}' as next from custom_records where model_id = $1 order by id`, [modelId]);
    const before = await links();
    assert.equal(added.length, 5500);
    await assertNoWrites(app, ['custom_records', 'custom_models', 'jobs'], async () => {
      const many = refused(await admin.delete(`${boatsModel}?withRecords=true`), 409, 'too_many_dependants');
      assert.match(String(many[0]?.message), /5,000.*\?withRecords=true&async=true/);
      refused(await admin.delete(`${boatsModel}?withRecords=true&async=true&dryRun=true`), 400, 'bad_request', 'async');
    });
    const deleting = await admin.delete(`${boatsModel}?withRecords=true&async=true`);
    assert.equal(deleting.status, 202, deleting.text);
    const { jobId } = deleting.body;
    assert.equal(deleting.headers.get('location'), `/api/data/jobs/${jobId}`);
    const done = await waitForJob(admin, jobId, 'completed');
    assert.equal(done.done, done.total);
    refused(await admin.get(boats), 404, 'not_found');
    const [{ count }] = await sql(
      `select count(*)::int as count from events where request_id = $1 and type = 'boat.deleted'`,
      [`job ${jobId}`],
    );
    assert.equal(count, 5500);
    refused(await admin.post(`${boatsModel}/restore`, {}), 409, 'too_many_dependants');
    const restoring = await admin.post(`${boatsModel}/restore?async=true`, {});
    assert.equal(restoring.status, 202, restoring.text);
    await waitForJob(admin, restoring.body.jobId, 'completed');
    assert.equal(await total(), 5500);
    assert.deepEqual(await links(), before);
    await cleanPendingList();
  });

  it('is deleted together with records that are written while the job runs', async () => {
    await admin.create(boats, { called: 'Late' });
    const { body } = await admin.delete(`${boatsModel}?withRecords=true&async=true`);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.post(boats, { called: `Later ${n}` })),
    );
    for (const { status, text } of replies) assert.ok(status === 201 || status === 404, text);
    await waitForJob(admin, body.jobId, 'completed');
    const [{ count }] = await sql('select count(*)::int as count from custom_records where model_id = $1', [modelId]);
    assert.equal(count, 0);
  });
});

describe('a model or field that was deleted longer ago than EVENT_RETENTION', () => {
  it('cannot be restored, and is removed with its values', async () => {
    const { owner, argo } = await tenantWithBoats();
    await owner.create(fieldsOf('sales/accounts'), { key: 'fleet', type: 'text', unique: true });
    const account = await owner.create('/api/sales/accounts', { name: 'A', fleet: 'Blue' });
    await owner.delete(`${fieldsOf('sales/accounts')}/fleet`);
    await owner.delete(`${fieldsOf('sales/boats')}/hull`);
    const values = () =>
      sql(
        `select (select custom from sales_accounts where id = $1) as account, (select custom from custom_records where id = $2) as boat,
          (select version from sales_accounts where id = $1)::int as version,
          (select count(*)::int from custom_uniques u join deleted_fields f on f.id = u.field_id) as bookings`,
        [account._id, argo._id],
      );
    // A new field with the same key exists, so the old one cannot be restored and the next run removes it.
    const region = { key: 'region', type: 'text' };
    await owner.create(fieldsOf('sales/accounts'), region);
    await owner.patch(`/api/sales/accounts/${account._id}`, { region: 'North' });
    await owner.delete(`${fieldsOf('sales/accounts')}/region`);
    await owner.create(fieldsOf('sales/accounts'), region);
    const [stored] = await values();
    assert.deepEqual(Object.values(stored.account).sort(), ['Blue', 'North']);
    assert.ok(Object.values(stored.boat).includes('H1'));
    const age = `deleted_at - interval '366 days'`;
    await sql(`update deleted_fields set deleted_at = ${age} where key in ('fleet', 'hull')`);
    refused(await owner.post(`${fieldsOf('sales/accounts')}/fleet/restore`, {}), 404, 'not_found');
    assert.deepEqual(await deletedOf(owner), []);
    await owner.delete(`${boatsModel}?withRecords=true`);
    const job = data.jobs.find(({ name }) => name === 'schema.retention');
    assert.ok(job);
    const { services } = app.app;
    await services.jobs.enqueueForPlatform(services, job);
    await until('the job to remove the fields', async () => {
      const [{ count }] = await sql(
        `select count(*)::int as count from deleted_fields where key in ('fleet', 'region')`,
      );
      return count === 0;
    });
    const [now] = await values();
    assert.deepEqual([now.account, now.version, now.bookings], [{}, 2, 0]);
    assert.equal((await owner.post(`${boatsModel}/restore`, {})).status, 200);
    await sql(`update deleted_models set deleted_at = ${age}`);
    await owner.delete(`${boatsModel}?withRecords=true`);
    await sql(`update deleted_models set deleted_at = ${age} where slug = 'boats'`);
    refused(await owner.post(`${boatsModel}/restore`, {}), 404, 'not_found');
  });
});
