import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { fieldsOf } from '#test/custom-fields.ts';
import { waitForIndex } from '#test/formula-indexes.ts';
import { Home, until } from '#test/process.ts';

const model = 'sales/opportunities';
const records = 20_000;

describe('the index of a formula whose server is killed while it is built', () => {
  it('goes on after a restart, and leaves no record out', async () => {
    await using home = await Home.prepared();
    const first = await home.start();
    const before = await first.signIn(adminPassword);
    const sql = home.sql.bind(home);
    await sql(
      `insert into sales_opportunities (tenant_id, id, name, value)
       select 1, gen_random_uuid(), 'Deal ' || n, n from generate_series(1, $1::int) n`,
      [records],
    );
    // The job waits for this locked record, so that it is not complete before the kill.
    const locking = await home.connect();
    await locking.query('begin');
    await locking.query('select from sales_opportunities where tenant_id = 1 order by id desc limit 1 for update');
    const formula = { key: 'half', type: 'formula', formula: 'value / 2', index: true };
    await before.create(fieldsOf(model), formula);
    const copies = async (): Promise<number> =>
      (await sql('select count(*)::int as count from formula_values'))[0].count;
    await until('the first copies', async () => (await copies()) > 0);
    assert.deepEqual(await first.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await locking.end();

    const second = await home.start();
    const admin = await second.signIn(adminPassword);
    const done = await copies();
    assert.ok(done > 0 && done < records, `${done} copies before the kill`);
    const search = (filter: string) => admin.get(`/api/sales/opportunities?filter[half]${filter}&count=exact&limit=1`);
    assert.equal((await search('[gt]=0')).body.meta.total, records);
    await waitForIndex({ sql }, admin, model, 'half');
    assert.equal(await copies(), records);
    assert.equal((await search('[gt]=0')).body.meta.total, records);
    assert.equal((await search(`=${records / 2}`)).body.meta.total, 1);
  });
});
