import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The address of a mailbox; undefined when it is disconnected. */
export async function readMailboxAddress(db: Queryable, tenantId: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(
    `select m.email from ${scoped(
      'm',
      `select m.email from communications_mailbox_connections m where ${inTenant('m')} and m.id = $2::uuid`,
    )}`,
    [tenantId, id],
  );
  return row?.email;
}
