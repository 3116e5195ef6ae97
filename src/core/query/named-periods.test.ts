import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { namedDays } from './named-periods.ts';

const { admin } = await appForFile();
const path = '/api/sales/opportunities';
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('a period', () => {
  it('is named by its distance from today', () => {
    const today = '2026-11-18';
    const cases: Record<string, [string, string]> = {
      today: ['2026-11-18', '2026-11-19'],
      yesterday: ['2026-11-17', '2026-11-18'],
      tomorrow: ['2026-11-19', '2026-11-20'],
      thisWeek: ['2026-11-16', '2026-11-23'],
      lastWeek: ['2026-11-09', '2026-11-16'],
      nextWeek: ['2026-11-23', '2026-11-30'],
      thisMonth: ['2026-11-01', '2026-12-01'],
      lastMonth: ['2026-10-01', '2026-11-01'],
      nextMonth: ['2026-12-01', '2027-01-01'],
      thisQuarter: ['2026-10-01', '2027-01-01'],
      lastQuarter: ['2026-07-01', '2026-10-01'],
      nextYear: ['2027-01-01', '2028-01-01'],
      lastYear: ['2025-01-01', '2026-01-01'],
      last7Days: ['2026-11-12', '2026-11-19'],
      next14Days: ['2026-11-18', '2026-12-02'],
    };
    for (const [name, [from, to]] of Object.entries(cases))
      assert.deepEqual(namedDays(name, today), { from, to }, name);
    assert.equal(namedDays('thisWeek', '2026-11-22')?.from, '2026-11-16');
    for (const name of ['', 'thisDay', 'this7Days', 'last0Days', 'Today', 'toString', 'nextDecade'])
      assert.equal(namedDays(name, today), undefined, name);
  });

  it('filters dates and times, also in an aggregate, and with the next day means other records', async () => {
    const names: Record<string, string | null> = { Old: day(-40), Now: day(0), Later: day(40), Never: null };
    for (const [name, closeDate] of Object.entries(names)) await admin.create(path, { name, closeDate });
    const found = async (query: string): Promise<string[]> => {
      const { status, body, text } = await admin.get(`${path}?sort=name&${query}`);
      assert.equal(status, 200, text);
      return body.data.map(({ name }: Json) => name);
    };
    assert.deepEqual(await found('filter[closeDate][between]=today'), ['Now']);
    assert.deepEqual(await found('filter[closeDate][lt]=today'), ['Old']);
    assert.deepEqual(await found('filter[closeDate][lte]=today'), ['Now', 'Old']);
    assert.deepEqual(await found('filter[closeDate][gt]=today'), ['Later']);
    assert.deepEqual(await found('filter[closeDate][gte]=last7Days'), ['Later', 'Now']);
    assert.deepEqual(await found('filter[not][closeDate][between]=last50Days'), ['Later', 'Never']);
    assert.deepEqual(await found('filter[createdAt][between]=today&tz=UTC'), ['Later', 'Never', 'Now', 'Old']);
    assert.deepEqual(await found('filter[createdAt][lt]=yesterday&tz=Pacific/Auckland'), []);
    // In Paris it may already be the next day, which makes no difference here.
    const count = await admin.get(`${path}/aggregate?filter[closeDate][between]=last50Days&tz=Europe/Paris`);
    assert.equal(count.body.data[0].count, 2);
    const searched = await admin.post(`${path}/search`, { filter: { closeDate: { between: 'today' } }, tz: 'UTC' });
    assert.equal(searched.body.meta.total, 1);
  });

  it('is refused where there is none', async () => {
    for (const [query, field] of [
      ['filter[closeDate][between]=someDay', 'filter[closeDate][between]'],
      ['filter[closeDate]=today', 'filter[closeDate]'],
      ['filter[closeDate][in]=today', 'filter[closeDate][in]'],
      ['filter[value][gt]=today', 'filter[value][gt]'],
      ['tz=Mars/Olympus', 'tz'],
      ['tz=%2B02:00', 'tz'],
    ] as const) {
      const { status, body } = await admin.get(`${path}?${query}`);
      assert.deepEqual([status, body.error.details[0].field], [400, field], query);
    }
  });
});
