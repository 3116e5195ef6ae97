import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { dealNames, dealPath, loadDeals } from '#test/query-deals.ts';
import { namesIn, refusedQuery } from '#test/query-expect.ts';

const app = await appForFile();
const { admin } = app;
const path = dealPath;
await loadDeals(admin);

describe('a search with its query in the body', () => {
  const search = (body: unknown) => admin.post(`${path}/search`, body);

  it('has the same grammar, with typed values', async () => {
    const cases: [unknown, string[]][] = [
      [{}, dealNames],
      [{ filter: { value: 100 } }, ['Alpha']],
      [{ filter: { value: '100' } }, ['Alpha']],
      [{ filter: { value: { between: [-5, 100] } } }, ['Alpha', 'Gamma']],
      [{ filter: { value: { in: [-5, '250.5'] } } }, ['Gamma', 'beta']],
      [{ filter: { value: { null: true } } }, ['100% sure_']],
      [{ filter: { stage: { in: ['a,b'] } } }, ['100% sure_']],
      [{ filter: { stage: { in: [] } } }, []],
      [{ filter: { stage: { nin: [] } } }, dealNames],
      [{ filter: { tags: 'red', 'accountId.name': { startsWith: 'acme' } } }, ['Alpha']],
      [{ filter: { or: [{ stage: 'won' }, { value: { lt: 0 }, tags: { ne: 'red' } }] } }, ['Alpha', 'Gamma']],
      [{ q: 'alph' }, ['Alpha']],
    ];
    for (const [body, names] of cases) {
      assert.deepEqual(namesIn(await search({ ...(body as object), sort: ['name'] })), names, JSON.stringify(body));
    }
  });

  it('answers like the list', async () => {
    const filter =
      'filter[value][null]=false&sort=-value,name&page=2&limit=1&fields=name&include=accountId&count=exact';
    const body = {
      filter: { value: { null: false } },
      sort: ['-value', 'name'],
      page: 2,
      limit: 1,
      fields: ['name'],
      include: ['accountId'],
      count: 'exact',
    };
    const listed = await admin.get(`${path}?${filter}`);
    assert.deepEqual(namesIn(listed), ['Alpha']);
    assert.deepEqual((await search(body)).body, listed.body);
    assert.deepEqual((await search({ ...body, sort: '-value,name', page: '2', fields: 'name' })).body, listed.body);
  });

  it('compares with any number, also one that is out of range for the field', async () => {
    await admin.create(path, { name: 'likely', probability: 100 });
    // The stages of beta and Alpha, lost and won, set 0 and 100. Those of the other deals are not in the list.
    const names = ['likely', 'beta', 'Alpha'];
    const cases = [{ probability: { lte: 150 } }, { probability: { gt: -1 } }, { probability: { between: [-1, 101] } }];
    for (const filter of cases) assert.deepEqual(namesIn(await search({ filter })), names);
    assert.deepEqual(namesIn(await admin.get(`${path}?filter[probability][lte]=150`)), names);
  });

  it('is refused with a message that names the mistake', async () => {
    const cases: [unknown, string[]][] = [
      [{ nope: 1 }, ['nope']],
      [{ filter: { nope: 1 } }, ['nope']],
      [{ filter: { value: true } }, ['value']],
      [{ filter: { stage: 5 } }, ['stage']],
      [{ filter: { stage: null } }, ['stage']],
      [{ filter: { stage: ['won', 'lost'] } }, ['stage']],
      [{ filter: { stage: {} } }, ['stage']],
      [{ filter: { tags: [] } }, ['tags']],
      [{ filter: { value: { in: [1, null] } } }, ['value']],
      [{ filter: [] }, ['filter']],
      [{ filter: { or: {} } }, ['or']],
      [{ filter: { and: [] } }, ['and']],
      [{ filter: { not: {} } }, ['not']],
      [{ filter: { not: [{ stage: 'won' }] } }, ['not']],
      [{ sort: 5 }, ['sort']],
      [{ sort: [null] }, ['sort']],
      [{ page: 1.5 }, ['page']],
      [{ limit: 201 }, ['limit']],
      [{ limit: null }, ['limit']],
      [{ q: 5 }, ['q']],
      [{ fields: [5] }, ['fields']],
      [{ cursor: 5 }, ['cursor']],
    ];
    for (const [body, named] of cases) refusedQuery(await search(body), ...named);
    refusedQuery(await search([]));
    refusedQuery(await admin.post(`${path}/search?limit=5`, {}));
  });

  it('needs only the permission to read, and writes nothing', async () => {
    const viewer = await app.user({ permissions: ['sales:read'] });
    const before = (await app.events()).length;
    assert.deepEqual(namesIn(await viewer.post(`${path}/search`, { filter: { name: 'Alpha' } })), ['Alpha']);
    assert.equal((await app.events()).length, before);
    const stranger = await app.user({ permissions: ['marketing:read'] });
    assert.equal((await stranger.post(`${path}/search`, {})).status, 403);
  });
});
