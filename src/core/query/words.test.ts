import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { namesIn, refusedQuery } from '#test/query-expect.ts';

const { admin, tenant } = await appForFile();
const contacts = '/api/sales/contacts';

await admin.create(contacts, {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada.King@Analytical-Engine.example',
  phone: '+44 20 7946 0000',
});
await admin.create(contacts, {
  firstName: 'Zoë',
  lastName: "O'Neil-Smith",
  secondaryEmails: ['zoe@home.example', 'z.smith@work.example'],
});
await admin.create(contacts, { firstName: 'Иван', lastName: 'Петров', description: 'Ada knows him' });

async function assertFound(client: Client, path: string, cases: Record<string, string[]>): Promise<void> {
  for (const [q, names] of Object.entries(cases)) {
    const reply = await client.get(`${path}?sort=name&q=${encodeURIComponent(q)}`);
    assert.deepEqual(namesIn(reply), names, `q=${q}`);
    assert.equal(reply.body.meta.total, names.length);
  }
}

describe('a text search', () => {
  it('finds words and prefixes of words, ignoring case', () =>
    assertFound(admin, contacts, {
      lovelace: ['Ada Lovelace'],
      LOVE: ['Ada Lovelace'],
      lace: [],
      zoë: ["Zoë O'Neil-Smith"],
      ZOË: ["Zoë O'Neil-Smith"],
      пет: ['Иван Петров'],
      ИВАН: ['Иван Петров'],
      nobody: [],
    }));

  it('needs all of several words, in any order and in any searchable field', () =>
    assertFound(admin, contacts, {
      'lovelace ada': ['Ada Lovelace'],
      'lov analytical 7946': ['Ada Lovelace'],
      'ada smith': [],
      '  ada   king ': ['Ada Lovelace'],
    }));

  it('finds each part of an address, a number or a double name', () =>
    assertFound(admin, contacts, {
      'ada.king@analytical-engine.example': ['Ada Lovelace'],
      king: ['Ada Lovelace'],
      analytical: ['Ada Lovelace'],
      engine: ['Ada Lovelace'],
      'example king@': ['Ada Lovelace'],
      '+44 20': ['Ada Lovelace'],
      neil: ["Zoë O'Neil-Smith"],
      "o'neil": ["Zoë O'Neil-Smith"],
      smith: ["Zoë O'Neil-Smith"],
    }));

  it('searches lists', () =>
    assertFound(admin, contacts, { home: ["Zoë O'Neil-Smith"], 'z.smith@work': ["Zoë O'Neil-Smith"] }));

  it('searches only searchable fields', () => assertFound(admin, contacts, { ada: ['Ada Lovelace'], knows: [] }));

  it('treats operators of the database’s text queries as spaces', () =>
    assertFound(admin, contacts, {
      'ada & king': ['Ada Lovelace'],
      '!ada:*': ['Ada Lovelace'],
      "ada | 'king' <-> (": ['Ada Lovelace'],
      '\\ada\\': ['Ada Lovelace'],
      '%ada%': ['Ada Lovelace'],
    }));

  it('finds words in angle brackets, like addresses in mails', async () => {
    const path = '/api/sales/opportunities';
    await admin.create(path, { name: 'quoted', description: 'From: Jane Doe <jane@example.com>, R&amp;D <b>team</b>' });
    await assertFound(admin, path, {
      doe: ['quoted'],
      jane: ['quoted'],
      'jane@example.com': ['quoted'],
      team: ['quoted'],
    });
  });

  it('finds words in capitals, also Greek ones with a final sigma', async () => {
    const path = '/api/sales/opportunities';
    await admin.create(path, { name: 'ΟΔΟΣ' });
    await assertFound(admin, path, { ΟΔΟΣ: ['ΟΔΟΣ'], οδοσ: ['ΟΔΟΣ'] });
  });

  it('sees changes of the record at once', async () => {
    const path = '/api/sales/accounts';
    const { _id } = await admin.create(path, { name: 'Initech' });
    await assertFound(admin, path, { initech: ['Initech'] });
    assert.equal((await admin.patch(`${path}/${_id}`, { name: 'Umbrella' })).status, 200);
    await assertFound(admin, path, { initech: [], umbrella: ['Umbrella'] });
    assert.equal((await admin.delete(`${path}/${_id}`)).status, 204);
    await assertFound(admin, path, { umbrella: [] });
  });

  it('combines with a filter, and has pages like any list', async () => {
    const path = '/api/sales/regions';
    for (const n of [1, 2, 3]) await admin.create(path, { name: `north ${n}` });
    await admin.create(path, { name: 'south 1' });
    assert.deepEqual(namesIn(await admin.get(`${path}?q=north&filter[name][endsWith]=1`)), ['north 1']);
    const first = await admin.get(`${path}?q=north&sort=name&limit=2`);
    assert.deepEqual(namesIn(first), ['north 1', 'north 2']);
    const next = await admin.get(`${path}?q=north&sort=name&limit=2&cursor=${first.body.meta.nextCursor}`);
    assert.deepEqual(namesIn(next), ['north 3']);
  });

  it('is refused when it is too long or not text', async () => {
    refusedQuery(await admin.get(`${contacts}?q=${'a'.repeat(501)}`), 'q');
    refusedQuery(await admin.post(`${contacts}/search`, { q: ['ada'] }), 'q');
  });

  it('finds nothing in a model without searchable fields', async () => {
    const client = await tenant();
    const fields = [{ key: 'name', type: 'text', searchable: false }];
    await client.create('/api/data/models', { moduleKey: 'sales', slug: 'silences', fields });
    await client.create('/api/sales/silences', { name: 'hush' });
    await assertFound(client, '/api/sales/silences', { hush: [] });
  });

  it('searches text fields of custom models by default, but not new custom fields of built-in models', async () => {
    const client = await tenant();
    const boats = '/api/data/models/sales/boats';
    await client.create('/api/data/models', { moduleKey: 'sales', slug: 'boats' });
    for (const field of [
      { key: 'name', type: 'text' },
      { key: 'log', type: 'longText' },
      { key: 'kept', type: 'text', searchable: false },
      { key: 'length', type: 'integer' },
    ])
      await client.create(`${boats}/fields`, field);
    const searchable = (model: Json) =>
      model.fields.filter((field: Json) => field.searchable).map(({ key }: Json) => key);
    assert.deepEqual(searchable((await client.get(boats)).body), ['name', 'log']);
    await client.create('/api/sales/boats', { name: 'Argo', log: 'Left Iolcus', kept: 'Fleece', length: 30 });
    await assertFound(client, '/api/sales/boats', { argo: ['Argo'], 'iol arg': ['Argo'], fleece: [], 30: [] });
    assert.equal((await client.patch(`${boats}/fields/log`, { searchable: false })).body.searchable, false);
    await assertFound(client, '/api/sales/boats', { iolcus: [] });
    await client.create('/api/data/models/sales/accounts/fields', { key: 'motto', type: 'text' });
    await client.create('/api/sales/accounts', { name: 'A', motto: 'Ahoy' });
    await assertFound(client, '/api/sales/accounts', { ahoy: [] });
  });

  it('searches custom fields of built-in and custom models that are searchable', async () => {
    const client = await tenant();
    const fields = [
      { key: 'name', type: 'text' },
      { key: 'mail', type: 'email', searchable: true },
      { key: 'marks', type: 'list', searchable: true },
      { key: 'hidden', type: 'text', searchable: false },
    ];
    await client.create('/api/data/models', { moduleKey: 'sales', slug: 'finds', fields });
    const record = { name: 'Vase', mail: 'Curator@Museum.example', marks: ['roman', 'blue-white'], hidden: 'forged' };
    await client.create('/api/sales/finds', record);
    const both = { vase: ['Vase'], museum: ['Vase'], 'rom white cur': ['Vase'], forged: [] };
    await assertFound(client, '/api/sales/finds', both);
    for (const { key, ...field } of fields.slice(1)) {
      await client.create('/api/data/models/sales/accounts/fields', { key: `my${key}`, ...field });
    }
    const { name, mail, marks, hidden } = record;
    await client.create('/api/sales/accounts', { name, mymail: mail, mymarks: marks, myhidden: hidden });
    await assertFound(client, '/api/sales/accounts', both);
  });
});
