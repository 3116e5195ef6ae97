import type { Transaction } from '#db/database.ts';

/** Posts of a connection that are not published yet. They are locked in the order that all writers use. */
export const lockWaitingPosts = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
): Promise<{ id: string; status: string }[]> =>
  tx.query(
    `select id, status from marketing_social_posts
     where tenant_id = $1::bigint and connection_id = $2::uuid and status in ('draft', 'needsApproval', 'scheduled', 'paused', 'publishing')
     order by id for no key update`,
    [tenantId, connectionId],
  );
