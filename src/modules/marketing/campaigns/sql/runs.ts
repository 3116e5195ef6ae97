import type { Transaction } from '#db/database.ts';
import type { ChannelSlug } from './campaign-channels.ts';

/** A channel of a launched campaign. */
export interface Run {
  readonly campaignId: string;
  readonly channelId: string;
  readonly model: ChannelSlug;
  readonly status: 'waiting' | 'started' | 'task' | 'failed' | 'cancelled';
  readonly dueAt: Date;
  readonly startedId: string | null;
  readonly error: string | null;
}

const columns = `campaign_id as "campaignId", channel_id as "channelId", model, status, due_at as "dueAt",
  started_id as "startedId", error`;

/** Adds runs for channels that have none. Returns the runs that wait. */
export async function addRuns(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  channels: readonly { readonly id: string; readonly model: ChannelSlug; readonly at: string | null }[],
): Promise<Run[]> {
  await tx.query(
    `insert into campaign_runs (tenant_id, campaign_id, channel_id, model, due_at)
     select $1::bigint, $2::uuid, c.id, c.model, greatest(coalesce(c.at, clock_timestamp()), clock_timestamp())
     from unnest($3::uuid[], $4::text[], $5::timestamptz[]) c(id, model, at) on conflict do nothing`,
    [
      tenantId,
      campaignId,
      channels.map(({ id }) => id),
      channels.map(({ model }) => model),
      channels.map(({ at }) => at),
    ],
  );
  return readRuns(tx, tenantId, campaignId, 'waiting');
}

export const readRuns = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  status: Run['status'],
): Promise<Run[]> =>
  tx.query<Run>(
    `select ${columns} from campaign_runs
     where tenant_id = $1::bigint and campaign_id = $2::uuid and status = $3::text order by due_at, channel_id`,
    [tenantId, campaignId, status],
  );

/**
 * Locks the runs of a campaign, so that a channel that is being started counts as started. Take these locks before that
 * of the campaign, as a start does. Runs of SMS channels are not locked, because their start takes long and each
 * message checks the state of its campaign.
 */
export const lockRuns = (tx: Transaction, tenantId: string, campaignId: string): Promise<unknown> =>
  tx.query(
    `select 1 from campaign_runs where tenant_id = $1::bigint and campaign_id = $2::uuid and model <> 'campaignChannelSms'
     order by channel_id for update`,
    [tenantId, campaignId],
  );

/** Locks the run of a waiting channel until the transaction ends. Returns undefined when the channel does not wait. */
export async function lockWaiting(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  channelId: string,
): Promise<Run | undefined> {
  const [run] = await tx.query<Run>(
    `select ${columns} from campaign_runs where tenant_id = $1::bigint and campaign_id = $2::uuid and channel_id = $3::uuid
     and status = 'waiting' for update`,
    [tenantId, campaignId, channelId],
  );
  return run;
}

export const finishRun = (
  tx: Transaction,
  tenantId: string,
  { campaignId, channelId }: Run,
  result: { readonly status: Run['status']; readonly startedId?: string | null; readonly error?: string },
): Promise<unknown> =>
  tx.query(
    `update campaign_runs set status = $4::text, started_id = $5::uuid, error = $6::text, changed_at = clock_timestamp()
     where tenant_id = $1::bigint and campaign_id = $2::uuid and channel_id = $3::uuid`,
    [tenantId, campaignId, channelId, result.status, result.startedId ?? null, result.error ?? null],
  );

export async function isWaiting(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  channelId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from campaign_runs where tenant_id = $1::bigint and campaign_id = $2::uuid and channel_id = $3::uuid and status = 'waiting'`,
    [tenantId, campaignId, channelId],
  );
  return rows.length > 0;
}

/**
 * Writes the time at which a waiting channel is due, by the clock of the database. `at` is the current time setting of
 * the channel; null when it has none.
 */
export async function setDue(
  tx: Transaction,
  tenantId: string,
  { campaignId, channelId }: Run,
  at: string | null,
): Promise<{ readonly dueAt: Date; readonly isDue: boolean }> {
  const [row] = await tx.query<{ dueAt: Date; isDue: boolean }>(
    `update campaign_runs set due_at = case when $4::timestamptz > clock_timestamp() then $4::timestamptz else least(due_at, clock_timestamp()) end,
       changed_at = clock_timestamp()
     where tenant_id = $1::bigint and campaign_id = $2::uuid and channel_id = $3::uuid
     returning due_at as "dueAt", due_at <= clock_timestamp() as "isDue"`,
    [tenantId, campaignId, channelId, at],
  );
  if (!row) throw new Error(`the run of the channel ${channelId} is missing`);
  return row;
}

export const cancelWaiting = (tx: Transaction, tenantId: string, campaignId: string): Promise<unknown> =>
  tx.query(
    `update campaign_runs set status = 'cancelled', changed_at = clock_timestamp()
     where tenant_id = $1::bigint and campaign_id = $2::uuid and status = 'waiting'`,
    [tenantId, campaignId],
  );
