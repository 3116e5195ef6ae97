import type { TenantName } from '#core/access/platform.ts';
import { LeasedTable } from '#core/queue/leased-table.ts';
import type { PolledQueue } from '#core/queue/queue-engine.ts';
import type { Transaction } from '#db/database.ts';
import type { Message, Sent } from '../provider/send-message.ts';
import { isOptedOut } from './opt-outs.ts';
import { isPaused } from './pauses.ts';

/** The notification channel on which every node listens for messages to send. */
export const smsChannel = 'atrium_sms';

/** The queue of messages of one channel of a campaign. */
export interface ChannelQueue extends TenantName {
  readonly campaignId: string;
  readonly channelId: string;
}

export type PolledChannel = ChannelQueue & PolledQueue;

/** SQL that is true when the campaign is active, the channel is not paused, and the number has not opted out. */
const isSendable = `q.status = 'queued' and not ${isPaused('q')} and not ${isOptedOut('q.phone')}
  and exists (select from marketing_campaigns c where c.tenant_id = $1::bigint and c.id = q.campaign_id and c.status = 'active')`;

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
 * Channels of active tenants with waiting messages. The first channel of every tenant comes before the second channel
 * of any tenant. Runs as the platform.
 */
export const pollChannels = (tx: Transaction): Promise<PolledChannel[]> =>
  tx.query(
    `with recursive ${smsTable.queues('queues', ['tenant_id', 'campaign_id', 'channel_id'], `q.status = 'queued'`)}
    select q.tenant_id as "tenantId", n.account_key as "accountKey", q.campaign_id as "campaignId", q.channel_id as "channelId",
      greatest(0, ceil(extract(epoch from greatest(q.next_at, p.retry_at) - clock_timestamp()) * 1000))::float8 as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id
      left join sms_pauses p on p.tenant_id = q.tenant_id and p.campaign_id = q.campaign_id and p.channel_id = q.channel_id
    where n.status = 'active' and (p.channel_id is null or p.retry_at is not null)
    order by row_number() over (partition by q.tenant_id order by q.next_at), q.next_at`,
  );

/** Claims messages of a channel, in the order in which they were added. */
export const claimMessages = (
  tx: Transaction,
  { tenantId, campaignId, channelId }: ChannelQueue,
  claim: string,
  max: number,
): Promise<Message[]> =>
  smsTable.of(tx, tenantId, claim).claim<Message>(
    {
      where: `q.campaign_id = $3::uuid and q.channel_id = $4::uuid and ${isSendable}`,
      returning: 'q.id, q.phone, q.text',
      max,
    },
    [campaignId, channelId],
  );

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
 * Returns their channels.
 */
export async function markUnconfirmed(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx.query<{ channelId: string }>(
    `update sms_messages q set ${smsTable.release}, status = case q.status when 'sending' then 'unconfirmed' else q.status end,
      error = case q.status when 'sending' then 'The node stopped while it was sent.' else q.error end, changed_at = clock_timestamp()
     where q.tenant_id = $1::bigint and ${smsTable.hasExpired} and q.started_at is not null returning q.channel_id as "channelId"`,
    [tenantId],
  );
  return rows.map(({ channelId }) => channelId);
}
