import type { TenantName } from '#core/access/platform.ts';
import { LeasedTable } from '#core/queue/leased-table.ts';
import type { PolledQueue } from '#core/queue/queue-engine.ts';
import type { Transaction } from '#db/database.ts';
import type { Message, Sent } from '../provider/send-message.ts';
import { isOptedOut } from './opt-outs.ts';
import { isPaused, type SmsSender } from './pauses.ts';

/** The notification channel on which every node listens for messages to send. */
export const smsChannel = 'atrium_sms';

/** The queue of messages of one channel of a campaign, or of one workflow. */
export type SmsQueue = TenantName & SmsSender;

export const queueIdOf = ({ channelId, workflowId }: SmsSender): string => workflowId ?? channelId;

export type PolledSmsQueue = SmsQueue & PolledQueue;

/**
 * SQL that is true when the campaign or workflow is active, the queue is not paused, and the number has not opted out.
 */
const isSendable = `q.status = 'queued' and not ${isPaused('q')} and not ${isOptedOut('q.phone')}
  and (exists (select from marketing_campaigns c where c.tenant_id = $1::bigint and c.id = q.campaign_id and c.status = 'active')
    or exists (select from marketing_workflows w where w.tenant_id = $1::bigint and w.id = q.workflow_id and w.status = 'active'))`;

/** A started message is never sent again automatically. The claim is renewed while a slow provider answers. */
export const smsTable = new LeasedTable({
  table: 'sms_messages',
  key: 'id',
  leaseMs: 60_000,
  starts: { where: isSendable, set: `status = 'sending', changed_at = clock_timestamp()` },
});

/** Notifies the nodes when the transaction commits. */
export const announceMessages = (tx: Transaction): Promise<unknown> =>
  tx.query(`select pg_notify('${smsChannel}', '')`);

/**
 * Queues of active tenants with waiting messages. The first queue of every tenant comes before the second queue of any
 * tenant. Runs as the platform.
 */
export const pollQueues = (tx: Transaction): Promise<PolledSmsQueue[]> =>
  tx.query(
    `with recursive ${smsTable.queues('queues', ['tenant_id', 'queue_id'], `q.status = 'queued'`)}
    select q.tenant_id as "tenantId", n.account_key as "accountKey",
      m.campaign_id as "campaignId", m.channel_id as "channelId", m.workflow_id as "workflowId",
      greatest(0, ceil(extract(epoch from greatest(q.next_at, p.retry_at) - clock_timestamp()) * 1000))::float8 as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id
      cross join lateral (
        select m.campaign_id, m.channel_id, m.workflow_id from sms_messages m
        where m.tenant_id = q.tenant_id and m.queue_id = q.queue_id and m.status = 'queued' and m.claim is null limit 1
      ) m
      left join sms_pauses p on p.tenant_id = q.tenant_id and p.queue_id = q.queue_id
    where n.status = 'active' and (p.queue_id is null or p.retry_at is not null)
    order by row_number() over (partition by q.tenant_id order by q.next_at), q.next_at`,
  );

/** Claims messages of a queue, in the order in which they were added. */
export const claimMessages = (tx: Transaction, queue: SmsQueue, claim: string, max: number): Promise<Message[]> =>
  smsTable
    .of(tx, queue.tenantId, claim)
    .claim<Message>({ where: `q.queue_id = $3::uuid and ${isSendable}`, returning: 'q.id, q.phone, q.text', max }, [
      queueIdOf(queue),
    ]);

/**
 * Writes the result of a message that the claim started. After the lease has expired, the message is unconfirmed and
 * nobody sends it, so the result is still accepted. A message that already has a final status from a report is not
 * changed.
 */
export const finishMessage = (
  tx: Transaction,
  tenantId: string,
  claim: string,
  id: string,
  sent: Sent,
): Promise<unknown> =>
  tx.query(
    `update sms_messages q set ${smsTable.release}, status = case $4::text when 'refused' then 'queued' else $4::text end,
      provider_id = coalesce($5::text, provider_id), sent_at = case $4::text when 'sent' then clock_timestamp() else sent_at end,
      error = $6::text, changed_at = clock_timestamp()
     where q.tenant_id = $1::bigint and q.id = $3::uuid
       and (q.claim = $2::uuid and q.status = 'sending' or q.claim is null and q.status = 'unconfirmed')`,
    [
      tenantId,
      claim,
      id,
      sent.status,
      sent.status === 'sent' ? sent.providerId : null,
      sent.status === 'sent' ? null : sent.error,
    ],
  );

/**
 * Ends expired claims of started messages, and marks the messages as unconfirmed, because the provider may have them.
 * Returns their campaigns and workflows.
 */
export const markUnconfirmed = (tx: Transaction, tenantId: string): Promise<SmsSender[]> =>
  tx.query<SmsSender>(
    `update sms_messages q set ${smsTable.release}, status = case q.status when 'sending' then 'unconfirmed' else q.status end,
      error = case q.status when 'sending' then 'The node stopped while it was sent.' else q.error end, changed_at = clock_timestamp()
     where q.tenant_id = $1::bigint and ${smsTable.hasExpired} and q.started_at is not null
     returning q.campaign_id as "campaignId", q.channel_id as "channelId", q.workflow_id as "workflowId"`,
    [tenantId],
  );
