import type { Client, Json, TestApp } from './harness.ts';
import { until } from './process.ts';

/** Inserts rows into tables of the default tenant with SQL, because the API would be too slow. */
export async function rowInserter({ sql, admin }: Pick<TestApp, 'sql' | 'admin'>) {
  const [{ id: tenantId }] = await sql(`select id from tenants where account_key = 'default'`);

  /**
   * Runs `analyze` as autovacuum would do later. Without it, connections keep the foreign key plans of an empty table.
   */
  async function rows(table: string, columns: Record<string, string>, count: number): Promise<Json[]> {
    const added = await sql(
      `insert into ${table} (tenant_id, id, created_by, owner_id, ${Object.keys(columns).join(', ')})
       select $1, gen_random_uuid(), $2, $2, ${Object.values(columns).join(', ')} from generate_series(1, $3::int) n returning id`,
      [tenantId, admin.userId, count],
    );
    await sql(`analyze ${table}`);
    return added;
  }

  return {
    rows,
    notes: (accountId: string, count: number) =>
      rows('sales_account_notes', { account_id: `'${accountId}'`, content: `'Note ' || n` }, count),
    contacts: (accountId: string, count: number) =>
      rows('sales_contacts', { account_id: `'${accountId}'`, first_name: `'Contact ' || n` }, count),
  };
}

/** Waits until the job is in one of the states. Throws at once when the job fails, unless `failed` is one of them. */
export const waitForJob = (client: Client, id: string, ...states: string[]): Promise<Json> =>
  until(
    `the job to be ${states}`,
    async () => {
      const { body } = await client.get(`/api/data/jobs/${id}`);
      if (body.state === 'failed' && !states.includes('failed')) throw new Error(body.lastError);
      return states.includes(body.state) && body;
    },
    240_000,
  );
