import type { Transaction } from '#db/database.ts';

interface Channel {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly channelId: string;
}

const ofChannel = 'tenant_id = $1::bigint and campaign_id = $2::uuid and channel_id = $3::uuid';
const keys = ({ tenantId, campaignId, channelId }: Channel): string[] => [tenantId, campaignId, channelId];

/** SQL that is true when the channel of a message of the tenant `$1` is paused now. */
export const isPaused = (message: string): string => `exists (select from sms_pauses p where p.tenant_id = $1::bigint
  and p.campaign_id = ${message}.campaign_id and p.channel_id = ${message}.channel_id
  and (p.retry_at is null or p.retry_at > clock_timestamp()))`;

/** SQL of the last error of the provider while a channel of the campaign `$2` is paused. */
export const pauseError = (tenant: string, channelId: string): string =>
  `(select p.error from sms_pauses p where p.tenant_id = ${tenant} and p.campaign_id = $2::uuid and p.channel_id = ${channelId})`;

/**
 * Returns true when the campaign is active. The lock makes a resume of the campaign wait, so that it finds a pause that
 * this transaction adds.
 */
export async function isActive(tx: Transaction, { tenantId, campaignId }: Channel): Promise<boolean> {
  const rows = await tx.query<{ status: string }>(
    'select status from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid for share',
    [tenantId, campaignId],
  );
  return rows[0]?.status === 'active';
}

/**
 * Pauses a channel whose provider accepts no messages now. It waits for the delay of this failure. When there are no
 * more delays, it waits until its campaign is resumed, and this returns false. A pause that another node has just begun
 * is not changed.
 */
export async function pauseChannel(
  tx: Transaction,
  channel: Channel,
  delaysMs: readonly number[],
  error: string,
): Promise<boolean> {
  const [row] = await tx.query<{ stopped: boolean }>(
    `insert into sms_pauses as p (tenant_id, campaign_id, channel_id, failures, retry_at, error)
     values ($1::bigint, $2::uuid, $3::uuid, 1, clock_timestamp() + ($4::float8[])[1] * interval '1 millisecond', $5::text)
     on conflict (tenant_id, campaign_id, channel_id) do update set failures = p.failures + 1, error = excluded.error,
       retry_at = clock_timestamp() + ($4::float8[])[p.failures + 1] * interval '1 millisecond'
     where p.retry_at <= clock_timestamp() returning retry_at is null as stopped`,
    [...keys(channel), delaysMs, error],
  );
  return row?.stopped !== true;
}

/** Pauses a channel whose campaign is not active. */
export const pauseUntilResumed = (tx: Transaction, channel: Channel): Promise<unknown> =>
  tx.query(
    `insert into sms_pauses (tenant_id, campaign_id, channel_id) values ($1::bigint, $2::uuid, $3::uuid)
     on conflict (tenant_id, campaign_id, channel_id) do update set retry_at = null`,
    keys(channel),
  );

/** Ends the pause of a channel whose provider answers again. */
export const endPause = (tx: Transaction, channel: Channel): Promise<unknown> =>
  tx.query(`delete from sms_pauses where ${ofChannel} and retry_at <= clock_timestamp()`, keys(channel));

export const endPauses = (tx: Transaction, tenantId: string, campaignId: string): Promise<unknown> =>
  tx.query('delete from sms_pauses where tenant_id = $1::bigint and campaign_id = $2::uuid', [tenantId, campaignId]);
