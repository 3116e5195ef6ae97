import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { migrate, migrationsFolder } from '#db/migrator.ts';
import { asAdmin, type Cluster, dropDatabase, startCluster } from '#test/cluster.ts';

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
after(() => cluster.stop());

describe('the statuses and records from before statuses had keys', () => {
  it('get keys, categories, one default and a pipeline, and each record refers to the status of its text', async () => {
    const database = `test_statuses_${process.pid}_${randomBytes(4).toString('hex')}`;
    await asAdmin(cluster.admin, (client) => client.query(`create database ${database}`));
    try {
      await asAdmin({ ...cluster.admin, database }, async (client) => {
        const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
        await migrate(client, migrationsFolder, (file) => file < '202611190200');
        await client.query(`
          insert into tenants (account_key) values ('standard'), ('own'), ('none');
          insert into sales_opportunity_statuses (tenant_id, id, name, position, is_default, is_closed)
          select 1, gen_random_uuid(), name, n, n = 1, n > 4
          from unnest(array['Prospecting', 'Qualification', 'Proposal', 'Negotiation', 'Won', 'Lost']) with ordinality s(name, n);
          insert into sales_opportunity_statuses (tenant_id, id, name, position, is_default, is_closed) values
            (2, gen_random_uuid(), 'Erstgespräch', 1, true, false), (2, gen_random_uuid(), 'Demo & Test', 2, true, false),
            (2, gen_random_uuid(), 'demo test', 3, false, true), (2, gen_random_uuid(), '???', 4, null, null);
          insert into marketing_campaign_statuses (tenant_id, id, name, position, is_default, is_closed) values
            (2, gen_random_uuid(), 'Running', 1, false, false);
          insert into sales_opportunities (tenant_id, id, name, stage, closed_at, close_date, probability, updated_at)
          select 1, gen_random_uuid(), name, stage, closed_at::timestamptz, close_date, probability, '2026-05-06T23:30:00Z' from (values
            ('won', 'won', null, null, null), ('won on a day', 'won', null, date '2026-01-02', 100), ('own text', 'parked', null, null, 15),
            ('open', 'proposal', null, null, 33), ('no stage', null, null, null, null)
          ) d (name, stage, closed_at, close_date, probability);
          insert into sales_opportunities (tenant_id, id, name, stage, status_id, updated_at)
          select 1, gen_random_uuid(), d.name, d.stage, s.id, '2026-05-06T23:30:00Z' from (values ('chosen', 'prospecting'), ('contradiction', 'lost'), ('strange', 'parked')) d (name, stage)
          join sales_opportunity_statuses s on s.tenant_id = 1 and s.name = 'Won';
          insert into sales_contacts (tenant_id, id, last_name, status) values
            (3, gen_random_uuid(), 'a', 'customer'), (3, gen_random_uuid(), 'b', null);
        `);
        await migrate(client, migrationsFolder);
        assert.deepEqual(
          await rows(
            'select key, category, is_default, position::int from sales_opportunity_statuses where tenant_id = 1 order by position',
          ),
          [
            ['prospecting', 'open', true, 1],
            ['qualification', 'open', false, 2],
            ['needsAnalysis', 'open', false, 3],
            ['proposal', 'open', false, 4],
            ['negotiation', 'open', false, 5],
            ['won', 'won', false, 6],
            ['lost', 'lost', false, 7],
          ],
        );
        assert.deepEqual(
          await rows(
            `select key, category, is_default from sales_opportunity_statuses where tenant_id = 2 order by position limit 5`,
          ),
          [
            ['erstgespraech', 'open', true],
            ['demoTest', 'open', false],
            ['demoTest2', 'closed', false],
            ['status', 'open', false],
            ['prospecting', 'open', false],
          ],
        );
        assert.deepEqual(
          await rows(`select key, category from marketing_campaign_statuses where tenant_id = 2 and name = 'Running'`),
          [['active', 'open']],
        );
        assert.deepEqual(
          await rows(`select o.name, o.stage, s.key, to_char(o.closed_at at time zone 'UTC', 'YYYY-MM-DD'), o.close_date::text, o.probability::int, o.probability_set_by_hand, p.name
            from sales_opportunities o left join sales_opportunity_statuses s on s.id = o.status_id left join sales_pipelines p on p.id = o.pipeline_id
            order by o.name`),
          [
            ['chosen', 'won', 'won', '2026-05-06', '2026-05-06', 100, false, 'Sales pipeline'],
            ['contradiction', 'lost', 'lost', '2026-05-06', '2026-05-06', 0, false, 'Sales pipeline'],
            ['no stage', null, null, null, null, null, false, 'Sales pipeline'],
            ['open', 'proposal', 'proposal', null, null, 33, true, 'Sales pipeline'],
            ['own text', 'parked', null, null, null, 15, true, 'Sales pipeline'],
            ['strange', 'parked', null, null, null, null, false, 'Sales pipeline'],
            ['won', 'won', 'won', '2026-05-06', '2026-05-06', 100, false, 'Sales pipeline'],
            ['won on a day', 'won', 'won', '2026-01-02', '2026-01-02', 100, false, 'Sales pipeline'],
          ],
        );
        assert.deepEqual(
          await rows(
            `select c.last_name, s.key from sales_contacts c left join sales_contact_statuses s on s.tenant_id = c.tenant_id and s.id = c.status_id order by 1`,
          ),
          [
            ['a', 'customer'],
            ['b', null],
          ],
        );
        const lists = await rows(
          `select tenant_id::int, count(*) filter (where is_default)::int from sales_lead_statuses group by 1 order by 1`,
        );
        assert.deepEqual(lists, [
          [1, 1],
          [2, 1],
          [3, 1],
        ]);
        assert.deepEqual(
          await rows(
            `select relname from pg_class where not relforcerowsecurity and relkind = 'r' and (relname like '%\\_statuses' or relname in
             ('sales_pipelines', 'sales_contacts', 'sales_accounts', 'sales_leads', 'sales_opportunities', 'sales_quotes', 'sales_orders', 'sales_products',
              'marketing_campaigns', 'marketing_websites'))`,
          ),
          [],
        );
      });
    } finally {
      await dropDatabase(cluster, database);
    }
  });
});
