import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { migrate, migrationsFolder } from '#db/migrator.ts';
import { asAdmin, type Cluster, dropDatabase, startCluster } from '#test/cluster.ts';

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
after(() => cluster.stop());

describe('the numbers of records from before the platform gave them', () => {
  it('stay, repeated ones of accounts excepted, and counting goes on above them', async () => {
    const database = `test_numbers_${process.pid}_${randomBytes(4).toString('hex')}`;
    await asAdmin(cluster.admin, (client) => client.query(`create database ${database}`));
    try {
      await asAdmin({ ...cluster.admin, database }, async (client) => {
        await migrate(client, migrationsFolder, (file) => file < '202611190100');
        await client.query(`
          insert into tenants (account_key) values ('one'), ('two');
          insert into ui_ticket_counters (tenant_id, value) values (1, 12);
          insert into sales_accounts (tenant_id, id, name, account_number, created_at)
          select tenant, gen_random_uuid(), name, number, now() + place * interval '1 second'
          from unnest(
            array[1, 1, 1, 1, 1, 2], array['A', 'B', 'C', 'D', 'E', 'F'], array['X', 'x', 'X-2', 'a-000040', null, 'X'], array[1, 2, 3, 4, 5, 6]
          ) as a (tenant, name, number, place);
          insert into ui_support_tickets (tenant_id, id, subject, ticket_number) values
            (1, gen_random_uuid(), 'Given by the counter', 'T-000012'), (2, gen_random_uuid(), 'Given by a user', 't-005000');
          insert into sales_quotes (tenant_id, id, number) select 1, gen_random_uuid(), number
          from unnest(array['Q-000007', 'q-000123', 'Q-12', 'Other', 'Q-000001x']) number;
        `);
        await migrate(client, migrationsFolder);
        const accounts = await client.query('select account_number from sales_accounts order by tenant_id, name');
        assert.deepEqual(
          accounts.rows.map((row) => row.account_number),
          ['X', 'x-2', 'X-2-2', 'a-000040', null, 'X'],
        );
        const { rows } = await client.query(
          'select tenant_id::int as tenant, field, period, value::int as value from number_counters order by tenant_id, field',
        );
        assert.deepEqual(rows, [
          { tenant: 1, field: 'sales.accounts.accountNumber', period: '', value: 40 },
          { tenant: 1, field: 'sales.quotes.number', period: '', value: 123 },
          { tenant: 1, field: 'ui.supportTickets.ticketNumber', period: '', value: 12 },
          { tenant: 2, field: 'ui.supportTickets.ticketNumber', period: '', value: 5000 },
        ]);
        const forced = await client.query(
          `select relname from pg_class where not relforcerowsecurity
             and relname in ('number_counters', 'sales_accounts', 'sales_quotes', 'sales_orders', 'inventory_assets', 'customer_success_escalations')`,
        );
        assert.deepEqual(forced.rows, []);
      });
    } finally {
      await dropDatabase(cluster, database);
    }
  });
});
