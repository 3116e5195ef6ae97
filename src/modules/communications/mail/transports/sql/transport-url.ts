import type { TransactionContext } from '#core/context.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The URL of a transport, encrypted; undefined when the transport does not exist. */
export async function readTransportUrl(db: Queryable, tenantId: string, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ url: string }>(
    `select t.url from ${scoped(
      't',
      `select t.url from communications_email_transports t where ${inTenant('t')} and t.id = $2::uuid`,
    )}`,
    [tenantId, id],
  );
  return row?.url;
}

/** Ends the pause of a transport after a failure. */
export async function clearTransportFailures({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query(
    `update mail_transport_use set retry_at = null, failures = 0
     where tenant_id = $1::bigint and transport_id = $2::uuid and (retry_at is not null or failures > 0)`,
    [caller.tenantId, id],
  );
}
