import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '../harness.ts';
import { apiKeyOf } from '../sdk/tools.ts';
import { commandLine } from './tools.ts';

const app = await appForFile();
const atrium = await commandLine();
const contacts = '/api/sales/contacts';
const fields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'title',
  'accountId',
  'rating',
  'tags',
  'score',
  'birthday',
  'doNotEmail',
  'description',
];

/** A tenant with contacts whose values are hard for files, signed in on the command line. */
async function tenantWithContacts(): Promise<{ client: Client; records: Json[] }> {
  const client = await app.tenant();
  atrium.env = { ...atrium.env, ATRIUM_URL: app.url, ATRIUM_API_KEY: await apiKeyOf(client) };
  const account = await client.create('/api/sales/accounts', { name: 'Müller & Söhne; "Bau", GmbH' });
  const values: Json[] = [
    { lastName: '=1+1', title: '+x', description: 'Two\nlines, "quotes"; and a tab\t.', accountId: account._id },
    { lastName: "'Apostrophe", title: '@SUM(A1)', tags: ['a', 'b c'], rating: 'hot' },
    { lastName: '日本語 😀', score: -12.5, birthday: '1904-02-29' },
    { lastName: '007', title: '1e5', score: 12_345_678.25, birthday: '2024-12-31', doNotEmail: true },
    { lastName: 'TRUE', title: '2026-01-02', phone: '+49 170 1234567', firstName: 'inner  spaces' },
  ];
  const records: Json[] = [];
  for (const [n, record] of values.entries())
    records.push(await client.create(contacts, { ...record, email: `person${n}@round.example` }));
  return { client, records };
}

const shown = (record: Json): Json => Object.fromEntries(fields.map((key) => [key, record[key] ?? null]));
const all = async (client: Client): Promise<Json[]> =>
  (await client.get(`${contacts}?sort=email&limit=200`)).body.data.map(shown);

describe('what is exported', () => {
  for (const format of ['csv', 'xlsx', 'jsonl']) {
    it(`is imported again as it was: ${format}`, async () => {
      const { client, records } = await tenantWithContacts();
      const file = `people.${format}`;
      const before = await all(client);
      await atrium.ok(
        ...['export', 'sales.contacts', '--format', format, '--fields', fields.join(','), '--sort', 'email'],
        ...['--out', file],
      );
      assert.ok(readFileSync(path.join(atrium.folder, file)).length > 500);
      const words = ['import', file, '--model', 'sales.contacts'];
      const update = JSON.parse(await atrium.ok(...words, '--mode', 'update', '--match-by', 'email', '--json'));
      assert.deepEqual(
        [update.status, update.total, update.unchanged, update.updated, update.failed],
        ['completed', 5, 5, 0, 0],
        JSON.stringify(update.errors),
      );
      for (const { _id } of records) assert.equal((await client.delete(`${contacts}/${_id}`)).status, 204);
      assert.deepEqual(await all(client), []);
      const create = JSON.parse(await atrium.ok(...words, '--json'));
      assert.deepEqual([create.created, create.failed], [5, 0], JSON.stringify(create.errors));
      assert.deepEqual(await all(client), before);
    });
  }
});

describe('a file of people of another program', () => {
  it('is imported from vCards', async () => {
    const { client } = await tenantWithContacts();
    const card = (name: string, email: string) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nN:${name};Ada;;;\r\nFN:Ada ${name}\r\nEMAIL;TYPE=work:${email}\r\nTEL;TYPE=cell:+44 20 1\r\nTITLE:Countess\r\nEND:VCARD\r\n`;
    writeFileSync(
      path.join(atrium.folder, 'people.vcf'),
      card('Lovelace', 'ada@cards.example') + card('Byron', 'byron@cards.example'),
    );
    const done = JSON.parse(await atrium.ok('import', 'people.vcf', '--model', 'sales.contacts', '--json'));
    assert.deepEqual([done.created, done.failed], [2, 0], JSON.stringify(done));
    const { data } = (await client.get(`${contacts}?filter[email]=ada@cards.example`)).body;
    assert.deepEqual([data[0].firstName, data[0].lastName, data[0].title], ['Ada', 'Lovelace', 'Countess']);
  });
});
