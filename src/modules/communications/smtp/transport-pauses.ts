import type { Transaction } from '#db/database.ts';

/** Pauses a transport after a failure, longer each time (backoff). */
export const pauseTransport = (tx: Transaction, tenantId: string, transportId: string): Promise<unknown> =>
  tx.query(
    `insert into mail_transport_use as u (tenant_id, transport_id, failures, retry_at)
     values ($1::bigint, $2::uuid, 1, clock_timestamp() + interval '30 seconds')
     on conflict (tenant_id, transport_id) do update set failures = least(u.failures + 1, 10),
       retry_at = clock_timestamp() + least(30 * power(2, least(u.failures, 6)), 1800) * interval '1 second'
     where u.retry_at is null or u.retry_at <= clock_timestamp()`,
    [tenantId, transportId],
  );

/** Ends the pause of a transport that works again. Returns true when it had failed before. */
export async function resumeTransport(tx: Transaction, tenantId: string, transportId: string): Promise<boolean> {
  const rows = await tx.query(
    `update mail_transport_use set failures = 0, retry_at = null
     where tenant_id = $1::bigint and transport_id = $2::uuid and failures > 0 returning 1`,
    [tenantId, transportId],
  );
  return rows.length > 0;
}
