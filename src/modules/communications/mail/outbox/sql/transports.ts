import type { Transaction } from '#db/database.ts';

export interface TransportRow {
  readonly id: string;
  /** The URL of the mail server, encrypted. */
  readonly url: string;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly maxConnections: number;
  readonly provider: string | null;
  readonly dkimDomain: string | null;
  readonly returnPathDomain: string | null;
  readonly ratePerSecond: number | null;
  readonly dailyLimit: number | null;
  readonly warmUpDays: number | null;
  readonly ageDays: number;
  readonly stopped: boolean;
  /** Remaining pause after a failure; 0 when the transport may be used. */
  readonly pausedMs: number;
  /**
   * The provider of the mailbox. Set when the transport is the own server of a mailbox; then `id` is that of the
   * mailbox.
   */
  readonly mailboxProvider?: string;
}

/** The active transports of a tenant, in the order in which they are used. */
export const readTransports = (tx: Transaction, tenantId: string): Promise<TransportRow[]> =>
  tx.query<TransportRow>(
    `select t.id, t.url, t.from_email as "fromEmail", t.from_name as "fromName", coalesce(t.max_connections, 5)::int as "maxConnections",
       t.provider, t.dkim_domain as "dkimDomain", t.return_path_domain as "returnPathDomain", t.rate_per_second::float8 as "ratePerSecond",
       t.daily_limit::float8 as "dailyLimit", t.warm_up_days::float8 as "warmUpDays",
       floor(extract(epoch from now() - t.created_at) / 86400)::int as "ageDays", t.status = 'stopped' as stopped,
       greatest(0, coalesce(ceil(extract(epoch from u.retry_at - clock_timestamp()) * 1000), 0))::float8 as "pausedMs"
     from communications_email_transports t
     left join mail_transport_use u on u.tenant_id = t.tenant_id and u.transport_id = t.id
     where t.tenant_id = $1::bigint and t.active order by t.position, t.created_at, t.id`,
    [tenantId],
  );

/** Personal mail is limited to this rate. */
const mailboxRatePerSecond = 1;

/** The own server of a mailbox; undefined when it is disconnected. */
export async function readMailboxTransport(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
): Promise<TransportRow | undefined> {
  const [row] = await tx.query<{ id: string; email: string; name: string | null; provider: string; pausedMs: number }>(
    `select m.id, m.email, m.name, m.provider,
       greatest(0, coalesce(ceil(extract(epoch from u.retry_at - clock_timestamp()) * 1000), 0))::float8 as "pausedMs"
     from communications_mailbox_connections m
     left join mail_transport_use u on u.tenant_id = m.tenant_id and u.transport_id = m.id
     where m.tenant_id = $1::bigint and m.id = $2::uuid`,
    [tenantId, connectionId],
  );
  return (
    row && {
      id: row.id,
      url: '',
      fromEmail: row.email,
      fromName: row.name,
      maxConnections: 1,
      provider: null,
      dkimDomain: null,
      returnPathDomain: null,
      ratePerSecond: mailboxRatePerSecond,
      dailyLimit: null,
      warmUpDays: null,
      ageDays: 0,
      stopped: false,
      pausedMs: row.pausedMs,
      mailboxProvider: row.provider,
    }
  );
}

export interface TransportUse {
  /** Time until the rate allows another mail; negative when it is allowed already. */
  readonly aheadMs: number;
  readonly sentToday: number;
  readonly msUntilMidnight: number;
}

/** Locks the use of a transport until the transaction ends, so that the nodes together respect its limits. */
export async function lockUse(tx: Transaction, tenantId: string, transportId: string): Promise<TransportUse> {
  const [row] = await tx.query<TransportUse>(
    `insert into mail_transport_use as u (tenant_id, transport_id) values ($1::bigint, $2::uuid)
     on conflict (tenant_id, transport_id) do update set day = u.day
     returning (extract(epoch from u.free_at - clock_timestamp()) * 1000)::float8 as "aheadMs",
       case when u.day = (clock_timestamp() at time zone 'UTC')::date then u.day_count else 0 end as "sentToday",
       (extract(epoch from date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day'
         - clock_timestamp() at time zone 'UTC') * 1000)::float8 as "msUntilMidnight"`,
    [tenantId, transportId],
  );
  return row as TransportUse;
}

export const addUse = (
  tx: Transaction,
  tenantId: string,
  transportId: string,
  count: number,
  ratePerSecond: number | null,
): Promise<unknown> =>
  tx.query(
    `update mail_transport_use u set
       free_at = greatest(u.free_at, clock_timestamp()) + $3::int * coalesce(1 / $4::float8, 0) * interval '1 second',
       day_count = case when u.day = (clock_timestamp() at time zone 'UTC')::date then u.day_count else 0 end + $3::int,
       day = (clock_timestamp() at time zone 'UTC')::date
     where u.tenant_id = $1::bigint and u.transport_id = $2::uuid`,
    [tenantId, transportId, count, ratePerSecond],
  );

/** Returns the use that was counted for mails that were not handed over. */
export const returnUse = (tx: Transaction, tenantId: string, transportId: string, count: number): Promise<unknown> =>
  tx.query(
    `update mail_transport_use set day_count = greatest(0, day_count - $3::int)
     where tenant_id = $1::bigint and transport_id = $2::uuid and day = (clock_timestamp() at time zone 'UTC')::date and day_count > 0`,
    [tenantId, transportId, count],
  );

/** Returns the transports that still exist. They cannot be deleted until the transaction ends. */
export async function keepTransports(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `select t.id from communications_email_transports t where t.tenant_id = $1::bigint and t.id = any($2::uuid[])
     order by t.id for key share`,
    [tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
