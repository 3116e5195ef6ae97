import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const contacts = '/api/sales/contacts';
const bulk = `${contacts}/bulk`;
const { admin, events, tenant, user } = await appForFile();
const writer = await user({ permissions: ['sales:*', 'data:read'] });

const dates = { createdAt: '2024-05-06T07:08:09.123Z', updatedAt: '2024-06-07T08:09:10.000Z' };
const importOf = (record: Json, more: Json = {}) => ({ import: true, ...more, operations: [{ op: 'create', record }] });

describe('a bulk request that imports', () => {
  it('gives new records the dates of the import', async () => {
    const reply = await admin.post(bulk, importOf({ firstName: 'Ada', ...dates }));
    assert.equal(reply.status, 200, reply.text);
    const { record } = reply.body.results[0];
    assert.deepEqual([record.createdAt, record.updatedAt, record.version], [dates.createdAt, dates.updatedAt, 1]);
    const read = (await admin.get(`${contacts}/${record._id}`)).body;
    assert.deepEqual([read.createdAt, read.updatedAt], [dates.createdAt, dates.updatedAt]);
    const { data } = (await admin.get(`${contacts}?filter[createdAt][lt]=2024-12-31&fields=firstName`)).body;
    assert.deepEqual(
      data.map(({ firstName }: Json) => firstName),
      ['Ada'],
    );
  });

  it('writes events with the time of the write, which contain the record with its imported dates', async () => {
    const before = Date.now();
    const { record } = (await admin.post(bulk, importOf({ firstName: 'Grace', ...dates }))).body.results[0];
    const [event] = await events(record._id);
    assert.equal(event?.type, 'contact.created');
    assert.equal(event?.record.createdAt, dates.createdAt);
    assert.equal(event?.actor_id, admin.userId);
    assert.ok(Math.abs((event?.occurred_at.getTime() ?? 0) - before) < 60_000);
    const { data } = (await admin.get(`${contacts}/${record._id}/history`)).body;
    assert.equal(data.length, 1);
  });

  it('uses createdAt for both dates when only that is given, and the time of the write when none is', async () => {
    const one = (await admin.post(bulk, importOf({ firstName: 'One', createdAt: dates.createdAt }))).body.results[0]
      .record;
    assert.deepEqual([one.createdAt, one.updatedAt], [dates.createdAt, dates.createdAt]);
    const none = (await admin.post(bulk, importOf({ firstName: 'None' }))).body.results[0].record;
    assert.ok(Date.now() - Date.parse(none.createdAt) < 60_000);
    const later = await admin.patch(`${contacts}/${one._id}`, { title: 'Countess' });
    assert.equal(later.body.createdAt, dates.createdAt);
    assert.ok(Date.now() - Date.parse(later.body.updatedAt) < 60_000);
  });

  it('applies to upserts that create a record, and not to existing records', async () => {
    const record = { email: 'upsert@example.com', ...dates };
    const upsert = { import: true, operations: [{ op: 'upsert', by: 'email', record }] };
    const first = (await admin.post(bulk, upsert)).body.results[0];
    assert.deepEqual([first.status, first.record.createdAt], [201, dates.createdAt]);
    const moved = { ...record, createdAt: '2020-01-01T00:00:00.000Z' };
    const again = await admin.post(bulk, { ...upsert, operations: [{ op: 'upsert', by: 'email', record: moved }] });
    assert.equal(again.status, 422);
    assert.equal(again.body.error.details[0].code, 'read_only');
  });

  it('refuses dates in the future, dates in the wrong order and invalid dates', async () => {
    for (const [wrong, field, code] of [
      [{ createdAt: new Date(Date.now() + 3_600_000).toISOString() }, 'createdAt', 'out_of_range'],
      [{ createdAt: dates.updatedAt, updatedAt: dates.createdAt }, 'updatedAt', 'out_of_range'],
      [{ createdAt: 'yesterday' }, 'createdAt', 'invalid_format'],
    ] as const) {
      const reply = await admin.post(bulk, importOf({ firstName: 'Wrong', ...wrong }));
      assert.equal(reply.status, 422, reply.text);
      const [detail] = reply.body.error.details;
      assert.deepEqual([detail.field, detail.code], [`operations[0].record.${field}`, code]);
    }
    assert.equal((await admin.post(bulk, { ...importOf({ firstName: 'X' }), import: 'yes' })).status, 422);
  });

  it('can take the number of a deleted record, whose restore then says what to do', async () => {
    const quotes = '/api/sales/quotes';
    await admin.create('/api/data/models/sales/quotes/fields', { key: 'file', type: 'autonumber', pattern: 'F-{000}' });
    for (const key of ['number', 'file']) {
      const deleted = await admin.create(quotes, { name: 'Deleted' });
      await admin.delete(`${quotes}/${deleted._id}`);
      const { results } = (await admin.post(`${quotes}/bulk`, importOf({ name: 'Other', [key]: deleted[key] }))).body;
      const refusal = await admin.request('POST', `${quotes}/${deleted._id}/restore`);
      assert.deepEqual([refusal.status, refusal.body.error.code], [409, 'unique_violation'], refusal.text);
      assert.match(
        refusal.body.error.message,
        new RegExp(`its ${key} ${deleted[key]} to another quote. Delete that quote`),
      );
      await admin.delete(`${quotes}/${results[0].record._id}`);
      assert.equal((await admin.request('POST', `${quotes}/${deleted._id}/restore`)).body[key], deleted[key]);
    }
  });

  it('needs the scope data:admin', async () => {
    const reply = await writer.post(bulk, importOf({ firstName: 'Mallory', ...dates }));
    assert.equal(reply.status, 403);
    assert.equal(reply.body.error.details[0].field, 'data:admin');
    assert.equal((await writer.post(bulk, importOf({ firstName: 'Mallory' }, { import: false }))).status, 200);
    const importer = await user({ permissions: ['sales:*', 'data:admin'] });
    assert.equal((await importer.post(bulk, importOf({ firstName: 'Ivy', ...dates }))).status, 200);
    const other = await tenant();
    assert.equal((await other.post(bulk, importOf({ firstName: 'Elsewhere', ...dates }))).status, 200);
  });

  it('is the only way to set the dates: elsewhere they are read-only', async () => {
    const record = { firstName: 'Eve', ...dates };
    for (const reply of [
      await admin.post(bulk, importOf(record, { import: false })),
      await admin.post(bulk, { operations: [{ op: 'create', record }] }),
      await admin.post(contacts, record),
    ])
      assert.equal(reply.status, 422, reply.text);
  });
});
