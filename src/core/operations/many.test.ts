import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { newId } from '#lib/ids.ts';
import { assertNoWrites, nobody, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { insertMany as insertRows } from './insert-many.ts';
import { updateMany as updateRows } from './update-many.ts';

/** Mails have hooks for changes by users. Writes of many records skip them. */
const insertMany: typeof insertRows = (context, model, rows, options) =>
  insertRows(context, model, rows, {
    ...(model.name === 'communications.emails' && { withoutHooks: true }),
    ...options,
  });
const updateMany: typeof updateRows = (context, model, rows, options) =>
  updateRows(context, model, rows, {
    ...(model.name === 'communications.emails' && { withoutHooks: true }),
    ...options,
  });

const app = await appForFile();
const { admin, events, sql } = app;
const emails = '/api/communications/emails';

const systemContext = async ({ accountKey }: Client): Promise<Context> => {
  const { services } = app.app;
  const [{ id }] = await sql('select id::text from tenants where account_key = $1', [accountKey]);
  const registry = await services.directory.registry(id);
  return { services, caller: systemCaller(id, accountKey), registry, requestId: 'many' };
};
const context = await systemContext(admin);
const model = (name: string, from = context): Model => from.registry.named(name) as Model;
const email = model('communications.emails');

const read = async (id: string, by = admin): Promise<Json> => (await by.get(`${emails}/${id}`)).body;
const changing = ['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'ownerId'];
const comparable = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !changing.includes(key)));

const contact = await admin.create('/api/sales/contacts', { firstName: 'Ann', email: 'ann@many.example' });
const full = {
  from: 'Sender@Many.example',
  to: ['a@many.example', 'b@many.example'],
  subject: 'Quotes " and \\ and ünïcode',
  html: '<p>x</p>',
  status: 'sent',
  contactId: contact._id,
  scheduledAt: '2026-01-31T10:30:00+01:00',
  read: true,
  openCount: 3,
  tags: ['x', 'y'],
  metadata: { deep: [1, 2.5, null, { a: 'b' }] },
  cc: null,
};

describe('insertMany', () => {
  it('writes the same records and events as single operations, with defaults', async () => {
    for (const values of [full, {}, { status: 'queued', to: [] }]) {
      const single = await admin.create(emails, values);
      const [id = ''] = await insertMany(context, email, [{ values }]);
      const record = await read(id);
      assert.deepEqual(comparable(record), comparable(single));
      assert.equal(record.version, 1);
      assert.equal(record.createdBy, null);
      const [event, ...others] = await events(id);
      assert.equal(others.length, 0);
      assert.equal(event?.type, 'email.created');
      assert.equal(event?.model, 'communications.emails');
      assert.deepEqual(event?.record, record);
      assert.deepEqual([event?.previous, event?.actor_id, event?.request_id], [null, null, 'many']);
    }
    const [id = ''] = await insertMany(context, model('communications.emailSnapshots'), [{ values: {} }]);
    const snapshot = (await admin.get(`/api/communications/emailSnapshots/${id}`)).body;
    assert.ok(Date.now() - Date.parse(snapshot.takenAt) < 60_000);
    assert.deepEqual([snapshot.trackOpens, snapshot.sentCount], [true, 0]);
  });

  it('writes a thousand records with the given ids and one event each, which history shows', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      id: newId(),
      values: { subject: `Mail ${n}`, tags: ['k'] },
    }));
    const ids = await insertMany(context, email, rows);
    assert.deepEqual(ids.sort(), rows.map(({ id }) => id).sort());
    const found = await sql(
      `select t.subject, count(e.id)::int as events from communications_emails t
       join events e on e.record_id = t.id and e.type = 'email.created' where 'k' = any(t.tags) group by t.id, t.subject`,
    );
    assert.equal(found.length, 1200);
    assert.ok(found.every((row) => row.events === 1));
    const history = await admin.get(`${emails}/${ids[5]}/history`);
    assert.equal(history.status, 200, history.text);
    assert.equal(history.body.data.length, 1);
  });

  it('uses the caller for createdBy and the owner', async () => {
    const access = { ...context.caller, userId: admin.userId };
    const [id = ''] = await insertMany({ ...context, caller: access }, email, [{ values: { subject: 'Mine' } }]);
    const record = await read(id);
    assert.deepEqual([record.createdBy, record.updatedBy, record.ownerId], Array(3).fill(admin.userId));
    assert.equal((await events(id))[0]?.actor_id, admin.userId);
  });

  it('leaves out rows with the unique values of another record when told so, and fails otherwise', async () => {
    const recipients = model('communications.emailSnapshotContacts');
    const [emailSnapshotId = ''] = await insertMany(context, model('communications.emailSnapshots'), [{ values: {} }]);
    const row = (address: string) => ({ values: { emailSnapshotId, email: address } });
    const first = await insertMany(context, recipients, [row('a@x.example'), row('b@x.example')]);
    const again = [row('A@x.example'), row('c@x.example'), row('C@X.example')];
    await assertNoWrites(app, [recipients.table], () =>
      assert.rejects(insertMany(context, recipients, again), { code: '23505' }),
    );
    const second = await insertMany(context, recipients, again, { onConflict: 'skip' });
    assert.equal(second.length, 1);
    const stored = await sql(`select id from ${recipients.table} where email_snapshot_id = $1`, [emailSnapshotId]);
    assert.deepEqual(stored.map(({ id }) => id).sort(), [...first, ...second].sort());
    assert.deepEqual(types(await events(second[0])), ['emailSnapshotContact.created']);
  });

  it('applies custom fields of the tenant and their defaults', async () => {
    const other = await app.tenant();
    const fields = '/api/data/models/communications/emails/fields';
    await other.create(fields, { key: 'wave', type: 'integer', default: 7 });
    const theirs = await systemContext(other);
    const mails = model('communications.emails', theirs);
    const [a = '', b = ''] = await insertMany(theirs, mails, [
      { values: { subject: 'a' } },
      { values: { subject: 'b', wave: 9 } },
    ]);
    const waves = [(await read(a, other)).wave, (await read(b, other)).wave].sort();
    assert.deepEqual(waves, [7, 9]);
    await assert.rejects(updateMany(theirs, mails, [{ id: a, values: { wave: 1 } }]), /custom field/);
  });

  it('refuses invalid values, missing references, and models that need more than a statement', async () => {
    await assertNoWrites(app, [email.table], async () => {
      const wrong: [Json, string][] = [
        [{ to: ['nobody'] }, 'to'],
        [{ openCount: -1 }, 'openCount'],
        [{ unknown: 1 }, 'unknown'],
        [{ attachmentIds: [nobody] }, 'attachmentIds'],
      ];
      for (const [values, field] of wrong) {
        await assert.rejects(
          insertMany(context, email, [{ values: {} }, { values }]),
          (error) => error instanceof AppError && error.status === 422 && error.details[0]?.field === field,
        );
      }
      await assert.rejects(insertMany(context, email, [{ values: { contactId: nobody } }]), { code: '23503' });
      const id = newId();
      await assert.rejects(
        insertMany(context, email, [
          { id, values: {} },
          { id, values: {} },
        ]),
        /given twice/,
      );
      const transports = model('communications.emailTransports');
      assert.throws(() => insertMany(context, transports, []), /hooks/);
      const row = { values: { name: 'x', url: 'smtps://u:p@mail.example.com' } };
      await assert.rejects(insertMany(context, transports, [row], { withoutHooks: true }), /secret/);
      assert.throws(() => insertMany(context, model('integrations.webhooks'), []), /hooks/);
      assert.throws(() => insertMany(context, model('identity.users'), []), /hooks|permissions/);
    });
  });
});

describe('updateMany', () => {
  it('writes the same records and events as single operations', async () => {
    const single = await admin.create(emails, { subject: 'Before', openCount: 1, tags: ['old'] });
    const [id = ''] = await insertMany(context, email, [
      { values: { subject: 'Before', openCount: 1, tags: ['old'], cc: ['gone@many.example'] } },
    ]);
    const previous = await read(id);
    const updated = await admin.patch(`${emails}/${single._id}`, full);
    assert.deepEqual(await updateMany(context, email, [{ id, values: full }]), [id]);
    const record = await read(id);
    assert.deepEqual(comparable(record), comparable(updated.body));
    assert.equal(record.version, 2);
    assert.ok(record.updatedAt > previous.updatedAt);
    const [, event] = await events(id);
    assert.equal(event?.type, 'email.updated');
    assert.deepEqual(event?.record, record);
    assert.deepEqual(event?.previous, previous);
    const history = (await admin.get(`${emails}/${id}/history`)).body.data;
    assert.equal(history.length, 2);
  });

  it('sets different fields of a thousand records, and leaves the others as they are', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ id: newId(), values: { subject: `S${n}`, tags: ['u'] } }));
    await insertMany(context, email, rows);
    const changes = rows.map(({ id }, n) => ({
      id,
      values: n % 2 === 0 ? { status: 'delivered', deliveredAt: '2026-02-01T00:00:00.000Z' } : { openCount: n },
    }));
    assert.equal((await updateMany(context, email, changes)).length, 1000);
    const stored = await sql(
      `select status, delivered_at, open_count::int, subject, version::int from communications_emails where 'u' = any(tags)`,
    );
    assert.equal(stored.length, 1000);
    for (const row of stored) {
      const n = Number(row.subject.slice(1));
      assert.equal(row.version, 2);
      assert.equal(row.status, n % 2 === 0 ? 'delivered' : 'draft');
      assert.equal(row.delivered_at !== null, n % 2 === 0);
      assert.equal(row.open_count, n % 2 === 0 ? 0 : n);
    }
  });

  it('writes no version and no event of records that have the values already', async () => {
    const [a = '', b = ''] = await insertMany(context, email, [{ values: full }, { values: { subject: 'b' } }]);
    const changes = [a, b].map((id) => ({ id, values: full }));
    const [changed, ...others] = await updateMany(context, email, changes);
    assert.deepEqual([changed, others.length], [(await read(a)).version === 2 ? a : b, 0]);
    await assertNoWrites(app, [], () => updateMany(context, email, [...changes, { id: nobody, values: full }]));
    assert.deepEqual(await updateMany(context, email, [{ id: a, values: {} }]), []);
  });

  it('does not reach records of another tenant', async () => {
    const other = await app.tenant();
    const theirs = await other.create(emails, { subject: 'Theirs' });
    assert.deepEqual(await updateMany(context, email, [{ id: theirs._id, values: { subject: 'Mine' } }]), []);
    assert.deepEqual(await read(theirs._id, other), theirs);
    const [id = ''] = await insertMany(await systemContext(other), email, [{ values: { subject: 'New' } }]);
    assert.equal((await admin.get(`${emails}/${id}`)).status, 404);
    assert.equal((await read(id, other)).subject, 'New');
  });

  it('waits for other writers and continues from what they wrote', async () => {
    const ids = await insertMany(
      context,
      email,
      Array.from({ length: 50 }, () => ({ values: { subject: 'c' } })),
    );
    const patches = ids.map((id, n) => admin.patch(`${emails}/${id}`, { fromName: `F${n}` }));
    const writes = Array.from({ length: 4 }, (_, n) =>
      updateMany(
        context,
        email,
        ids.map((id) => ({ id, values: { [['status', 'text', 'html', 'subject'][n] as string]: 'done' } })),
      ),
    );
    await Promise.all([...patches, ...writes]);
    for (const id of ids) {
      const written = await events(id);
      assert.equal(written.length, 6);
      const record = await read(id);
      assert.deepEqual([record.version, record.status, record.text, record.subject], [6, 'done', 'done', 'done']);
      assert.match(record.fromName, /^F/);
      for (const [n, event] of written.entries()) {
        assert.equal(event.record.version, n + 1);
        if (n > 0) assert.deepEqual(event.previous, written[n - 1]?.record);
      }
    }
  });

  it('is rolled back with the transaction around it', async () => {
    const [id = ''] = await insertMany(context, email, [{ values: { subject: 'r' } }]);
    await assertNoWrites(app, [email.table], () =>
      assert.rejects(
        inTransaction(context, async (within) => {
          await insertMany(within, email, [{ values: {} }]);
          await updateMany(within, email, [{ id, values: { subject: 'changed' } }]);
          throw new Error('undone');
        }),
        /undone/,
      ),
    );
  });
});
