import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const deals = '/api/sales/opportunities';

describe('a sum of amounts', () => {
  let admin: Client;

  before(async () => {
    admin = await app.tenant();
    const rates = [
      { currency: 'EUR', rate: 0.5, validFrom: '2026-01-01' },
      { currency: 'EUR', rate: 0.8, validFrom: '2026-07-01' },
      { currency: 'JPY', rate: 100, validFrom: '2026-01-01' },
    ];
    for (const rate of rates) await admin.create('/api/sales/exchangeRates', rate);
    const made = [
      { stage: 'won', value: 100, currency: 'USD', closeDate: '2026-03-01' },
      { stage: 'won', value: 50, currency: 'EUR', closeDate: '2026-06-30' },
      { stage: 'won', value: 80, currency: 'EUR', closeDate: '2026-07-01' },
      { stage: 'lost', value: 10, closeDate: '2026-03-01' },
      { stage: 'lost', value: 20, currency: 'USD', closeDate: '2026-03-01' },
      { stage: 'proposal', value: 20, currency: 'GBP', closeDate: '2026-03-01' },
    ];
    for (const [n, deal] of made.entries()) await admin.create(deals, { name: `Deal ${n}`, probability: 10, ...deal });
  });

  const sums = async (query: string): Promise<Json[]> => {
    const reply = await admin.get(`${deals}/aggregate?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.data;
  };

  it('over several currencies says that it mixes them', async () => {
    assert.deepEqual(await sums('sum=value&groupBy=stage&count=false'), [
      { stage: 'lost', sum: { value: 30 } },
      { stage: 'proposal', sum: { value: 20 } },
      { stage: 'won', sum: { value: 230 }, mixedCurrencies: true },
    ]);
    assert.deepEqual(await sums('count=true'), [{ count: 6 }]);
    assert.deepEqual(await sums('sum=probability&count=false'), [{ sum: { probability: 60 } }]);
    assert.ok((await sums('sum=value&groupBy=currency')).every(({ mixedCurrencies }) => mixedCurrencies === undefined));
  });

  it('is converted at the day of each record', async () => {
    assert.deepEqual(await sums('sum=value&groupBy=stage&count=false&currency=USD&filter[stage]=won'), [
      { stage: 'won', sum: { value: 300 } },
    ]);
    assert.deepEqual(await sums('sum=value&avg=value&count=false&currency=JPY&filter[stage]=won'), [
      { sum: { value: 30000 }, avg: { value: 10000 } },
    ]);
    assert.deepEqual(await sums('sum=value&count=false&currency=EUR&filter[stage]=lost'), [{ sum: { value: 15 } }]);
  });

  it('leaves out amounts without a rate, and says how many', async () => {
    assert.deepEqual(await sums('sum=value&count=false&currency=USD'), [{ sum: { value: 330 }, unconverted: 1 }]);
  });

  it('is refused in what is no currency, and for fields that are no amounts', async () => {
    refused(await admin.get(`${deals}/aggregate?sum=value&currency=euro`), 400, 'bad_request', 'currency');
    refused(await admin.get(`${deals}/aggregate?sum=probability&currency=EUR`), 400, 'bad_request', 'currency');
  });

  it('uses the rates of its tenant only', async () => {
    const other = await app.tenant();
    await other.create(deals, { name: 'D', value: 100, currency: 'EUR' });
    const { body } = await other.get(`${deals}/aggregate?sum=value&count=false&currency=USD`);
    assert.deepEqual(body.data, [{ sum: { value: null }, unconverted: 1 }]);
  });
});
