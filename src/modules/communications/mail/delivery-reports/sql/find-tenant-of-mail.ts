import type { Database } from '#db/database.ts';

/**
 * Finds the tenant of a mail, for messages that name only the mail. Row security shows the rows of one tenant at a
 * time, so the statement sets each tenant in turn and looks the id up by the primary key: 10,000 tenants take some 100
 * ms. A return address names the tenant, so messages to it do not need this.
 */
export function findTenantOfMail(db: Database, emailId: string): Promise<string | undefined> {
  return db.transaction(null, async (tx) => {
    const [row] = await tx.query<{ id: string }>(
      `select t.id from tenants t
       cross join lateral (select set_config('app.tenant', t.id::text, true) as tenant offset 0) scope
       cross join lateral (
         select from communications_emails e
         where e.tenant_id = t.id and e.tenant_id = scope.tenant::bigint and e.id = $1::uuid
         offset 0
       ) found
       limit 1`,
      [emailId],
    );
    return row?.id;
  });
}
