import type { Transaction } from '#db/database.ts';

/** The channels of campaigns that batches were sent for, by the ids of the batches. */
export async function channelsOf(
  tx: Transaction,
  tenantId: string,
  batchIds: readonly string[],
): Promise<Map<string, string>> {
  if (batchIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; channelId: string }>(
    `select s.id, s.campaign_channel_email_id as "channelId" from communications_email_snapshots s
     where s.tenant_id = $1::bigint and s.id = any($2::uuid[]) and s.campaign_channel_email_id is not null`,
    [tenantId, batchIds],
  );
  return new Map(rows.map(({ id, channelId }) => [id, channelId]));
}
