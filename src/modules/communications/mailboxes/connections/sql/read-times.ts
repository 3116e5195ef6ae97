import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The last run of each mailbox. Records only contain the time of the last run with new messages. */
export async function readTimes(
  db: Queryable,
  tenantId: string,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (connectionIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; at: Date }>(
    `select l.* from ${scoped(
      'l',
      `select l.connection_id as id, l.synced_at as at from mailbox_leases l
       where ${inTenant('l')} and l.connection_id = any($2::uuid[]) and l.synced_at is not null`,
    )}`,
    [tenantId, connectionIds],
  );
  return new Map(rows.map(({ id, at }) => [id, at.toISOString()]));
}
