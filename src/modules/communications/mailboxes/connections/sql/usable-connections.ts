import { teamsOf } from '#core/query/rows.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The ids of the mailboxes that a user connected, or that belong to a team of the user. Oldest first. */
export async function usableConnections(db: Queryable, tenantId: string, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select m.id from ${scoped(
      'm',
      `select m.id from communications_mailbox_connections m
       where ${inTenant('m')} and (m.owner_id = $2::uuid or m.team_ids && array(${teamsOf('$2::uuid')})) order by m.id`,
    )}`,
    [tenantId, userId],
  );
  return rows.map(({ id }) => id);
}
