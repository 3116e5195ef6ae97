import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { namesIn, refuseAll, refusedQuery } from '#test/query-expect.ts';

const app = await appForFile();
const { admin } = app;
const path = '/api/sales/opportunities';

const acme = await admin.create('/api/sales/accounts', { name: 'Acme' });
const values = [30, null, 10, 30, null, 20];
const records: Json[] = [];
for (const [n, value] of values.entries()) {
  records.push(await admin.create(path, { name: `n${n}`, value, accountId: n < 3 ? acme._id : null }));
}

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

/** Follows nextCursor to the end of the list. */
async function namesByCursor(client: Client, query: string): Promise<string[]> {
  const names: string[] = [];
  let cursor = '';
  do {
    const reply = await client.get(`${query}${cursor}`);
    names.push(...namesIn(reply));
    cursor = reply.body.meta.nextCursor === null ? '' : `&cursor=${reply.body.meta.nextCursor}`;
  } while (cursor !== '');
  return names;
}

describe('a list', () => {
  it('shows the newest first and twenty per page by default', async () => {
    const operations = Array.from({ length: 25 }, (_, n) => ({ op: 'create', record: { name: `region ${n}` } }));
    assert.equal((await admin.post('/api/sales/regions/bulk', { operations })).status, 200);
    const last = await admin.create('/api/sales/regions', { name: 'last' });
    const { data, meta } = (await admin.get('/api/sales/regions')).body;
    assert.equal(data.length, 20);
    assert.equal(data[0]._id, last._id);
    const { nextCursor, ...rest } = meta;
    assert.deepEqual(rest, { page: 1, limit: 20, total: 26, totalExact: true, totalPages: 2, hasMore: true });
    assert.equal(typeof nextCursor, 'string');
    const second = (await admin.get('/api/sales/regions?page=2')).body;
    assert.equal(second.data.length, 6);
    assert.equal(second.meta.hasMore, false);
    assert.equal(second.meta.nextCursor, null);
  });

  it('sorts by several fields, with nulls last in both directions and ties by id', async () => {
    assert.deepEqual(namesIn(await admin.get(`${path}?sort=value`)), ['n2', 'n5', 'n0', 'n3', 'n1', 'n4']);
    assert.deepEqual(namesIn(await admin.get(`${path}?sort=-value`)), ['n0', 'n3', 'n5', 'n2', 'n1', 'n4']);
    assert.deepEqual(namesIn(await admin.get(`${path}?sort=-value,-name`)), ['n3', 'n0', 'n5', 'n2', 'n4', 'n1']);
    assert.deepEqual(namesIn(await admin.get(`${path}?sort=-_id`)), ['n5', 'n4', 'n3', 'n2', 'n1', 'n0']);
  });

  it('is empty after its last page, and still has its total', async () => {
    const { data, meta } = (await admin.get(`${path}?page=1000000&limit=200`)).body;
    assert.deepEqual(data, []);
    const expected = { total: 6, totalExact: true, totalPages: 1, hasMore: false, nextCursor: null };
    assert.deepEqual(meta, { page: 1_000_000, limit: 200, ...expected });
    const none = (await admin.get(`${path}?filter[name]=nobody`)).body.meta;
    assert.deepEqual([none.total, none.totalPages, none.hasMore], [0, 0, false]);
  });

  it('accepts the slug of a model in kebab-case as well', async () => {
    const page = await admin.create('/api/marketing/web-pages', { name: 'Home' });
    for (const slug of ['web-pages', 'webPages']) {
      assert.deepEqual(namesIn(await admin.get(`/api/marketing/${slug}?filter[name]=Home`)), ['Home']);
      assert.deepEqual((await admin.get(`/api/marketing/${slug}/${page._id}`)).body, page);
      assert.deepEqual(namesIn(await admin.post(`/api/marketing/${slug}/search`, {})), ['Home']);
      assert.deepEqual((await admin.get(`/api/marketing/${slug}/aggregate`)).body.data, [{ count: 1 }]);
    }
    assert.equal((await admin.get('/api/marketing/Web-Pages')).status, 404);
  });
});

describe('a cursor', () => {
  const sorts = ['value', '-value', '-value,name', '-createdAt', 'name', '_id', '-_id', 'accountId,-value', 'ownerId'];

  it('reads the list in the same order as pages do', async () => {
    for (const sort of sorts) {
      const all = namesIn(await admin.get(`${path}?sort=${sort}`));
      for (const limit of [1, 2, 5]) {
        assert.deepEqual(await namesByCursor(admin, `${path}?sort=${sort}&limit=${limit}`), all, sort);
      }
    }
  });

  it('keeps its position when the record that it stopped at is deleted', async () => {
    const last = await admin.create(path, { name: 'a stop', value: 15 });
    const first = await admin.get(`${path}?sort=value&limit=2`);
    assert.deepEqual(namesIn(first), ['n2', 'a stop']);
    assert.equal((await admin.delete(`${path}/${last._id}`)).status, 204);
    const next = await admin.get(`${path}?sort=value&limit=2&cursor=${first.body.meta.nextCursor}`);
    assert.deepEqual(namesIn(next), ['n5', 'n0']);
    assert.equal(next.body.meta.page, null);
    assert.equal(next.body.meta.total, 6);
  });

  it('works with numbers of any precision', async () => {
    const tenant = await app.tenant();
    for (const [n, value] of [1e-35, 1e-55, -1e-55, 0.1].entries()) await tenant.create(path, { name: `v${n}`, value });
    assert.deepEqual(await namesByCursor(tenant, `${path}?sort=value&limit=1`), ['v2', 'v1', 'v0', 'v3']);
  });

  it('works with custom fields, also one that is required but empty in older records', async () => {
    const tenant = await app.tenant();
    for (const name of ['a', 'b', 'c']) await tenant.create(path, { name });
    const rank = { key: 'rank', type: 'integer', required: true };
    await tenant.create('/api/data/models/sales/opportunities/fields', rank);
    await tenant.create(path, { name: 'd', rank: 1 });
    await tenant.create(path, { name: 'e', rank: 2 });
    const expected = { rank: ['d', 'e', 'a', 'b', 'c'], '-rank': ['e', 'd', 'a', 'b', 'c'] };
    for (const [sort, names] of Object.entries(expected)) {
      assert.deepEqual(namesIn(await tenant.get(`${path}?sort=${sort}`)), names);
      assert.deepEqual(await namesByCursor(tenant, `${path}?sort=${sort}&limit=2`), names);
    }
  });

  it('excludes page, and is valid for one sort order', async () => {
    const { nextCursor } = (await admin.get(`${path}?sort=value&limit=2`)).body.meta;
    await refuseAll(admin, path, {
      [`sort=value&page=2&cursor=${nextCursor}`]: ['cursor', 'page'],
      [`sort=-value&cursor=${nextCursor}`]: ['cursor'],
      [`sort=value,name&cursor=${nextCursor}`]: ['cursor'],
      [`cursor=${nextCursor}`]: ['cursor'],
    });
  });

  it('that the server did not create is refused', async () => {
    const id = records[0]._id;
    const garbage = [
      '',
      'x',
      '%00',
      '%F0%9F%98%80',
      cursorOf('value'),
      cursorOf('value|'),
      cursorOf('value|{}'),
      cursorOf('value|null'),
      cursorOf('value|["1"]'),
      cursorOf(`value|["1","${id}","x"]`),
      cursorOf(`value|[1,"${id}"]`),
      cursorOf(`value|["abc","${id}"]`),
      cursorOf(`value|["NaN","${id}"]`),
      cursorOf(`value|["Infinity","${id}"]`),
      cursorOf('value|["1",null]'),
      cursorOf('value|["1","nobody"]'),
      cursorOf(`value|["1","${'-'.repeat(36)}"]`),
      cursorOf(`value|["1","${'0'.repeat(36)}"]`),
      cursorOf(`value|["1","${id}' or true --"]`),
      cursorOf(`value|["1' or true --","${id}"]`),
    ];
    for (const cursor of garbage) refusedQuery(await admin.get(`${path}?sort=value&cursor=${cursor}`));
    const others = {
      'createdAt|["yesterday","ID"]': 'createdAt',
      'createdAt|["2026-02-30T00:00:00.000Z","ID"]': 'createdAt',
      'closeDate|["infinity","ID"]': 'closeDate',
      'version|["99999999999999999999","ID"]': 'version',
      'name|["\\u0000","ID"]': 'name',
      'name|["\\ud800","ID"]': 'name',
      'accountId|["acme","ID"]': 'accountId',
    };
    for (const [text, sort] of Object.entries(others)) {
      refusedQuery(await admin.get(`${path}?sort=${sort}&cursor=${cursorOf(text.replace('ID', id))}`), 'cursor');
    }
  });
});

describe('the count of a list', () => {
  const many = '/api/sales/industries';

  it('is exact up to ten thousand, and stops there unless count=exact', async () => {
    await app.sql(
      `insert into sales_industries (tenant_id, id, name, code)
       select (select id from tenants where account_key = 'default'), gen_random_uuid(), 'industry ' || n,
         case when n <= 10000 then 'counted' end
       from generate_series(1, 10050) n`,
    );
    const metaOf = async (query: string) => (await admin.get(`${many}?fields=name&${query}`)).body.meta;
    const auto = await metaOf('limit=50');
    assert.deepEqual([auto.total, auto.totalExact, auto.totalPages, auto.hasMore], [10_000, false, 200, true]);
    const exact = await metaOf('limit=50&count=exact');
    assert.deepEqual([exact.total, exact.totalExact, exact.totalPages, exact.hasMore], [10_050, true, 201, true]);
    const counted = await metaOf('limit=50&filter[code]=counted');
    assert.deepEqual([counted.total, counted.totalExact, counted.totalPages], [10_000, true, 200]);
    const next = await metaOf(`limit=50&cursor=${auto.nextCursor}`);
    assert.deepEqual([next.total, next.totalExact, next.hasMore], [10_000, false, true]);
  });

  it('does not limit hasMore on pages after the ten thousandth record', async () => {
    for (const count of ['auto', 'exact', 'none']) {
      const pageOf = async (page: number) => (await admin.get(`${many}?limit=50&page=${page}&count=${count}`)).body;
      assert.equal((await pageOf(200)).meta.hasMore, true);
      const last = await pageOf(201);
      assert.equal(last.data.length, 50);
      assert.deepEqual([last.meta.hasMore, last.meta.nextCursor], [false, null]);
      assert.deepEqual((await pageOf(202)).data, []);
    }
  });

  it('is left out when count=none', async () => {
    for (const page of [1, 2]) {
      const { meta } = (await admin.get(`${many}?limit=5&count=none&page=${page}`)).body;
      assert.equal(meta.hasMore, true);
      assert.equal(typeof meta.nextCursor, 'string');
      assert.deepEqual(['total' in meta, 'totalPages' in meta], [false, false]);
    }
  });
});
