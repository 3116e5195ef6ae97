import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { endedImport, importFile, sendFile } from '#test/import-files.ts';

const app = await appForFile();
const { admin, events, sql } = app;
const contacts = '/api/sales/contacts';
const path = '/api/data/imports';

const counts = ({ total, processed, created, updated, unchanged, failed }: Json) => ({
  total,
  processed,
  created,
  updated,
  unchanged,
  failed,
});
const contactsOf = async (email: string, client = admin): Promise<Json[]> =>
  (await client.get(`${contacts}?filter[email]=${email}`)).body.data;

describe('an import', () => {
  it('creates a record of each row with an event, and ends with an event of its own', async () => {
    const csv =
      'Vorname,Nachname,E-Mail,Tags\nAda,Lovelace,ada@first.example,"a;b"\nGrace,Hopper,grace@first.example,\n';
    const { status, body } = await sendFile(admin, path, csv, { model: 'contacts' });
    assert.equal(status, 202, JSON.stringify(body));
    assert.deepEqual(body.mapping, { Vorname: 'firstName', Nachname: 'lastName', 'E-Mail': 'email', Tags: 'tags' });
    const done = await endedImport(admin, body._id);
    assert.equal(done.status, 'completed');
    assert.deepEqual(counts(done), { total: 2, processed: 2, created: 2, updated: 0, unchanged: 0, failed: 0 });
    const [ada] = await contactsOf('ada@first.example');
    assert.deepEqual(
      [ada.firstName, ada.tags, ada.ownerId, ada.createdBy],
      ['Ada', ['a', 'b'], admin.userId, admin.userId],
    );
    const [event, ...others] = await events(ada._id);
    assert.deepEqual([event?.type, event?.via, others.length], ['contact.created', 'import', 0]);
    const history = (await admin.get(`${contacts}/${ada._id}/history`)).body.data[0];
    assert.deepEqual([history.actor.via, history.actor.viaId], ['import', body._id]);
    const completed = (await events()).filter(({ type }) => type === 'import.completed');
    assert.equal(completed.length, 1);
    const report: Json = completed[0]?.record;
    assert.deepEqual([report._id, report.total, report.created, report.failed], [body._id, 2, 2, 0]);
    assert.deepEqual(types(await events(body._id)), ['import.created', 'import.updated', 'import.updated']);
  });

  it('rejects rows that are wrong, with the column, the value and what was expected, and writes the others', async () => {
    const csv =
      'Nachname;E-Mail;Geburtstag;Punkte\nA;a@wrong.example;31.12.1990;1.234,5\nB;nonsense;;\nC;c@wrong.example;31.02.1990;\nD;d@wrong.example;;viel\nE;e@wrong.example;;\n';
    const mapping = { Nachname: 'lastName', 'E-Mail': 'email', Geburtstag: 'birthday', Punkte: 'score' };
    const done = await importFile(admin, csv, { model: 'sales.contacts', mapping, options: { locale: 'de-DE' } });
    assert.deepEqual(counts(done), { total: 5, processed: 5, created: 2, updated: 0, unchanged: 0, failed: 3 });
    const [a] = await contactsOf('a@wrong.example');
    assert.deepEqual([a.birthday, a.score], ['1990-12-31', 1234.5]);
    assert.deepEqual(
      done.errors.map(({ row, line, field }: Json) => [row, line, field]),
      [
        [2, 3, 'E-Mail'],
        [3, 4, 'Geburtstag'],
        [4, 5, 'Punkte'],
      ],
    );
    assert.match(done.errors[0].message, /Column "E-Mail": "nonsense" must be/);
    assert.match(done.errors[1].message, /"31\.02\.1990" is not a date/);
    assert.match(done.errors[2].message, /"viel" is not a number/);
    const rejected = await admin.get(`${path}/${done._id}/rejected`);
    assert.match(rejected.headers.get('content-type') ?? '', /text\/csv/);
    const [title, first] = rejected.text.split(/\r?\n/);
    assert.match(title ?? '', /Nachname.E-Mail.Geburtstag.Punkte.reason/);
    assert.match(first ?? '', /^"?B"?.nonsense/);
    assert.equal(rejected.text.trim().split(/\r?\n/).length, 4);
  });

  it('takes a stored file and JSON Lines', async () => {
    const form = await sendFile(
      admin,
      '/api/communications/file-upload',
      '{"lastName":"Json","email":"json@lines.example","tags":["x"]}\n',
      {},
      'a.jsonl',
    );
    const { status, body } = await admin.post(path, { model: 'contacts', storedFileId: form.body.files[0]._id });
    assert.equal(status, 202, JSON.stringify(body));
    const done = await endedImport(admin, body._id);
    assert.deepEqual([done.created, done.format, done.fileName], [1, 'jsonl', 'a.jsonl']);
    assert.deepEqual((await contactsOf('json@lines.example'))[0].tags, ['x']);
  });

  it('updates and upserts the records that it finds', async () => {
    const { _id } = await admin.create(contacts, {
      lastName: 'Old',
      email: 'one@upsert.example',
      phone: '+49 1234567',
    });
    await admin.create(contacts, { lastName: 'Twin', email: 'twin@upsert.example' });
    await admin.create(contacts, { lastName: 'Twin', email: 'twin@upsert.example' });
    const csv =
      'email,lastName,phone\nONE@upsert.example,New,\ntwin@upsert.example,x,\nnew@upsert.example,Made,\nnew@upsert.example,Again,\n';
    const upsert = await importFile(admin, csv, { model: 'contacts', mode: 'upsert', matchBy: 'email' });
    assert.deepEqual(counts(upsert), { total: 4, processed: 4, created: 1, updated: 2, unchanged: 0, failed: 1 });
    assert.match(upsert.errors[0].message, /"twin@upsert.example" is the email of two contacts/);
    const one = (await admin.get(`${contacts}/${_id}`)).body;
    assert.deepEqual([one.lastName, one.phone, one.version], ['New', '+49 1234567', 2]);
    assert.deepEqual(
      (await contactsOf('new@upsert.example')).map(({ lastName }) => lastName),
      ['Again'],
    );
    const again = await importFile(admin, csv.replace('new@upsert.example,Made,\n', ''), {
      model: 'contacts',
      mode: 'update',
      matchBy: 'email',
    });
    assert.deepEqual(counts(again), { total: 3, processed: 3, created: 0, updated: 0, unchanged: 2, failed: 1 });
    const missing = await importFile(admin, 'email,lastName\nnobody@upsert.example,x\n', {
      model: 'contacts',
      mode: 'update',
      matchBy: 'email',
    });
    assert.match(missing.errors[0].message, /of no contact/);
  });

  it('finds references by a key, and creates missing ones once', async () => {
    const { _id } = await admin.create('/api/sales/accounts', { name: 'Analytical' });
    const csv = 'lastName,email,Company\nA,a@ref.example,ANALYTICAL\nB,b@ref.example,Fresh\nC,c@ref.example,fresh\n';
    const mapping = { lastName: 'lastName', email: 'email', Company: 'accountId.name' };
    const without = await importFile(admin, csv, { model: 'contacts', mapping });
    assert.deepEqual([without.created, without.failed], [1, 2]);
    assert.match(without.errors[0].message, /Column "Company": "Fresh" is the name of no account/);
    assert.equal((await contactsOf('a@ref.example'))[0].accountId, _id);
    const made = await importFile(admin, csv, {
      model: 'contacts',
      mapping,
      mode: 'upsert',
      matchBy: 'email',
      options: { createMissing: true },
    });
    assert.deepEqual([made.created, made.unchanged, made.failed], [2, 1, 0]);
    const [b] = await contactsOf('b@ref.example');
    const [c] = await contactsOf('c@ref.example');
    assert.equal(b.accountId, c.accountId);
    const [account] = await events(b.accountId);
    assert.deepEqual([account?.type, account?.via], ['account.created', 'import']);
  });

  it('only checks the file when told so', async () => {
    const before = (await events()).filter(({ type }) => type.startsWith('contact.')).length;
    const form = { model: 'contacts' };
    const { body } = await sendFile(
      admin,
      `${path}?dryRun=true`,
      'lastName,email\nDry,dry@run.example\nWet,wet\n',
      form,
    );
    const done = await endedImport(admin, body._id);
    assert.deepEqual([done.dryRun, done.created, done.failed, done.errors[0].row], [true, 1, 1, 2]);
    const inBody = await importFile(admin, 'lastName\nDry\n', { ...form, dryRun: true });
    assert.deepEqual([inBody.dryRun, inBody.created], [true, 1]);
    assert.equal((await contactsOf('dry@run.example')).length, 0);
    assert.equal((await events()).filter(({ type }) => type.startsWith('contact.')).length, before);
  });

  it('of a file twice at the same time creates each record once when it upserts', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `p${n}@twice.example,Person ${n}`);
    const csv = `email,lastName\n${rows.join('\n')}\n`;
    const fields = { model: 'contacts', mode: 'upsert', matchBy: 'email' };
    const [first, second] = await Promise.all([importFile(admin, csv, fields), importFile(admin, csv, fields)]);
    assert.equal(first.created + second.created, 600);
    assert.equal(first.unchanged + second.unchanged, 600);
    const [{ count }] = await sql(`select count(*)::int from sales_contacts where email like '%@twice.example'`);
    assert.equal(count, 600);
  });

  it('finds records by a unique text of the tenant without case', async () => {
    await admin.create('/api/data/models/sales/contacts/fields', { key: 'code', type: 'text', unique: true });
    const fields = { model: 'contacts', mode: 'upsert', matchBy: 'code' };
    const first = await importFile(admin, 'code,lastName\nABC-1,One\n', fields);
    const second = await importFile(admin, 'code,lastName\nabc-1,Two\n', fields);
    assert.deepEqual([first.created, second.updated, second.failed], [1, 1, 0], JSON.stringify(second.errors));
  });

  it('finds records by a field without an index', async () => {
    for (const [lastName, department] of Object.entries({ A: 'only one', B: 'several', C: 'several' }))
      await admin.create(contacts, { lastName, department });
    const csv = 'department,firstName\nonly one,Found\nseveral,Never\nnobody,Never\n';
    const done = await importFile(admin, csv, { model: 'contacts', mode: 'update', matchBy: 'department' });
    assert.equal(done.updated, 1);
    assert.deepEqual(
      done.errors.map(({ row, code }: Json) => [row, code]),
      [
        [2, 'ambiguous'],
        [3, 'not_found'],
      ],
    );
  });

  it('leaves out what a remembered mapping has from a user with more permissions', async () => {
    const csv = 'Wann,Wer\n2019-05-01,Past\n';
    const mapping = { Wann: 'createdAt', Wer: 'lastName' };
    await importFile(admin, csv, { model: 'contacts', mapping, options: { historic: true } });
    const user = await app.user({ permissions: ['sales:read', 'sales:write', 'data:read'] });
    const { status, body } = await sendFile(user, path, csv, { model: 'contacts' });
    assert.deepEqual([status, body.mapping], [202, { Wer: 'lastName' }], JSON.stringify(body));
    assert.equal((await endedImport(user, body._id)).created, 1);
  });

  it('remembers the mapping of a file with these titles', async () => {
    const mapping = { Feld1: 'lastName', Feld2: 'department' };
    await importFile(admin, 'Feld1,Feld2\nA,B\n', { model: 'contacts', mapping });
    const { body } = await sendFile(admin, `${path}/preview`, 'Feld2,Feld1\nB,A\n');
    assert.deepEqual([body.model, body.rows, body.remembered], ['sales.contacts', 1, true]);
    assert.deepEqual(
      body.columns.map(({ name, field }: Json) => [name, field]),
      [
        ['Feld2', 'department'],
        ['Feld1', 'lastName'],
      ],
    );
  });
});

describe('a file with long rows', () => {
  it('is imported some rows at a time, and its rejected rows are there as they were', async () => {
    const long = 'x'.repeat(99_000);
    const titles = ['email', 'lastName', ...Array.from({ length: 12 }, (_, n) => `Other ${n}`)];
    const rows = Array.from({ length: 9 }, (_, n) => [
      n === 4 ? 'fine@long.example' : 'nonsense',
      `Person ${n}`,
      ...Array.from({ length: 12 }, () => long),
    ]);
    const csv = `${[titles, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
    const mapping = { email: 'email', lastName: 'lastName' };
    const done = await importFile(admin, csv, { model: 'contacts', mapping });
    assert.deepEqual([done.processed, done.created, done.failed], [9, 1, 8]);
    const batches = await sql(
      `select count(distinct xmin::text)::int as n from import_rejections where import_id = $1`,
      [done._id],
    );
    assert.ok(batches[0].n > 1, 'all rows were in one transaction');
    const { text } = await admin.get(`${path}/${done._id}/rejected`);
    const rejected = text.trimEnd().split('\r\n').slice(1);
    assert.equal(rejected.length, 8);
    assert.deepEqual(
      rejected.map((line) => line.split(',')[1]),
      [0, 1, 2, 3, 5, 6, 7, 8].map((n) => `Person ${n}`),
    );
    assert.ok(rejected.every((line) => line.length > 12 * long.length));
  });
});

describe('a preview', () => {
  it('reads the file in no transaction, for which followers of events would wait', async () => {
    const csv = `email,lastName\n${'somebody@preview.example,Somebody\n'.repeat(600_000)}`;
    const form = new FormData();
    form.append('file', new Blob([csv]), 'people.csv');
    const startedAt = performance.now();
    let isDone = false;
    const answered = fetch(`${admin.url}${path}/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'one preview' },
      body: form,
    }).finally(() => {
      isDone = true;
    });
    let longestMs = 0;
    while (!isDone) {
      const [{ ms }] = await sql(
        `select coalesce(max(extract(epoch from now() - state_change) * 1000), 0)::float8 as ms from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and backend_xid is not null`,
      );
      longestMs = Math.max(longestMs, ms);
    }
    const tookMs = performance.now() - startedAt;
    assert.equal(((await (await answered).json()) as Json).rows, 600_000);
    assert.ok(longestMs < tookMs / 4, `a transaction waited for ${longestMs} of ${tookMs} ms`);
  });

  it('guesses the model, and the fields by titles and values', async () => {
    const csv =
      'Firma;Anrede;Vorname;Nachname;Kontaktadresse;Mobil;PLZ\nACME;Mr;Ada;L;ada@x.example;+49 170 1234567;10115\nACME;Ms;Grace;H;grace@x.example;+49 170 1234568;10117\n';
    const { status, body } = await sendFile(admin, `${path}/preview`, csv);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.model, 'sales.contacts');
    assert.deepEqual(
      body.columns.map(({ name, field, type }: Json) => [name, field, type]),
      [
        ['Firma', 'accountId.name', 'text'],
        ['Anrede', 'salutation', 'text'],
        ['Vorname', 'firstName', 'text'],
        ['Nachname', 'lastName', 'text'],
        ['Kontaktadresse', 'email', 'email'],
        ['Mobil', 'mobilePhone', 'phone'],
        ['PLZ', 'mailingPostalCode', 'number'],
      ],
    );
    assert.equal(body.columns[4].sample, 'ada@x.example');
  });
});

describe('bad requests are refused with the field', () => {
  const refused = async (fields: Json, csv = 'lastName\nA\n', client: Client = admin) => {
    const { status, body } = await sendFile(client, path, csv, fields);
    return [status, body.error?.details?.[0]?.field, body.error?.details?.[0]?.code];
  };

  it('for models, columns, fields and options', async () => {
    assert.deepEqual(await refused({ model: 'nonsense' }), [422, 'model', 'not_an_option']);
    assert.deepEqual(await refused({ model: 'merges' }), [422, 'model', 'not_an_option']);
    assert.deepEqual(await refused({ model: 'contacts', mapping: { X: 'lastName' } }), [
      422,
      'mapping.X',
      'unknown_column',
    ]);
    assert.deepEqual(await refused({ model: 'contacts', mapping: { lastName: 'nope' } }), [
      422,
      'mapping.lastName',
      'unknown_field',
    ]);
    assert.deepEqual(await refused({ model: 'contacts', mapping: { lastName: 'createdAt' } }), [
      422,
      'mapping.lastName',
      'read_only',
    ]);
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X${n}`, null]));
    assert.deepEqual(await refused({ model: 'contacts', mapping: many }), [422, 'mapping', 'too_complex']);
    assert.deepEqual(await refused({ model: 'contacts', mode: 'upsert' }), [422, 'matchBy', 'required']);
    assert.deepEqual(await refused({ model: 'contacts', options: { locale: '!' } }), [
      422,
      'options.locale',
      'invalid_format',
    ]);
    assert.deepEqual(await refused({ model: 'contacts', nonsense: 'x' }), [422, 'nonsense', 'unknown_field']);
    assert.deepEqual(await refused({ model: 'contacts', mapping: '{' }), [422, 'mapping', 'invalid_format']);
    assert.deepEqual(await refused({ model: 'contacts' }, 'Zzz,Yyy\n1,2\n'), [422, 'mapping', 'required']);
    assert.deepEqual(await refused({ model: 'contacts' }, '%PDF-1.7'), [422, 'file', 'not_a_table']);
    const without = await admin.post(path, { model: 'contacts' });
    assert.deepEqual([without.status, without.body.error.details[0].field], [422, 'storedFileId']);
  });
});
