import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { appForFile, type Json } from '#test/harness.ts';
import { listStatement, runWithout } from '#test/list-statements.ts';
import { isComplete } from '#test/long.ts';
import { anyQuery } from '#test/query-generators.ts';
import { loadTargets, makeSubject, planSubjects } from '#test/query-subjects.ts';
import { asBody } from '#test/query-wire.ts';

const started = await appForFile();
const { admin, sql, user } = started;
const path = '/api/sales/contacts';
const fields = '/api/data/models/sales/contacts/fields';

const namesOf = async (query: string, client = admin): Promise<string[]> => {
  const { status, text, body } = await client.get(`${path}?sort=lastName&${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ lastName }: Json) => lastName);
};

describe('words in custom fields', async () => {
  await admin.create(fields, { key: 'hobby', type: 'text' });
  await admin.create(fields, { key: 'nicknames', type: 'list', searchable: true });
  await admin.create(fields, { key: 'diary', type: 'longText', searchable: true });
  await admin.create(path, { lastName: 'Adams', hobby: 'Sailing boats', nicknames: ['Big A', "O'Neil"] });
  await admin.create(path, { lastName: 'Brown', hobby: 'Chess', diary: 'line one\nboats\tnumber "two" \\three' });
  await admin.create(path, { lastName: 'Clark', nicknames: ['sailor'] });

  it('are found while the field is searchable, also in older records', async () => {
    assert.deepEqual(await namesOf('q=sail'), ['Clark']);
    await admin.patch(`${fields}/hobby`, { searchable: true });
    assert.deepEqual(await namesOf('q=sail'), ['Adams', 'Clark']);
    await admin.patch(`${fields}/hobby`, { searchable: false });
    assert.deepEqual(await namesOf('q=sail'), ['Clark']);
    await admin.patch(`${fields}/hobby`, { searchable: true });
  });

  it('may be in different fields of a record', async () => {
    assert.deepEqual(await namesOf('q=adams boats'), ['Adams']);
    assert.deepEqual(await namesOf('q=big sail'), ['Adams']);
    assert.deepEqual(await namesOf('q=big chess'), []);
  });

  it('are separated by punctuation, line breaks and quotes', async () => {
    for (const word of ['boats', 'number', 'two', 'three'])
      assert.ok((await namesOf(`q=${word}`)).includes('Brown'), word);
    assert.deepEqual(await namesOf('q=neil'), ['Adams']);
  });

  it('change with the record', async () => {
    const { _id } = await admin.create(path, { lastName: 'Davis', hobby: 'Origami' });
    assert.deepEqual(await namesOf('q=origami'), ['Davis']);
    await admin.patch(`${path}/${_id}`, { hobby: 'Pottery' });
    assert.deepEqual(await namesOf('q=origami'), []);
    assert.deepEqual(await namesOf('q=pottery'), ['Davis']);
    await admin.delete(`${path}/${_id}`);
    assert.deepEqual(await namesOf('q=pottery'), []);
    assert.equal((await admin.post(`${path}/${_id}/restore`, {})).status, 200);
    assert.deepEqual(await namesOf('q=pottery'), ['Davis']);
  });

  it('are not found by a user for whom the field is hidden', async () => {
    const clerk = await user({ permissions: ['sales:read'], hiddenFields: { 'sales.contacts': ['hobby'] } });
    assert.deepEqual(await namesOf('q=sail', clerk), ['Clark']);
    assert.deepEqual(await namesOf('q=chess', clerk), []);
    const [text] = await listStatement(started, () => clerk.get(`${path}?q=chess`));
    assert.match(text, /custom_search @@/);
  });

  it('are found in the first 10,000 characters of a text, and in 80,000 of all fields', async () => {
    const long = (words: string) => `${'x '.repeat(4990)}${words}`;
    await admin.create(path, { lastName: 'Evans', diary: `${long('edge')} ${'y '.repeat(20)}beyond` });
    assert.deepEqual(await namesOf('q=edge'), ['Evans']);
    assert.deepEqual(await namesOf('q=beyond'), []);
    // Every second character is a new word, in more fields than fit into one tsvector.
    const many = Array.from({ length: 12 }, (_, n) => `memo${n}`);
    for (const key of many) await admin.create(fields, { key, type: 'longText', searchable: true });
    const words = (from: number) =>
      Array.from({ length: 5000 }, (_, n) => String.fromCodePoint(0x20000 + from + n)).join(' ');
    const texts = Object.fromEntries(many.map((key, n) => [key, words(n * 3000)]));
    const { status, text } = await admin.post(path, { lastName: 'Frank', ...texts });
    assert.equal(status, 201, text);
    assert.deepEqual(await namesOf(`q=${encodeURIComponent(String.fromCodePoint(0x20000))}`), ['Frank']);
  });

  it('cause no rewrite of records when the schema changes', async () => {
    const before = await sql('select xmin::text, id from sales_contacts order by id');
    await admin.patch(`${fields}/diary`, { searchable: false });
    await admin.create(fields, { key: 'motto', type: 'text', searchable: true });
    assert.deepEqual(await sql('select xmin::text, id from sales_contacts order by id'), before);
  });
});

describe('email addresses in a custom field', async () => {
  await admin.create(fields, { key: 'mail', type: 'email', maxLength: 700 });
  const long = `${'a'.repeat(600)}@example.com`;
  const addresses = ['Jane@Example.com', 'jane@example.com.au', "o'neil\u0060@example.org", long];
  for (const [n, mail] of addresses.entries()) await admin.create(path, { lastName: `Mail ${n}`, mail });
  const find = (query: string) => namesOf(`${query}&filter[lastName][startsWith]=Mail`);

  it('are compared completely and without case, also when they are long', async () => {
    assert.deepEqual(await find('filter[mail]=jANE@example.COM'), ['Mail 0']);
    assert.deepEqual(await find('filter[mail]=jane'), []);
    assert.deepEqual(await find(`filter[mail]=O'NEIL%60@example.org`), ['Mail 2']);
    assert.deepEqual(await find(`filter[mail]=${long.toUpperCase()}`), ['Mail 3']);
    assert.deepEqual(await find(`filter[mail][in]=${long},JANE@EXAMPLE.COM`), ['Mail 0', 'Mail 3']);
    assert.deepEqual(await find('filter[mail][ne]=jane@EXAMPLE.com'), ['Mail 1', 'Mail 2', 'Mail 3']);
  });
});

describe('a query by custom fields of every type', async () => {
  const seed = Number(process.env.QUERY_SEED ?? Date.now() % 1_000_000_000);
  const [, , plan] = await planSubjects(admin, await loadTargets(admin, seed));
  const subject = await makeSubject(admin, plan as NonNullable<typeof plan>, 200, seed);
  // Add many other rows, so that the planner chooses the index.
  await sql(
    `insert into custom_records (tenant_id, id, model_id)
     select 1, gen_random_uuid(), id from custom_models, generate_series(1, 5000) where slug = 'specimens'`,
  );
  await sql('vacuum analyze custom_records');

  it(`finds the same records with and without the index (seed ${seed})`, async () => {
    const numRuns = isComplete ? 100 : 30;
    let byIndex = 0;
    await fc.assert(
      fc.asyncProperty(anyQuery(subject), async (query) => {
        const [text, values] = await listStatement(started, () =>
          admin.post(`${subject.path}/search`, asBody(query, { limit: 200 })),
        );
        // The time and the snapshot of the statement are not part of the page.
        const answer = async (without: string[]) =>
          (await runWithout(started, without, (tx) => tx.query<Json>(text, values))).map(
            ({ at: _, snapshot: __, ...page }) => page,
          );
        const plan = await runWithout(started, ['seqscan', 'indexscan'], (tx) => tx.query(`explain ${text}`, values));
        if (JSON.stringify(plan).includes('custom_records_gin_idx')) byIndex += 1;
        assert.deepEqual(await answer(['seqscan', 'indexscan']), await answer(['bitmapscan', 'indexscan']));
      }),
      { numRuns, seed },
    );
    assert.ok(byIndex > numRuns / 10, `${byIndex} queries used the index`);
  });
});
