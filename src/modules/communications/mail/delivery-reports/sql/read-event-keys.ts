import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/**
 * Reads the encrypted event keys of the provider's transports, including those that are switched off: bounces of their mail still arrive.
 */
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
