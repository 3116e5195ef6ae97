import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The encrypted event keys of the transports of a provider, also of those that are switched off: their mail comes back. */
export async function readEventKeys(db: Queryable, tenantId: string, provider: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select t.key from ${scoped(
      't',
      `select t.event_key as key from communications_email_transports t
       where ${inTenant('t')} and t.provider = $2::text and t.event_key is not null`,
    )}`,
    [tenantId, provider],
  );
  return rows.map(({ key }) => key);
}
