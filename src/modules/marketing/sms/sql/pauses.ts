import type { Transaction } from '#db/database.ts';

/** A queue of text messages: that of a channel of a campaign, or that of a workflow. */
export type SmsSender =
  | { readonly campaignId: string; readonly channelId: string; readonly workflowId: null }
  | { readonly campaignId: null; readonly channelId: null; readonly workflowId: string };

type Queue = SmsSender & { readonly tenantId: string };

const keys = ({ tenantId, campaignId, channelId, workflowId }: Queue): (string | null)[] => [
  tenantId,
  campaignId,
  channelId,
  workflowId,
];

/** SQL that is true when the queue of a message of the tenant `$1` is paused now. */
export const isPaused = (message: string): string => `exists (select from sms_pauses p where p.tenant_id = $1::bigint
  and p.queue_id = ${message}.queue_id and (p.retry_at is null or p.retry_at > clock_timestamp()))`;

/** SQL of the last error of the provider while a channel of the campaign `$2` is paused. */
export const pauseError = (tenant: string, channelId: string): string =>
  `(select p.error from sms_pauses p where p.tenant_id = ${tenant} and p.campaign_id = $2::uuid and p.channel_id = ${channelId})`;

/**
 * Returns the status of the campaign or workflow; undefined when it was deleted, and its messages with it. The lock makes a
 * resume wait, so that it finds a pause that this transaction adds.
 */
export async function lockStatus(
  tx: Transaction,
  { tenantId, campaignId, workflowId }: Queue,
): Promise<string | undefined> {
  const rows = await tx.query<{ status: string }>(
    `select status from ${workflowId === null ? 'marketing_campaigns' : 'marketing_workflows'}
     where tenant_id = $1::bigint and id = $2::uuid for share`,
    [tenantId, workflowId ?? campaignId],
  );
  return rows[0]?.status;
}

/**
 * Pauses a queue whose provider accepts no messages now. It waits for the delay of this failure. When there are no
 * more delays, a channel waits until its campaign is resumed, and this returns false; a workflow waits for the last delay
 * again. A pause that another node has just begun is not changed.
 */
export async function pauseQueue(
  tx: Transaction,
  queue: Queue,
  delaysMs: readonly number[],
  error: string,
): Promise<boolean> {
  const [row] = await tx.query<{ stopped: boolean }>(
    `insert into sms_pauses as p (tenant_id, campaign_id, channel_id, workflow_id, queue_id, failures, retry_at, error)
     values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, coalesce($3::uuid, $4::uuid), 1, clock_timestamp() + ($5::float8[])[1] * interval '1 millisecond', $6::text)
     on conflict (tenant_id, queue_id) do update set failures = p.failures + 1, error = excluded.error,
       retry_at = clock_timestamp() + interval '1 millisecond' *
         ($5::float8[])[case when p.workflow_id is null then p.failures + 1 else least(p.failures + 1, cardinality($5::float8[])) end]
     where p.retry_at <= clock_timestamp() returning retry_at is null as stopped`,
    [...keys(queue), delaysMs, error],
  );
  return row?.stopped !== true;
}

/** How often the messages of a workflow that is not active look whether it is active again. */
const workflowCheckMs = 60_000;

/** Pauses a queue whose campaign is not active, until it is resumed, or whose workflow is not active, for a minute. */
export const pauseInactive = (tx: Transaction, queue: Queue): Promise<unknown> =>
  tx.query(
    `insert into sms_pauses (tenant_id, campaign_id, channel_id, workflow_id, queue_id, retry_at)
     values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, coalesce($3::uuid, $4::uuid), clock_timestamp() + $5::float8 * interval '1 millisecond')
     on conflict (tenant_id, queue_id) do update set retry_at = excluded.retry_at`,
    [...keys(queue), queue.workflowId === null ? null : workflowCheckMs],
  );

/** Ends the pause of a queue whose provider answers again. */
export const endPause = (tx: Transaction, { tenantId, channelId, workflowId }: Queue): Promise<unknown> =>
  tx.query(
    'delete from sms_pauses where tenant_id = $1::bigint and queue_id = $2::uuid and retry_at <= clock_timestamp()',
    [tenantId, workflowId ?? channelId],
  );

export const endPauses = (tx: Transaction, tenantId: string, campaignId: string): Promise<unknown> =>
  tx.query('delete from sms_pauses where tenant_id = $1::bigint and campaign_id = $2::uuid', [tenantId, campaignId]);

export const endWorkflowPause = (tx: Transaction, tenantId: string, workflowId: string): Promise<unknown> =>
  tx.query('delete from sms_pauses where tenant_id = $1::bigint and queue_id = $2::uuid', [tenantId, workflowId]);
