import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { types } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { endedImport, importFile, sendFile } from '#test/import-files.ts';
import { importsCleaning } from '../jobs/imports-cleaning.ts';

const app = await appForFile();
const { admin, events, sql } = app;
const path = '/api/data/imports';
const contacts = '/api/sales/contacts';

const count = async (domain: string): Promise<number> => {
  const [row] = await sql(`select count(*)::int as count from sales_contacts where email like $1`, [`%@${domain}`]);
  return row.count;
};
const people = (domain: string, rows: number): string =>
  `email,lastName\n${Array.from({ length: rows }, (_, n) => `p${n}@${domain},Person ${n}`).join('\n')}\n`;
const act = async (id: string, action: string): Promise<Json> => {
  const { status, body } = await admin.post(`${path}/${id}/${action}`, {});
  return { httpStatus: status, ...body };
};

describe('a running import', () => {
  it('is paused, goes on where it was, and writes each row once', async () => {
    const rows = 4000;
    const { body } = await sendFile(admin, path, people('pause.example', rows), { model: 'contacts' });
    const id = body._id;
    await eventually(async () => assert.ok((await admin.get(`${path}/${id}`)).body.processed > 0));
    assert.equal((await act(id, 'undo')).httpStatus, 409);
    assert.equal((await act(id, 'resume')).httpStatus, 409);
    assert.equal((await act(id, 'pause')).status, 'paused');
    const paused = (await admin.get(`${path}/${id}`)).body;
    assert.ok(paused.processed > 0 && paused.processed < rows, `${paused.processed} rows before the pause`);
    assert.equal(await count('pause.example'), paused.processed);
    assert.equal((await act(id, 'resume')).httpStatus, 202);
    const done = await eventually(async () => {
      const { body: now } = await admin.get(`${path}/${id}`);
      assert.equal(now.status, 'completed');
      return now;
    });
    assert.deepEqual([done.created, done.processed, done.failed], [rows, rows, 0]);
    assert.equal(await count('pause.example'), rows);
    const written = await sql(
      `select count(*)::int as n, count(distinct record_id)::int as ids from events where via_id = $1`,
      [id],
    );
    assert.deepEqual(written, [{ n: rows, ids: rows }]);
    assert.equal((await act(id, 'pause')).httpStatus, 409);
  });

  it('is cancelled: what was written stays, and can be undone', async () => {
    const { body } = await sendFile(admin, path, people('cancel.example', 3000), { model: 'contacts' });
    await eventually(async () => assert.ok((await admin.get(`${path}/${body._id}`)).body.processed > 0));
    assert.equal((await act(body._id, 'cancel')).status, 'cancelled');
    const { processed, status } = await endedImport(admin, body._id);
    assert.equal(status, 'cancelled');
    assert.equal(await count('cancel.example'), processed);
    const completed = await sql(`select 1 from events where type = 'import.completed' and record->>'_id' = $1`, [
      body._id,
    ]);
    assert.equal(completed.length, 0);
    assert.equal((await act(body._id, 'resume')).httpStatus, 409);
    assert.equal((await act(body._id, 'undo')).httpStatus, 202);
    const undone = await eventually(async () => {
      const { body: now } = await admin.get(`${path}/${body._id}`);
      assert.equal(now.status, 'undone');
      return now;
    });
    assert.deepEqual([undone.undone, undone.kept, await count('cancel.example')], [processed, 0, 0]);
  });
});

describe('undoing an import', () => {
  it('deletes what it created and sets back what it changed, and keeps what somebody changed since', async () => {
    const { _id: changed } = await admin.create(contacts, {
      lastName: 'Old',
      email: 'old@undo.example',
      title: 'Boss',
    });
    const { _id: touched } = await admin.create(contacts, { lastName: 'Touched', email: 'touched@undo.example' });
    const csv =
      'email,lastName,Company\nold@undo.example,New,Undone Ltd\ntouched@undo.example,New,\nmade@undo.example,Made,Undone Ltd\nkept@undo.example,Kept,\n';
    const mapping = { email: 'email', lastName: 'lastName', Company: 'accountId.name' };
    const done = await importFile(admin, csv, {
      model: 'contacts',
      mode: 'upsert',
      matchBy: 'email',
      mapping,
      options: { createMissing: true },
    });
    assert.deepEqual([done.created, done.updated], [2, 2]);
    const idOf = async (email: string) => (await admin.get(`${contacts}?filter[email]=${email}`)).body.data[0]._id;
    const [made, kept] = [await idOf('made@undo.example'), await idOf('kept@undo.example')];
    await admin.patch(`${contacts}/${touched}`, { firstName: 'Since' });
    await admin.patch(`${contacts}/${kept}`, { firstName: 'Since' });
    assert.equal((await act(done._id, 'undo')).httpStatus, 202);
    const undone = await eventually(async () => {
      const { body } = await admin.get(`${path}/${done._id}`);
      assert.equal(body.status, 'undone');
      return body;
    });
    assert.deepEqual([undone.undone, undone.kept], [3, 2]);
    assert.deepEqual(
      undone.keptReasons.map(({ id, reason }: Json) => [id, reason]).sort(),
      [touched, kept].map((id) => [id, 'Somebody changed it since.']).sort(),
    );
    const old = (await admin.get(`${contacts}/${changed}`)).body;
    assert.deepEqual([old.lastName, old.accountId, old.title], ['Old', null, 'Boss']);
    assert.deepEqual(types(await events(changed)), ['contact.created', 'contact.updated', 'contact.updated']);
    assert.equal((await admin.get(`${contacts}/${made}`)).status, 404);
    assert.equal((await admin.get(`${contacts}/${kept}`)).body.firstName, 'Since');
    assert.equal((await admin.get(`/api/sales/accounts?filter[name]=Undone Ltd`)).body.data.length, 0);
    assert.equal((await act(done._id, 'undo')).httpStatus, 409);
  });

  it('is not for a file that was only checked', async () => {
    const done = await importFile(admin, 'lastName\nA\n', { model: 'contacts', dryRun: true });
    assert.equal((await act(done._id, 'undo')).httpStatus, 409);
  });
});

describe('an import fails', () => {
  it('with a reason when its file is gone, and goes on when it can', async () => {
    const upload = await sendFile(admin, '/api/communications/file-upload', people('gone.example', 2), {}, 'gone.csv');
    const [{ _id: fileId }] = upload.body.files;
    const { body } = await admin.post(path, { model: 'contacts', storedFileId: fileId });
    await endedImport(admin, body._id);
    assert.equal(await count('gone.example'), 2);
  });

  it('at a line that cannot be read, after the rows before it', async () => {
    const lines = Array.from({ length: 1500 }, (_, n) =>
      JSON.stringify({ email: `p${n}@broken.example`, lastName: `P${n}` }),
    );
    const { body } = await sendFile(
      admin,
      path,
      `${lines.join('\n')}\n{"email": broken\n`,
      { model: 'contacts' },
      'a.jsonl',
    );
    const failed = await endedImport(admin, body._id);
    assert.equal(failed.status, 'failed');
    assert.match(failed.error, /^Line 1501: /);
    assert.equal(await count('broken.example'), failed.processed);
  });
});

describe('the rejected rows of an old import', () => {
  it('are deleted, and those of a new one are kept', async () => {
    const fields = { model: 'contacts', mapping: { email: 'email', lastName: 'lastName' } };
    const [old, recent] = await Promise.all(
      ['Old', 'New'].map((name) => importFile(admin, `email,lastName\nno,${name}\n`, fields)),
    );
    await sql(`update data_imports set updated_at = now() - interval '91 days' where id = $1`, [old?._id]);
    const { services } = app.app;
    await services.jobs.enqueueForPlatform(services, importsCleaning);
    await eventually(async () => {
      const left = await sql('select import_id from import_rejections where import_id = any($1::uuid[])', [
        [old?._id, recent?._id],
      ]);
      assert.deepEqual(left, [{ import_id: recent?._id }]);
    });
    assert.equal((await admin.get(`${path}/${old?._id}/rejected`)).status, 200);
  });
});
