import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { openTable } from '#lib/tabular/open-table.ts';
import { assertNoWrites, invalid, refused } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, events, sql, tenant, url, user } = app;
const exportsPath = '/api/data/exports';
const contacts = '/api/sales/contacts';

async function begin(client: Client, body: Json): Promise<Json> {
  const reply = await client.post(exportsPath, body);
  assert.equal(reply.status, 202, reply.text);
  assert.equal(reply.headers.get('location'), `${exportsPath}/${reply.body._id}`);
  return reply.body;
}

const ended = (client: Client, id: string): Promise<Json> =>
  until('the export to end', async () => {
    const { body } = await client.get(`${exportsPath}/${id}`);
    return ['completed', 'failed', 'cancelled'].includes(body.status) && body;
  });

async function exported(client: Client, body: Json): Promise<{ record: Json; text: string }> {
  const { _id } = await begin(client, body);
  const record = await ended(client, _id);
  assert.equal(record.status, 'completed', record.error);
  const { status, text } = await client.get(`${exportsPath}/${_id}/content`);
  assert.equal(status, 200, text);
  return { record, text };
}

const linesOf = (text: string): string[] => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe('an export', () => {
  it('writes the records of a list to CSV, with names of references and choices and harmless formulas', async () => {
    const client = await tenant();
    const account = await client.create('/api/sales/accounts', { name: '=1+1 Ltd' });
    const fields = ['lastName', 'accountId', 'rating', 'tags', 'score', 'birthday', 'doNotEmail'];
    await client.create(contacts, {
      lastName: '=HYPERLINK("http://evil")',
      accountId: account._id,
      rating: 'hot',
      tags: ['a', 'b'],
      score: -12.5,
      birthday: '1990-02-03',
    });
    await client.create(contacts, { lastName: 'Zoë, "the" one' });
    const kept = fields.filter((key) => key !== 'doNotEmail');
    const { record, text } = await exported(client, {
      model: 'contacts',
      format: 'csv',
      fields: kept,
      sort: 'lastName',
    });
    assert.deepEqual(linesOf(text), [
      'Last name,Account,Rating,Tags,Score,Birthday',
      `"'=HYPERLINK(""http://evil"")",'=1+1 Ltd,Hot,"a; b",-12.5,1990-02-03`,
      '"Zoë, ""the"" one",,,,,',
    ]);
    assert.match(record.name, /^Contacts \d{4}-\d\d-\d\d\.csv$/);
    assert.deepEqual([record.model, record.rows, record.total], ['sales.contacts', 2, 2]);
    assert.equal(record.size, Buffer.byteLength(text) + (text.startsWith('\ufeff') ? 0 : 3));
    const completed = (await events(record._id)).filter(({ type }) => type === 'export.completed');
    assert.equal(completed.length, 1);
    const { _id, rows, total, format, model } = completed[0]?.record ?? {};
    assert.deepEqual(
      { _id, rows, total, format, model },
      { _id: record._id, rows: 2, total: 2, format: 'csv', model: 'sales.contacts' },
    );
  });

  it('has columns with ids, values, times and titles as its options say', async () => {
    const client = await tenant();
    const account = await client.create('/api/sales/accounts', { name: 'Acme' });
    const contact = await client.create(contacts, { lastName: 'One', accountId: account._id, rating: 'hot' });
    const given = { model: 'sales.contacts', fields: 'lastName,accountId,rating,createdAt' };
    const csv = await exported(client, {
      ...given,
      format: 'csv',
      name: 'My people',
      options: {
        references: 'both',
        times: 'utc',
        titles: { lastName: 'Nachname', accountId: 'Firma' },
        choices: { rating: { hot: 'Heiß' } },
      },
    });
    assert.equal(csv.record.name, 'My people.csv');
    assert.deepEqual(linesOf(csv.text), [
      'Nachname,Firma,Firma (id),Rating,Created at',
      `One,Acme,${account._id},Heiß,${contact.createdAt}`,
    ]);
    const lines = await exported(client, { ...given, format: 'jsonl' });
    assert.deepEqual(JSON.parse(lines.text), {
      lastName: 'One',
      accountId: account._id,
      rating: 'hot',
      createdAt: contact.createdAt,
    });
    const all = await exported(client, { model: 'contact', format: 'jsonl' });
    const shown = (await client.get(`${contacts}/${contact._id}`)).body;
    assert.deepEqual(JSON.parse(all.text), shown);
  });

  it('contains custom fields, formulas and records of custom models, and never secrets', async () => {
    const client = await tenant();
    const fieldsOf = '/api/data/models/sales/contacts/fields';
    await client.create(fieldsOf, { key: 'shoeSize', type: 'number', label: 'Shoe size' });
    await client.create(fieldsOf, { key: 'doubled', type: 'formula', label: 'Doubled', formula: 'shoeSize * 2' });
    await client.create(contacts, { lastName: 'One', shoeSize: 42.5 });
    const { text } = await exported(client, {
      model: 'contacts',
      format: 'csv',
      fields: ['lastName', 'shoeSize', 'doubled'],
    });
    assert.deepEqual(linesOf(text), ['Last name,Shoe size,Doubled', 'One,42.5,85']);
    await client.create('/api/data/models', {
      moduleKey: 'sales',
      slug: 'boats',
      titleField: 'name',
      fields: [{ key: 'name', type: 'text' }],
    });
    await client.create('/api/sales/boats', { name: 'Santa Maria' });
    const boats = await exported(client, { model: 'sales.boats', format: 'csv', fields: ['name'] });
    assert.deepEqual(linesOf(boats.text), ['Name', 'Santa Maria']);
    const hook = await client.create('/api/integrations/webhooks', {
      url: 'https://hooks.example/x',
      events: ['contact.created'],
    });
    assert.ok(hook.secret.length > 10);
    const hooks = await exported(client, { model: 'integrations.webhooks', format: 'jsonl' });
    assert.ok(!hooks.text.includes(hook.secret) && !hooks.text.includes('"secret"'), hooks.text);
    invalid(await client.post(exportsPath, { model: 'integrations.webhooks', format: 'csv', fields: ['secret'] }), {
      fields: 'secret',
    });
  });

  it('writes workbooks in which numbers and times are values, and texts are never formulas', async () => {
    const client = await tenant();
    await client.create('/api/sales/accounts', { name: '=1+1', annualRevenue: 1234.5 });
    const { record } = await exported(client, {
      model: 'accounts',
      format: 'xlsx',
      fields: ['name', 'annualRevenue', 'createdAt'],
    });
    const headers = { authorization: `Bearer ${client.token}` };
    const reply = await fetch(`${url}${exportsPath}/${record._id}/content`, { headers });
    assert.match(reply.headers.get('content-type') ?? '', /spreadsheetml/);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const table = await openTable(
      {
        name: record.name,
        size: bytes.length,
        read: async (range) => Readable.from([range ? bytes.subarray(range.first, range.last + 1) : bytes]),
      },
      {},
    );
    const rows = [];
    for await (const batch of table.rows()) rows.push(...batch.map(({ cells }) => cells));
    assert.deepEqual(table.columns, ['Name', 'Annual revenue', 'Created at']);
    assert.equal(rows.length, 1);
    assert.deepEqual(rows[0]?.slice(0, 2), ['=1+1', 1234.5]);
    assert.ok(rows[0]?.[2] instanceof Date);
  });

  it('is downloaded with a name, in ranges, and not again when it is known', async () => {
    const client = await tenant();
    await client.create(contacts, { lastName: 'One' });
    const { record } = await exported(client, { model: 'contacts', format: 'csv', fields: ['lastName'] });
    const path = `${exportsPath}/${record._id}/content`;
    const whole = await client.get(path);
    assert.match(whole.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(whole.headers.get('content-disposition') ?? '', /attachment; filename="Contacts/);
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await client.get(path, { 'if-none-match': etag })).status, 304);
    const part = await client.get(path, { range: 'bytes=3-8' });
    assert.deepEqual([part.status, part.text], [206, 'Last n']);
  });

  it('has exactly what a list shows to its user, with the permissions of the moment at which it runs', async () => {
    const ann = await user({
      permissions: ['sales:read:own', 'sales:write:own', 'data:read'],
      hiddenFields: { 'sales.contacts': ['title'] },
    });
    await ann.create(contacts, { lastName: 'Own' });
    await admin.create(contacts, { lastName: 'Foreign', title: 'Secret' });
    // Without data:read the user follows the job, and still downloads the file.
    const record = await begin(ann, { model: 'contacts', format: 'jsonl' });
    await until('the job', async () => (await ann.get(`/api/data/jobs/${record.jobId}`)).body.state === 'completed');
    const own = { record, text: (await ann.get(`${exportsPath}/${record._id}/content`)).text };
    assert.equal(own.text.trim().split('\n').length, 1);
    assert.equal(JSON.parse(own.text).lastName, 'Own');
    assert.ok(!('title' in JSON.parse(own.text)));
    invalid(await ann.post(exportsPath, { model: 'contacts', format: 'csv', fields: ['title'] }), {
      fields: 'unknown_field',
    });
    refused(await ann.post(exportsPath, { model: 'marketing.campaigns', format: 'csv' }), 403, 'forbidden');
    // Others do not see it, and an administrator of data is not given what only its owner reaches.
    const other = await user({ permissions: ['*:read'] });
    refused(await other.get(`${exportsPath}/${own.record._id}`), 404, 'not_found');
    refused(await other.get(`${exportsPath}/${own.record._id}/content`), 404, 'not_found');
    const dataAdmin = await user({ permissions: ['data:admin'] });
    assert.equal((await dataAdmin.get(`${exportsPath}/${own.record._id}`)).status, 200);
    refused(await dataAdmin.get(`${exportsPath}/${own.record._id}/content`), 403, 'forbidden');
    // Names of records of a module that the administrator may not read are no better.
    const salesAdmin = await user({ permissions: ['data:admin', 'sales:read'] });
    assert.equal((await salesAdmin.get(`${exportsPath}/${own.record._id}/content`)).status, 200);
    const named = await exported(admin, { model: 'contacts', format: 'csv', fields: ['lastName', 'ownerId'] });
    refused(await salesAdmin.get(`${exportsPath}/${named.record._id}/content`), 403, 'forbidden');
  });

  it('asked for with an API key has no more than the key may read, and a narrower key does not download it', async () => {
    const client = await tenant();
    await client.create(contacts, { lastName: 'Own' });
    const boss = await user({ permissions: ['*:read', '*:write', 'identity:admin'] }, client);
    await boss.create(contacts, { lastName: 'Mine' });
    const keyWith = async (scopes: string[]) =>
      new Client(url, (await boss.create('/api/identity/apiKeys', { name: 'A key', scopes })).key);
    const narrow = await keyWith(['sales:read:own', 'data:read']);
    const { text } = await exported(narrow, { model: 'contacts', format: 'csv', fields: ['lastName'] });
    assert.deepEqual(linesOf(text), ['Last name', 'Mine']);
    const wide = await exported(boss, { model: 'contacts', format: 'csv', fields: ['lastName'] });
    assert.equal(linesOf(wide.text).length, 3);
    refused(await narrow.get(`${exportsPath}/${wide.record._id}/content`), 403, 'forbidden');
    // Without `fields` the file of the owner has fields that the key does not show.
    const users = await exported(boss, { model: 'identity.users', format: 'csv' });
    assert.ok(linesOf(users.text)[0]?.includes('Locked until'));
    const reader = await keyWith(['identity:read', 'data:read']);
    refused(await reader.get(`${exportsPath}/${users.record._id}/content`), 403, 'forbidden');
  });

  it('is not downloaded by an owner from whom a role has hidden one of its fields since', async () => {
    const client = await tenant();
    const ann = await user({ permissions: ['sales:read', 'sales:write', 'data:read'] }, client);
    await ann.create(contacts, { lastName: 'One', title: 'CEO' });
    const { record } = await exported(ann, { model: 'contacts', format: 'csv' });
    const { data } = (await client.get('/api/identity/roles?filter[name][startsWith]=role-')).body;
    const changed = await client.patch(`/api/identity/roles/${data[0]._id}`, {
      hiddenFields: { 'sales.contacts': ['title'] },
    });
    assert.equal(changed.status, 200, changed.text);
    refused(await ann.get(`${exportsPath}/${record._id}/content`), 403, 'forbidden');
    await exported(ann, { model: 'contacts', format: 'csv' });
  });

  it('is refused before anything is written when it names what does not exist', () =>
    assertNoWrites(app, ['data_exports', 'jobs'], async () => {
      const post = (body: Json) => admin.post(exportsPath, body);
      invalid(await post({ model: 'nothing', format: 'csv' }), { model: 'unknown_model' });
      invalid(await post({ model: 'contacts', format: 'pdf' }), { format: 'not_an_option' });
      invalid(await post({ model: 'contacts', format: 'csv', fields: ['nothing'] }), { fields: 'unknown_field' });
      invalid(await post({ model: 'contacts', format: 'csv', options: { titles: { nothing: 'x' } } }), {
        'options.titles': 'unknown_field',
      });
      refused(await post({ model: 'contacts', format: 'csv', filter: { nothing: 1 } }), 400, 'bad_request');
      refused(await post({ model: 'contacts', format: 'csv', sort: 'nothing' }), 400, 'bad_request');
      refused(await post({ model: 'contacts', format: 'csv', options: { tz: 'Nowhere/X' } }), 400, 'bad_request');
    }));

  it('can be cancelled while it runs, and deleted with its file when it has ended', async () => {
    const client = await tenant();
    await sql(
      `insert into sales_contacts (tenant_id, id, last_name)
       select t.id, gen_random_uuid(), 'Contact ' || n from tenants t, generate_series(1, 15000) n where t.account_key = $1`,
      [client.accountKey],
    );
    const { _id } = await begin(client, { model: 'contacts', format: 'csv' });
    const running = await until('some rows', async () => {
      const { body } = await client.get(`${exportsPath}/${_id}`);
      return body.rows > 0 && body;
    });
    assert.deepEqual([running.status, running.total], ['running', 15_000]);
    refused(await client.delete(`${exportsPath}/${_id}`), 409, 'conflict');
    const cancelled = await client.post(`${exportsPath}/${_id}/cancel`, {});
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled']);
    await until('the partial file to be removed', async () => {
      const [{ n }] = await sql(
        'select count(*)::int as n from file_uploads u join tenants t on t.id = u.tenant_id where t.account_key = $1',
        [client.accountKey],
      );
      return n === 0;
    });
    refused(await client.get(`${exportsPath}/${_id}/content`), 409, 'conflict');
    refused(await client.post(`${exportsPath}/${_id}/cancel`, {}), 409, 'conflict');
    assert.equal((await client.delete(`${exportsPath}/${_id}`)).status, 204);
    const { record } = await exported(client, { model: 'sales.accounts', format: 'csv' });
    assert.equal((await client.delete(`${exportsPath}/${record._id}`)).status, 204);
    refused(await client.get(`${exportsPath}/${record._id}/content`), 404, 'not_found');
    assert.deepEqual(await sql('select 1 from file_uses where record_id = $1', [record._id]), []);
  });

  it('says why it failed when the files of the account have no room', async () => {
    const client = await tenant();
    await client.create(contacts, { lastName: 'One' });
    const quota = app.app.services.settings.files.quota;
    const [{ id }] = await sql('select id from tenants where account_key = $1', [client.accountKey]);
    await sql(
      'insert into file_usage (tenant_id, bytes) values ($1, $2) on conflict (tenant_id) do update set bytes = excluded.bytes',
      [id, quota],
    );
    const { _id } = await begin(client, { model: 'contacts', format: 'csv' });
    const record = await ended(client, _id);
    assert.equal(record.status, 'failed');
    assert.match(record.error, /FILE_QUOTA/);
    assert.deepEqual(await sql('select 1 from file_uploads where tenant_id = $1', [id]), []);
  });

  it('loses its file after 7 days, also when its owner was deactivated, and its record stays', async () => {
    const client = await tenant();
    const owner = await user({ permissions: ['sales:read', 'data:read'] }, client);
    const { record } = await exported(owner, { model: 'contacts', format: 'csv' });
    assert.equal(Math.round((Date.parse(record.expiresAt) - Date.now()) / 86_400_000), 7);
    assert.equal((await client.patch(`/api/identity/users/${owner.userId}`, { active: false })).status, 200);
    await sql(`update jobs set run_at = now() where name = 'data.expire-export' and input->>'exportId' = $1`, [
      record._id,
    ]);
    await sql(`select pg_notify('atrium_jobs', '')`);
    await until('the file to be removed', async () => {
      const { body } = await client.get(`${exportsPath}/${record._id}`);
      return body.storageKey === null;
    });
    refused(await client.get(`${exportsPath}/${record._id}/content`), 404, 'not_found');
    assert.deepEqual(await sql('select 1 from file_uses where record_id = $1', [record._id]), []);
  });
});

describe('a scheduled export', () => {
  const schedules = '/api/data/exportSchedules';

  it('runs at its time as the user who saved it, and mails its recipients a link that needs a sign-in', async () => {
    const client = await tenant();
    await client.create(contacts, { lastName: 'One' });
    const reader = await user({ permissions: ['data:read'] }, client);
    const schedule = await client.create(schedules, {
      name: 'Weekly contacts',
      model: 'contacts',
      format: 'csv',
      fields: ['lastName'],
      cron: '0 7 * * 1',
      tz: 'Europe/Berlin',
      to: [reader.userId],
    });
    assert.deepEqual([schedule.model, schedule.runAsId, schedule.error], ['sales.contacts', client.userId, null]);
    const next = new Date(schedule.nextRunAt);
    const berlin = next.toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    assert.equal(berlin, 'Mon 07:00');
    await sql(`update jobs set run_at = now() where name = 'data.scheduled-export' and input->>'scheduleId' = $1`, [
      schedule._id,
    ]);
    await sql(`select pg_notify('atrium_jobs', '')`);
    const after = await until('the run', async () => {
      const { body } = await client.get(`${schedules}/${schedule._id}`);
      return body.lastExportId !== null && body;
    });
    assert.ok(after.lastRunAt !== null && after.nextRunAt === schedule.nextRunAt);
    const record = await ended(client, after.lastExportId);
    assert.deepEqual([record.status, record.rows, record.scheduleId], ['completed', 1, schedule._id]);
    const content = await reader.get(`${exportsPath}/${record._id}/content`);
    assert.deepEqual(linesOf(content.text), ['Last name', 'One']);
    const [mail] = await sql(
      `select envelope from mail_outbox where envelope->>'subject' like 'The export%Weekly contacts%'`,
    );
    assert.match(mail.envelope.to, /^user-/);
    const [{ n }] = await sql(
      `select count(*)::int as n from jobs where name = 'data.scheduled-export' and input->>'scheduleId' = $1 and state = 'queued'`,
      [schedule._id],
    );
    assert.equal(n, 1);
  });

  it('belongs to whoever saved it last, needs data:admin, and refuses times and fields that do not work', async () => {
    const client = await tenant();
    const second = await user({ permissions: ['data:admin', 'sales:read'] }, client);
    const given = { name: 'Nightly', model: 'contacts', format: 'jsonl', cron: '0 2 * * *' };
    const schedule = await client.create(schedules, given);
    const changed = await second.patch(`${schedules}/${schedule._id}`, { name: 'Mine now' });
    assert.deepEqual([changed.status, changed.body.runAsId], [200, second.userId]);
    const off = await second.patch(`${schedules}/${schedule._id}`, { active: false });
    assert.equal(off.body.nextRunAt, null);
    invalid(await client.post(schedules, { ...given, cron: 'now' }), { cron: 'invalid_format' });
    invalid(await client.post(schedules, { ...given, cron: '*/5 * * * *' }), { cron: 'out_of_range' });
    invalid(await client.post(schedules, { ...given, fields: ['nothing'] }), { fields: 'unknown_field' });
    invalid(await client.post(schedules, { ...given, options: { references: 'x' } }), { options: 'invalid_value' });
    const member = await user({ permissions: ['data:write', 'sales:read'] }, client);
    refused(await member.post(schedules, given), 403, 'forbidden');
    const without = await user({ permissions: ['data:admin'] }, client);
    refused(await without.post(schedules, given), 403, 'forbidden');
  });
});
