import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import type { Model } from '#core/models/model.ts';
import { type Cluster, cloneDatabase, ownedDatabase, startCluster } from '#test/cluster.ts';
import { coveringModels } from '#test/covering-models.ts';
import { type Client, type Json, startApp, type TestApp } from '#test/harness.ts';
import { listStatement, type Statement } from '#test/list-statements.ts';
import { clientConfig } from './connection.ts';
import { prepareDatabase } from './prepare.ts';

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
after(() => cluster.stop());

const wonDeals = '/api/sales/opportunities?filter[stage]=won&sort=-value&limit=20&count=none';

/** Opens a session of the application's role in which all statements have generic plans, which PostgreSQL keeps. */
async function openSession({ connection }: TestApp): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  return client;
}

/** Prepares a statement as the server does, and returns a function that reads its plan. */
async function prepare(client: pg.Client, [text, values]: Statement, name = 'list'): Promise<() => Promise<string>> {
  const types = new Map(
    Array.from(text.matchAll(/\$(\d+)::([a-z0-9]+(?:\[\])?)/g), ([, n, type]) => [Number(n), type]),
  );
  const declared = values.map((_, n) => types.get(n + 1) ?? 'unknown').join(', ');
  await client.query(`prepare ${name} (${declared}) as ${text}`);
  const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(String(value)))).join(', ');
  return async () => {
    const { rows } = await client.query(`explain (costs off) execute ${name} (${literals})`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
}

/** The plan of a statement for its values, as for its first requests. */
async function planFor(client: pg.Client, [text, values]: Statement): Promise<string> {
  const { rows } = await client.query(`explain (costs off) ${text}`, [...values]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** True when the plan sorts all matching rows. An incremental sort only sorts rows that are equal in the index. */
const sortsAll = (plan: string): boolean => /-> {2}Sort\b/.test(plan);

async function loadDeals(client: Client, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const operations = Array.from({ length: 1000 }, (_, n) => ({
      op: 'create',
      record: { name: `Deal ${n}`, value: (n * 7919 + batch) % 10_000, stage: n % 2 ? 'won' : 'lost' },
    }));
    const { status, text } = await client.post('/api/sales/opportunities/bulk', { operations });
    assert.equal(status, 200, text.slice(0, 500));
  }
}

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'value' || gen_random_uuid()`,
  numeric: 'n',
  bigint: 'n',
  boolean: 'false',
  date: `date '2026-01-01' + n`,
  'timestamptz(3)': `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute'`,
  'text[]': `array['value' || n]`,
  'uuid[]': 'array[gen_random_uuid()]',
  jsonb: `'{}'`,
};

/** Fills a table without HTTP, which would take minutes for all models, and counts the rows as an operation does. */
async function fill({ app, sql }: TestApp, { table, stored }: Model, tenantId: number, rows: number): Promise<void> {
  const columns = stored.filter(({ column }) => column !== null);
  await sql(
    `begin; set local session_replication_role = replica;
     insert into ${table} (tenant_id, id, created_at, ${columns.map(({ column }) => `"${column}"`).join(', ')})
     select ${tenantId}, gen_random_uuid(), now() - n * interval '1 minute', ${columns.map(({ type }) => values[type.column]).join(', ')}
     from generate_series(1, ${rows}) n; commit`,
  );
  app.services.grownTables.rowsCreated(table, String(tenantId), rows);
}

describe('a new database after a load by bulk', async () => {
  const started = await startApp();
  after(() => started.close());
  const { admin, app } = started;

  it('reads a filtered list in the order of its index, also with a plan that was kept from before the load', async () => {
    await admin.create('/api/sales/opportunities', { name: 'First', value: 1, stage: 'won' });
    const statement = await listStatement(started, () => admin.get(wonDeals));
    const session = await openSession(started);
    const keptPlan = await prepare(session, statement);
    await keptPlan();
    await loadDeals(admin, 2);
    await app.services.grownTables.idle();
    const plans = [await keptPlan(), await planFor(session, statement)];
    await session.end();
    // The plan does not read the second segment, the records without a value.
    for (const plan of plans)
      assert.match(
        plan,
        /Append\s+->[^>]*->\s+Limit\s+->\s+Incremental Sort[\s\S]*Index Scan Backward using sales_opportunities_stage_value_idx/,
      );
    const { body } = await admin.get(wonDeals);
    assert.deepEqual(
      body.data.map((deal: Json) => deal.value),
      body.data.map((deal: Json) => deal.value).toSorted((a: number, b: number) => b - a),
    );
  });
});

/**
 * True for models whose lists may be long. Lists of personal records, and of records with an audience, begin with the
 * user, and a tenant has few webhooks.
 */
const mayBeLong = ({ personal, audience, name }: Model): boolean =>
  personal === undefined && audience === undefined && name !== 'integrations.webhooks';

for (const [owner, makeDatabase] of [
  ['a superuser', cloneDatabase],
  ['an ordinary role', ownedDatabase],
] as const) {
  describe(`on a database that ${owner} prepared`, async () => {
    const started = await startApp({}, [], makeDatabase);
    after(() => started.close());
    const { admin, app, sql } = started;
    const models = app.registry.models.filter(mayBeLong);

    it('the default list of every model is read in the order of an index after a load', async () => {
      const session = await openSession(started);
      const sorted: string[] = [];
      for (const model of coveringModels(models)) {
        await fill(started, model, 1, 800);
        await app.services.grownTables.idle();
        const statement = await listStatement(started, () => admin.get(`${model.path}?count=none&limit=20`));
        const keptPlan = await prepare(session, statement, model.table);
        for (const plan of [await keptPlan(), await planFor(session, statement)])
          if (sortsAll(plan)) sorted.push(`${model.name}\n${plan}`);
      }
      await session.end();
      assert.equal(sorted.length, 0, `${sorted.length}: ${sorted.slice(0, 3).join('\n\n')}`);
    });

    it('a new tenant’s lists are read in the order of an index, though others have most of the table', async () => {
      const model = app.registry.find('sales', 'regions') as Model;
      await sql(`delete from ${model.table}`);
      for (let tenant = 1000; tenant < 1020; tenant += 1) await fill(started, model, tenant, 500);
      await app.services.grownTables.idle();
      await sql(`analyze ${model.table}`);
      const [{ n_distinct: tenants }] = await sql(
        `select n_distinct from pg_stats where tablename = '${model.table}' and attname = 'tenant_id'`,
      );
      assert.equal(tenants, 20);
      await fill(started, model, 1, 1000);
      await app.services.grownTables.idle();
      const session = await openSession(started);
      const statement = await listStatement(started, () => admin.get(`${model.path}?count=none`));
      const plan = await planFor(session, statement);
      await session.end();
      assert.ok(!sortsAll(plan), plan);
    });

    it('a table is not analyzed again before the rows of a tenant have doubled', async () => {
      const model = app.registry.find('sales', 'quotes') as Model;
      const analyzed = async () =>
        Number((await sql(`select pg_stat_get_analyze_count('${model.table}'::regclass) as n`))[0].n);
      const before = await analyzed();
      const grow = async (rows: number) => {
        await fill(started, model, 3000, rows);
        await app.services.grownTables.idle();
        return (await analyzed()) - before;
      };
      const counts = [];
      for (const rows of [150, 100, 100, 100]) counts.push(await grow(rows));
      assert.deepEqual(counts, [0, 1, 1, 1]);
    });

    it('a start keeps the statistics of tables that were analyzed', async () => {
      const table = 'sales_leads';
      const model = app.registry.find('sales', 'leads') as Model;
      for (let tenant = 2000; tenant < 2020; tenant += 1) await fill(started, model, tenant, 20);
      await sql(`analyze ${table}`);
      const distinct = async () =>
        (await sql(`select n_distinct from pg_stats where tablename = '${table}' and attname = 'tenant_id'`))[0]
          .n_distinct;
      const before = await distinct();
      assert.ok(before >= 20 || before < 0, String(before));
      if (makeDatabase === ownedDatabase) {
        const { role: _, ...owner } = started.connection;
        await prepareDatabase({ admin: owner });
      } else await prepareDatabase({ admin: { ...cluster.admin, database: started.connection.database as string } });
      assert.equal(await distinct(), before);
    });
  });
}

describe('the function that analyzes', async () => {
  const started = await startApp();
  after(() => started.close());

  it('refuses a table that is not one of tenants', async () => {
    const { db } = started.app.services;
    for (const name of ['migrations', 'pg_class', 'events"; drop table events; --'])
      await assert.rejects(db.query('select analyze_grown_table($1::text, 1, 1)', [name]), { code: '42P01' });
  });
});
