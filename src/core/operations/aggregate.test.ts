import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { refuseAll } from '#test/query-expect.ts';

const app = await appForFile();
const { admin } = app;
const path = '/api/sales/opportunities';

const acme = await admin.create('/api/sales/accounts', {
  name: 'Acme',
  domain: 'steel.example',
  customerSince: '2020-05-17',
});
const deals = [
  { name: 'red one', stage: 'won', type: 'renewal', value: 10, closeDate: '2026-01-05', accountId: acme._id },
  { name: 'red two', stage: 'won', type: 'upsell', value: 20.5, closeDate: '2026-01-31', accountId: acme._id },
  { name: 'blue', stage: 'won', type: 'renewal', value: null, closeDate: '2026-02-01' },
  { name: 'green', stage: 'lost', type: null, value: 0.1, closeDate: '2026-04-01' },
  { name: 'grey', stage: 'lost', type: null, value: 0.2, closeDate: '2025-12-31' },
  { name: 'white', stage: null, type: null, value: -3, closeDate: null },
];
for (const deal of deals) await admin.create(path, deal);

const aggregate = async (query: string, client: Client = admin, at = path): Promise<Json[]> => {
  const reply = await client.get(`${at}/aggregate?${query}`);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.body), ['data']);
  return reply.body.data;
};

describe('an aggregate', () => {
  it('counts the records of each group, those without a value last', async () => {
    const counts = [
      { stage: 'lost', count: 2 },
      { stage: 'won', count: 3 },
      { stage: null, count: 1 },
    ];
    assert.deepEqual(await aggregate('groupBy=stage'), counts);
    assert.deepEqual(await aggregate('groupBy=stage&count=true'), counts);
    assert.deepEqual(await aggregate('groupBy=accountId'), [
      { accountId: acme._id, count: 2 },
      { accountId: null, count: 4 },
    ]);
  });

  it('groups by several fields', async () => {
    assert.deepEqual(await aggregate('groupBy=stage,type&count=true'), [
      { stage: 'lost', type: null, count: 2 },
      { stage: 'won', type: 'renewal', count: 2 },
      { stage: 'won', type: 'upsell', count: 1 },
      { stage: null, type: null, count: 1 },
    ]);
  });

  it('gives sum, average, minimum and maximum, and ignores records without a value', async () => {
    const query = 'groupBy=stage&count=true&sum=value&avg=value&min=value,closeDate&max=value,name';
    assert.deepEqual(await aggregate(`${query}&filter[stage]=won`), [
      {
        stage: 'won',
        count: 3,
        sum: { value: 30.5 },
        avg: { value: 15.25 },
        min: { value: 10, closeDate: '2026-01-05' },
        max: { value: 20.5, name: 'red two' },
      },
    ]);
    assert.deepEqual(await aggregate('sum=value&avg=value&min=value&filter[name]=blue'), [
      { sum: { value: null }, avg: { value: null }, min: { value: null } },
    ]);
  });

  it('adds exact decimals', async () => {
    const exact = await admin.get(`${path}/aggregate?sum=value&filter[stage]=lost`);
    assert.match(exact.text, /"value"\s*:\s*0\.3\}/);
    const digits = await app.tenant();
    for (const value of ['12345678901234567890.5', '0.00000000000000000001']) {
      assert.equal((await digits.post(path, `{"name":"n","value":${value}}`)).status, 201);
    }
    const long = await digits.get(`${path}/aggregate?sum=value&max=value`);
    assert.match(long.text, /"sum":\{"value"\s*:\s*12345678901234567890\.50000000000000000001\}/);
    assert.match(long.text, /"max":\{"value"\s*:\s*12345678901234567890\.5\}/);
  });

  it('treats all records as one group without groupBy', async () => {
    assert.deepEqual(await aggregate(''), [{ count: 6 }]);
    assert.deepEqual(await aggregate('sum=value'), [{ sum: { value: 27.8 } }]);
    assert.deepEqual(await aggregate('max=closeDate&count=true'), [{ count: 6, max: { closeDate: '2026-04-01' } }]);
    assert.deepEqual(await aggregate('count=true&sum=value&filter[name]=nobody'), [{ count: 0, sum: { value: null } }]);
    assert.deepEqual(await aggregate('groupBy=stage&filter[name]=nobody'), []);
  });

  it('covers the same records as a list with the same filter and search words', async () => {
    assert.deepEqual(
      await aggregate('groupBy=stage&filter[value][gt]=0&filter[or][0][name]=grey&filter[or][1][type]=upsell'),
      [
        { stage: 'lost', count: 1 },
        { stage: 'won', count: 1 },
      ],
    );
    assert.deepEqual(await aggregate('sum=value&q=red'), [{ sum: { value: 30.5 } }]);
    assert.deepEqual(await aggregate('sum=value&q=red&filter[accountId.name]=Acme&filter[value][lt]=20'), [
      { sum: { value: 10 } },
    ]);
    const seller = await app.user({ permissions: ['sales:read:own', 'sales:write:own'] });
    await seller.create(path, { name: 'mine', value: 7 });
    assert.deepEqual(await aggregate('count=true&sum=value', seller), [{ count: 1, sum: { value: 7 } }]);
  });

  it('sorts by counts, measures and groups, and stops at the limit', async () => {
    const stages = async (query: string) =>
      (await aggregate(`groupBy=stage&count=true&sum=value&avg=value&filter[name][ne]=mine&${query}`)).map(
        ({ stage }) => stage,
      );
    assert.deepEqual(await stages('sort=-count'), ['won', 'lost', null]);
    assert.deepEqual(await stages('sort=count'), [null, 'lost', 'won']);
    assert.deepEqual(await stages('sort=-sum.value'), ['won', 'lost', null]);
    assert.deepEqual(await stages('sort=sum.value'), [null, 'lost', 'won']);
    assert.deepEqual(await stages('sort=avg.value'), [null, 'lost', 'won']);
    assert.deepEqual(await stages('sort=-stage'), ['won', 'lost', null]);
    assert.deepEqual(await stages('sort=-count&limit=1'), ['won']);
    assert.deepEqual(await stages('limit=2'), ['lost', 'won']);
    const pairs = await aggregate('groupBy=stage,type&sort=-stage,-type&filter[name][ne]=mine');
    assert.deepEqual(
      pairs.map(({ stage, type }) => [stage, type]),
      [
        ['won', 'upsell'],
        ['won', 'renewal'],
        ['lost', null],
        [null, null],
      ],
    );
  });
});

describe('an aggregate over time', () => {
  it('names each period by its first day', async () => {
    const expected: Record<string, (string | null)[]> = {
      day: ['2025-12-31', '2026-01-05', '2026-01-31', '2026-02-01', '2026-04-01', null],
      week: ['2025-12-29', '2026-01-05', '2026-01-26', '2026-03-30', null],
      month: ['2025-12-01', '2026-01-01', '2026-02-01', '2026-04-01', null],
      quarter: ['2025-10-01', '2026-01-01', '2026-04-01', null],
      year: ['2025-01-01', '2026-01-01', null],
    };
    for (const [period, days] of Object.entries(expected)) {
      const data = await aggregate(`groupBy=closeDate:${period}&filter[name][ne]=mine`);
      assert.deepEqual(
        data.map(({ closeDate }) => closeDate),
        days,
        period,
      );
    }
  });

  it('groups times by their day in UTC, or by the exact time when no period is named', async () => {
    const client = await app.tenant();
    const times = ['2026-01-31T23:30:00-05:00', '2026-02-01T23:59:59.999Z', '2026-02-02T00:00:00Z'];
    for (const stageChangedAt of times) await client.create(path, { name: 'n', stageChangedAt });
    assert.deepEqual(await aggregate('groupBy=stageChangedAt:day', client), [
      { stageChangedAt: '2026-02-01', count: 2 },
      { stageChangedAt: '2026-02-02', count: 1 },
    ]);
    assert.deepEqual(await aggregate('groupBy=stageChangedAt&sort=-stageChangedAt&limit=1', client), [
      { stageChangedAt: '2026-02-02T00:00:00.000Z', count: 1 },
    ]);
    assert.deepEqual(await aggregate('min=stageChangedAt', client), [
      { min: { stageChangedAt: '2026-02-01T04:30:00.000Z' } },
    ]);
    const [{ createdAt, count }] = await aggregate('groupBy=createdAt:year', client);
    assert.deepEqual([createdAt, count], [`${new Date().getUTCFullYear()}-01-01`, 3]);
  });
});

describe('an aggregate over references', () => {
  it('groups by a field of the record that a reference points to', async () => {
    assert.deepEqual(await aggregate('filter[name][ne]=mine&groupBy=accountId.domain&sum=value&count=true'), [
      { 'accountId.domain': 'steel.example', count: 2, sum: { value: 30.5 } },
      { 'accountId.domain': null, count: 4, sum: { value: -2.7 } },
    ]);
    assert.deepEqual(
      await aggregate(
        'filter[name][ne]=mine&groupBy=stage,accountId.customerSince:year&sort=-accountId.customerSince,stage',
      ),
      [
        { stage: 'won', 'accountId.customerSince': '2020-01-01', count: 2 },
        { stage: 'lost', 'accountId.customerSince': null, count: 2 },
        { stage: 'won', 'accountId.customerSince': null, count: 1 },
        { stage: null, 'accountId.customerSince': null, count: 1 },
      ],
    );
    assert.deepEqual(
      await aggregate('filter[name][ne]=mine&groupBy=accountId.name,accountId.domain&sort=-count&limit=1'),
      [{ 'accountId.name': null, 'accountId.domain': null, count: 4 }],
    );
  });

  it('uses only those referenced records and fields that the caller may read', async () => {
    const owner = await app.tenant();
    const hiddenFields = { 'sales.accounts': ['domain'] };
    const own = await app.user({ permissions: ['sales:read:own', 'sales:write:own'] }, owner);
    const [theirs, mine] = [
      await owner.create('/api/sales/accounts', { name: 'Theirs', domain: 'oil.example' }),
      await own.create('/api/sales/accounts', { name: 'Mine', domain: 'wool.example' }),
    ];
    for (const accountId of [theirs._id, mine._id])
      await owner.create(path, { name: 'n', accountId, ownerId: own.userId });
    assert.deepEqual(await aggregate('groupBy=accountId.domain', own), [
      { 'accountId.domain': 'wool.example', count: 1 },
      { 'accountId.domain': null, count: 1 },
    ]);
    const { included } = (await own.get(`${path}/aggregate?groupBy=accountId&include=accountId`)).body;
    assert.deepEqual(Object.keys(included), [mine._id]);
    const blind = await app.user({ permissions: ['sales:read'], hiddenFields }, owner);
    await refuseAll(blind, `${path}/aggregate`, { 'groupBy=accountId.domain': ['groupBy', 'domain'] });
    for (const query of ['groupBy=ownerId.email', 'groupBy=ownerId&include=ownerId'])
      refused(await blind.get(`${path}/aggregate?${query}`), 403, 'forbidden', 'identity:read');
  });

  it('includes the records whose ids are group values', async () => {
    const { data, included } = (
      await admin.get(`${path}/aggregate?filter[name][ne]=mine&groupBy=accountId,stage&include=accountId`)
    ).body;
    assert.equal(data.length, 4);
    assert.deepEqual(Object.keys(included), [acme._id]);
    assert.equal(included[acme._id].name, 'Acme');
    const beyond = (await admin.get(`${path}/aggregate?groupBy=accountId.ownerId&include=accountId.ownerId`)).body;
    assert.equal(beyond.included[admin.userId].email, 'admin@example.com');
    const none = (await admin.get(`${path}/aggregate?groupBy=accountId&include=accountId&filter[stage]=lost`)).body;
    assert.deepEqual(none, { data: [{ accountId: null, count: 2 }], included: {} });
  });
});

describe('an aggregate in a time zone', () => {
  it('groups times by the days of the zone, in summer and winter, and does not shift dates', async () => {
    const client = await app.tenant();
    const times = ['2026-01-31T22:30:00Z', '2026-01-31T23:30:00Z', '2026-06-30T21:59:00Z', '2026-06-30T22:00:00Z'];
    for (const stageChangedAt of times)
      await client.create(path, { name: 'n', stageChangedAt, closeDate: '2026-01-31' });
    const months = async (tz: string) =>
      (await aggregate(`groupBy=stageChangedAt:month${tz}`, client)).map((line) => Object.values(line));
    assert.deepEqual(await months(''), [
      ['2026-01-01', 2],
      ['2026-06-01', 2],
    ]);
    assert.deepEqual(await months('&tz=UTC'), await months(''));
    assert.deepEqual(await months('&tz=Europe/Paris'), [
      ['2026-01-01', 1],
      ['2026-02-01', 1],
      ['2026-06-01', 1],
      ['2026-07-01', 1],
    ]);
    assert.deepEqual(await aggregate('groupBy=closeDate:day&tz=Pacific/Auckland', client), [
      { closeDate: '2026-01-31', count: 4 },
    ]);
    const [newYear] = await aggregate('groupBy=stageChangedAt:day&tz=America/New_York&limit=1', client);
    assert.deepEqual(newYear, { stageChangedAt: '2026-01-31', count: 2 });
  });
});

describe('an invalid aggregate', () => {
  it('is refused, and the error names the parameter and the wrong value', () =>
    refuseAll(admin, `${path}/aggregate`, {
      'groupBy=nope': ['groupBy', 'nope'],
      'groupBy=tags': ['groupBy', 'tags'],
      'groupBy=': ['groupBy'],
      'groupBy=stage:month': ['groupBy', 'stage'],
      'groupBy=closeDate:decade': ['groupBy', 'decade'],
      'groupBy=closeDate:month:day': ['groupBy'],
      'groupBy=closeDate:': ['groupBy'],
      'groupBy=closeDate:month,closeDate:year': ['groupBy'],
      'groupBy=stage&groupBy=type': ['groupBy'],
      'sum=name': ['sum', 'name'],
      'avg=closeDate': ['avg', 'closeDate'],
      'min=tags': ['min', 'tags'],
      'max=nope': ['max', 'nope'],
      'median=value': ['median'],
      'page=2': ['page'],
      'cursor=x': ['cursor'],
      'count=exact': ['count'],
      'count=false': ['count'],
      'limit=0': ['limit'],
      'limit=1001': ['limit'],
      'sort=stage': ['sort', 'stage'],
      'groupBy=stage&sort=sum.value': ['sort', 'sum.value'],
      'groupBy=stage&sum=value&sort=-count': ['sort', 'count'],
      'groupBy=accountId.nope': ['groupBy', 'nope'],
      'groupBy=accountId.tags': ['groupBy', 'tags'],
      'groupBy=stage.name': ['groupBy', 'stage.name'],
      'groupBy=accountId.ownerId.email': ['groupBy', 'accountId.ownerId.email'],
      'groupBy=accountId.name,accountId.name:day': ['groupBy'],
      'groupBy=closeDate:day&tz=Mars/Base': ['tz', 'Mars/Base', 'Europe/Paris'],
      'groupBy=closeDate:day&tz=': ['tz'],
      'tz=posix/UTC': ['tz'],
      "tz=UTC'": ['tz'],
      'groupBy=stage&include=accountId': ['include', 'accountId'],
      'groupBy=stage&include=stage': ['include', 'stage'],
      'groupBy=accountId.name&include=accountId': ['include', 'accountId'],
      'filter[nope]=1': ['nope'],
      'filter[value]=abc': ['value'],
    }));
});

describe('an aggregate over custom fields', () => {
  it('gives the same answers as one over built-in fields', async () => {
    const client = await app.tenant();
    const fields = [
      { key: 'name', type: 'text', searchable: true },
      { key: 'stage', type: 'choice' },
      { key: 'type', type: 'choice' },
      { key: 'value', type: 'number' },
      { key: 'closeDate', type: 'date' },
    ];
    await client.create('/api/data/models', { moduleKey: 'sales', slug: 'pitches', fields });
    const queries = [
      'groupBy=stage,type&count=true&sum=value&avg=value&min=value,closeDate&max=name',
      'groupBy=closeDate:quarter&sum=value&sort=-sum.value',
      'sum=value&filter[stage]=lost',
      'groupBy=type&q=red&sort=-type',
    ];
    for (const { accountId, ...deal } of deals) {
      await client.create('/api/sales/pitches', deal);
      await client.create(path, deal);
    }
    for (const query of queries) {
      const custom = await client.get(`/api/sales/pitches/aggregate?${query}`);
      assert.equal(custom.text, (await client.get(`${path}/aggregate?${query}`)).text, query);
    }
  });

  it('puts records whose value was never set, set to null or cleared into one group', async () => {
    const client = await app.tenant();
    await client.create(path, { name: 'older than the field' });
    await client.create('/api/data/models/sales/opportunities/fields', { key: 'color', type: 'text' });
    await client.create(path, { name: 'left out' });
    await client.create(path, { name: 'null', color: null });
    const { _id } = await client.create(path, { name: 'taken away', color: 'red' });
    assert.equal((await client.patch(`${path}/${_id}`, { color: null })).status, 200);
    await client.create(path, { name: 'blue', color: 'blue' });
    assert.deepEqual(await aggregate('groupBy=color', client), [
      { color: 'blue', count: 1 },
      { color: null, count: 4 },
    ]);
  });
});
