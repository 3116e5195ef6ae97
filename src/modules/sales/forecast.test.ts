import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const deals = '/api/sales/opportunities';
const today = new Date().toISOString().slice(0, 10);

describe('the forecast', () => {
  let admin: Client;
  let seller: Client;
  let teamId: string;

  const forecast = async (query = '', client = admin): Promise<Json> => {
    const reply = await client.get(`/api/sales/forecast?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };

  before(async () => {
    admin = await app.tenant();
    seller = await app.user({ permissions: ['sales:read:own', 'sales:write:own'] }, admin);
    teamId = (await admin.create('/api/identity/teams', { name: 'North' }))._id;
    await admin.create('/api/identity/teamUsers', { teamId, userId: seller.userId });
    const mine = { ownerId: seller.userId, closeDate: today };
    const made = [
      { ...mine, value: 100, stage: 'won', forecastCategory: 'closed' },
      { ...mine, value: 200, probability: 50, forecastCategory: 'commit' },
      { ...mine, value: 80, probability: 25, forecastCategory: 'bestCase', currency: 'EUR' },
      { ...mine, value: 1000, probability: 10, forecastCategory: 'pipeline', closeDate: '2031-01-01' },
      { ...mine, value: 5000, stage: 'lost', forecastCategory: 'omitted' },
      { ownerId: admin.userId, closeDate: today, value: 40, probability: 10, forecastCategory: 'pipeline' },
    ];
    await admin.create('/api/sales/exchangeRates', { currency: 'EUR', rate: 0.8, validFrom: '2020-01-01' });
    for (const [n, deal] of made.entries()) await admin.create(deals, { name: `Deal ${n}`, ...deal });
    const target = { metric: 'revenue', startDate: today, endDate: today };
    await admin.create('/api/sales/salesTargets', { ...target, userId: seller.userId, targetValue: 400 });
    await admin.create('/api/sales/salesTargets', { ...target, teamId, targetValue: 1000 });
  });

  it('sums the deals that close in the period by owner, in one currency, beside the target', async () => {
    const { data, meta } = await forecast('groupBy=ownerId');
    const of = (id: string | null) => data.find(({ ownerId }: Json) => ownerId === id);
    assert.deepEqual(of(seller.userId ?? ''), {
      ownerId: seller.userId,
      target: 400,
      closed: 100,
      commit: 200,
      bestCase: 100,
      pipeline: 0,
      weighted: 225,
      attainment: 0.25,
      deals: 3,
    });
    assert.deepEqual([of(admin.userId ?? '').pipeline, of(admin.userId ?? '').target], [40, null]);
    assert.deepEqual([meta.currency, meta.period, meta.unconverted], ['USD', 'thisQuarter', 0]);
  });

  it('sums by team, and in all', async () => {
    const { data } = await forecast('groupBy=teamId');
    assert.deepEqual(
      data.map((row: Json) => [row.teamId, row.closed, row.target]),
      [
        [teamId, 100, 1000],
        [null, 0, null],
      ],
    );
    const [all] = (await forecast('currency=EUR')).data;
    assert.deepEqual([all.closed, all.commit, all.bestCase, all.pipeline, all.target], [80, 160, 80, 32, 320]);
  });

  it('has a share of targets that reach beyond the period', async () => {
    const own = await app.tenant();
    const year = today.slice(0, 4);
    const target = { metric: 'revenue', startDate: `${year}-01-01`, endDate: `${year}-12-31`, targetValue: 36500 };
    await own.create('/api/sales/salesTargets', { ...target, userId: own.userId });
    const { data } = await forecast('period=today&groupBy=ownerId', own);
    const days = Number(year) % 4 === 0 ? 366 : 365;
    assert.deepEqual([data[0].target, data[0].deals], [Math.round((36500 / days) * 100) / 100, 0]);
  });

  it('shows what the caller may read', async () => {
    const { data } = await forecast('groupBy=ownerId', seller);
    assert.deepEqual(
      data.map(({ ownerId }: Json) => ownerId),
      [seller.userId],
    );
    const blind = await app.user(
      { permissions: ['sales:read'], hiddenFields: { 'sales.opportunities': ['value'] } },
      admin,
    );
    refused(await blind.get('/api/sales/forecast'), 403, 'forbidden');
    refused(await admin.get('/api/sales/forecast?period=whenever'), 400, 'bad_request', 'period');
    refused(await admin.get(`/api/sales/forecast?pipelineId=${nobody}`), 400, 'bad_request', 'pipelineId');
  });
});
