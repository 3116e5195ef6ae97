import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { app, sql } = await appForFile();

describe('a table that is new', () => {
  it('finds a record by its primary key, before it is analyzed', async (t) => {
    const [{ version }] = await sql(`select current_setting('server_version_num')::int as version`);
    if (version < 180_000) return t.skip('needs PostgreSQL 18');
    const isNew = new Set(
      (await sql(`select relname from pg_class where relkind = 'r' and reltuples = -1`)).map(({ relname }) => relname),
    );
    const others: string[] = [];
    let count = 0;
    for (const { table } of app.services.directory.base.modules.flatMap(({ models }) => models)) {
      if (!isNew.has(table)) continue;
      count += 1;
      const plan = await sql(
        `explain select 1 from only ${table} where tenant_id = 1 and id = '00000000-0000-0000-0000-000000000000'::uuid`,
      );
      const text = plan.map((row) => Object.values(row)[0]).join('\n');
      if (!text.includes(`using ${table}_pkey`)) others.push(`${table}: ${text}`);
    }
    assert.ok(count > 100, `${count} new tables`);
    assert.deepEqual(others, []);
  });
});
